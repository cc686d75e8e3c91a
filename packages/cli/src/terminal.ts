import type { Frame } from './screen/frame.ts';
import { jsonText } from './screen/harmless.ts';
import type { Paint } from './screen/paint.ts';
import { paintFor } from './screen/paint.ts';

/** Where a command speaks: answers to stdout, complaints and side remarks to stderr. */
export interface Terminal {
  readonly env: NodeJS.ProcessEnv;
  /** A person is at both ends: prompts and live regions make sense. */
  readonly interactive: boolean;
  readonly stdout: NodeJS.WriteStream;
  readonly paint: Paint;
  readonly paintError: Paint;
  lines(lines: readonly string[]): void;
  line(text: string): void;
  note(text: string): void;
  /** The one value a `--json` command prints. */
  json(value: unknown): void;
  /** One value a line (JSON Lines). */
  jsonl(value: unknown): void;
  frame(): Frame;
  rows(): number;
  now(): number;
  /** What happens when the reader of stdout goes away (`| head`); without a word the process ends with 0. */
  whenReaderLeaves(call: () => void): void;
}

const NARROWEST = 40;

export function processTerminal(): Terminal {
  const { stdout, stderr, stdin, env } = process;
  let leave = (): void => process.exit(0);
  const onError = (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || error.code === 'EIO') leave();
    else throw error;
  };
  stdout.on('error', onError);
  stderr.on('error', onError);
  const paint = paintFor(stdout, env);
  const write = (text: string) => void stdout.write(`${text}\n`);
  return {
    env,
    interactive: stdout.isTTY === true && stdin.isTTY === true,
    stdout,
    paint,
    paintError: paintFor(stderr, env),
    lines: (lines) => {
      if (lines.length > 0) write(lines.join('\n'));
    },
    line: write,
    note: (text) => void stderr.write(`${text}\n`),
    json: (value) => write(jsonText(value, 2)),
    jsonl: (value) => write(jsonText(value)),
    frame: () => ({ columns: columnsOf(stdout, env), now: Date.now(), paint }),
    rows: () => stdout.rows ?? 24,
    now: Date.now,
    whenReaderLeaves: (call) => {
      leave = call;
    },
  };
}

/** Without a terminal the width people asked for with COLUMNS, else the classic 80. */
function columnsOf(stdout: NodeJS.WriteStream, env: NodeJS.ProcessEnv): number {
  const asked = Number(env.COLUMNS);
  const columns = stdout.isTTY ? stdout.columns : asked > 0 ? asked : 80;
  return Math.max(NARROWEST, columns || 80);
}
