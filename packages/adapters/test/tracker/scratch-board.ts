import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Failure, failureOf } from '@symphony/domain';
import { onTestFinished } from 'vitest';
import { type Board, openBoard } from '../../src/tracker/board/index.ts';

export const STATES = ['Todo', 'In Progress', 'Review', 'Done', 'Cancelled'];

export interface ScratchBoard {
  readonly folder: string;
  readonly board: Board;
  write(name: string, content: string | Buffer): string;
  text(name: string): string;
}

/** A board in a folder of its own; gone when the test is over. */
export function scratchBoard(files: Readonly<Record<string, string | Buffer>> = {}): ScratchBoard {
  const root = mkdtempSync(join(tmpdir(), 'symphony-board-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const folder = join(root, '.symphony', 'board');
  const write = (name: string, content: string | Buffer): string => {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  };
  for (const [name, content] of Object.entries(files)) write(name, content);
  return {
    folder,
    board: openBoard({ folder, states: STATES }),
    write,
    text: (name) => readFileSync(join(folder, name), 'utf8'),
  };
}

/** The failure a call ends in; fails the test when it does not end in one. */
export async function failureFrom(call: Promise<unknown>): Promise<Failure> {
  const settled = await call.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ('value' in settled) throw new Error(`expected a failure, got ${JSON.stringify(settled.value)}`);
  return failureOf(settled.error);
}
