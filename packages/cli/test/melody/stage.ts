import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { openMelodies } from '../../../server/src/melody/library/door.ts';
import { addMelody } from '../../src/commands/melody.ts';
import { complain } from '../../src/complaint.ts';
import type { Desk } from '../../src/desk.ts';
import { plain } from '../../src/screen/paint.ts';
import type { Terminal } from '../../src/terminal.ts';

export interface Said {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** A repository of its own, and the commands about melodies as a person calls them there. */
export function openStage() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'symphony-melody-cli-')));
  mkdirSync(join(root, '.git'));
  mkdirSync(join(root, '.symphony', 'melodies'), { recursive: true });
  return {
    root,
    put: (name: string, text: string | Uint8Array): string => {
      const path = join(root, name);
      writeFileSync(path, text);
      return path;
    },
    say: (...args: string[]): Promise<Said> => say(root, args),
    close: (): void => rmSync(root, { recursive: true, force: true }),
  };
}

async function say(root: string, args: readonly string[]): Promise<Said> {
  let out = '';
  let err = '';
  let code = 0;
  const line = (text: string): void => {
    out += `${text}\n`;
  };
  const terminal: Terminal = {
    env: {},
    interactive: false,
    stdout: { write: (bytes: Uint8Array) => (out += Buffer.from(bytes).toString('latin1')) } as never,
    paint: plain,
    paintError: plain,
    lines: (lines) => lines.forEach(line),
    line,
    note: (text) => {
      err += `${text}\n`;
    },
    json: (value) => line(JSON.stringify(value)),
    jsonl: (value) => line(JSON.stringify(value)),
    frame: () => ({ columns: 100, now: 0, paint: plain }),
    rows: () => 24,
    now: () => 0,
    whenReaderLeaves: () => undefined,
  };
  const desk: Desk = {
    terminal,
    version: '0.0.0',
    person: 'ada',
    folder: () => root,
    endWith: (wanted) => {
      code = wanted;
    },
  };
  const program = new Command('symphony').exitOverride().configureOutput({ writeErr: () => undefined });
  addMelody(program, desk, () => openMelodies(root));
  try {
    await program.parseAsync(['melody', ...args], { from: 'user' });
  } catch (error) {
    code = complain(error, terminal);
  }
  return { code, out, err };
}
