import { resolve } from 'node:path';
import { misuse } from './complaint.ts';
import type { Desk } from './desk.ts';
import { onInterrupts } from './interrupts.ts';
import { findRoot } from './repository.ts';
import { oneLine } from './screen/harmless.ts';
import { labLines } from './screen/lab-screen.ts';
import { openServer } from './server-door.ts';

interface LabOptions {
  readonly a: string;
  readonly b: string;
  readonly rounds: number;
  readonly seed: number;
  readonly json?: boolean;
}

export async function compare(desk: Desk, file: string, options: LabOptions): Promise<void> {
  const { terminal } = desk;
  const { a, b, rounds, seed, json } = options;
  if (rounds < 1) throw misuse('There must be at least one round.', 'Use `--rounds 1` or more.');
  const server = await openServer();
  const workplace = await server.findWorkplace(await findRoot(desk.folder()));
  const stopping = new AbortController();
  const quiet = onInterrupts(() => stopping.abort(new Error('The lab was stopped.')));
  try {
    const report = await server.runLab(workplace, {
      file: resolve(file),
      a,
      b,
      seed,
      rounds,
      signal: stopping.signal,
      onResult: ({ trial, arm, completed, error }, done, all) =>
        terminal.note(
          oneLine(
            `${done}/${all} ${arm === 'a' ? a : b} · ${trial}: ${completed ? 'done' : `not done: ${error}`}`,
          ),
        ),
    });
    if (json) terminal.json(report);
    else terminal.lines(labLines(report, terminal.frame()));
  } finally {
    quiet();
  }
}
