import { PassThrough } from 'node:stream';
import { Command, CommanderError } from 'commander';
import { addArtifact } from '../src/commands/artifact.ts';
import { complain } from '../src/complaint.ts';
import type { Desk } from '../src/desk.ts';
import { jsonText } from '../src/screen/harmless.ts';
import { plain } from '../src/screen/paint.ts';
import type { Terminal } from '../src/terminal.ts';
import type { Ended } from './command/symphony.ts';

/** The same command in this process: forty starts of Node would take longer than all they do. */
export async function askHere(folder: string, args: readonly string[]): Promise<Ended> {
  const stdout = new PassThrough().setEncoding('utf8');
  let err = '';
  let code: number = 0;
  const write = (text: string): void => void stdout.write(`${text}\n`);
  const note = (text: string): void => {
    err += `${text}\n`;
  };
  const terminal: Terminal = {
    env: {},
    interactive: false,
    stdout: stdout as unknown as NodeJS.WriteStream,
    paint: plain,
    paintError: plain,
    lines: (lines) => lines.forEach(write),
    line: write,
    note,
    json: (value) => write(jsonText(value, 2)),
    jsonl: (value) => write(jsonText(value)),
    frame: () => ({ columns: 120, now: Date.now(), paint: plain }),
    rows: () => 24,
    now: Date.now,
    whenReaderLeaves: () => undefined,
  };
  const endWith = (given: 0 | 1): void => {
    code = given;
  };
  const desk: Desk = { terminal, version: '0', folder: () => folder, person: 'ada', endWith };
  const program = new Command('symphony').exitOverride().configureOutput({ writeErr: note });
  addArtifact(program, desk);
  try {
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    code = error instanceof CommanderError ? 2 : complain(error, terminal);
  }
  return { code, out: (stdout.read() as string | null) ?? '', err };
}
