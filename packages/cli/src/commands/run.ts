import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PortError } from '@symphony/domain';
import type { Command } from 'commander';
import { Complaint, misuse } from '../complaint.ts';
import { connectRunning, type Running, readLock } from '../connection.ts';
import { isAlive } from '../daemon/process-alive.ts';
import type { Desk } from '../desk.ts';
import { portNumber, withExamples } from '../examples.ts';
import { findRoot } from '../repository.ts';
import type { RunOptions } from '../run/play.ts';

/** `--json`: the Summary of run/summary.ts with `code`, `reason` and `target`; progress goes to stderr. */
export function addRun(program: Command, desk: Desk): void {
  const command = program
    .command('run [work]')
    .description(
      'play the board until you press Ctrl-C, or one piece of work given here until it is done; beside one that runs, look on',
    )
    .option('--rehearse', 'play with the rehearsal player: real git and processes, no model, no cost')
    .option('--exit-when-idle', 'end when nothing runs and nothing will start by itself')
    .option('--target <branch>', 'merge into this branch instead of the configured one; made when missing')
    .option('--workflow <path>', 'be run by this WORKFLOW.md of the public service specification')
    .option('--strict', 'keep to the letter of that specification, also where it retries without end')
    .option('--port <number>', 'open the workbench and the HTTP API on this port; 0 takes any', portNumber)
    .option('--logs-root <folder>', 'write log/symphony.log below this folder')
    .option('--json', 'print the summary as JSON at the end; progress goes to stderr')
    .action((work: string | undefined, options: RunOptions) => conduct(desk, work, options));
  withExamples(command, [
    'symphony run',
    'symphony run "make the tests pass"',
    'symphony run --rehearse --exit-when-idle',
    'symphony WORKFLOW.md --port 8080',
  ]);
}

async function conduct(desk: Desk, work: string | undefined, options: RunOptions): Promise<void> {
  if (work !== undefined && work.trim() === '') {
    throw misuse('The work to do is empty.', 'Say what to do: `symphony run "make the tests pass"`.');
  }
  const root = await findRoot(options.workflow === undefined ? desk.folder() : folderOf(options.workflow));
  const running = await connectRunning(root);
  if (running) return join(desk, root, work, running, options);
  const { play } = await import('../run/play.ts');
  try {
    await play(desk, root, work ?? null, options);
  } catch (error) {
    // Somebody else was first, in this very moment: what holds for one that runs holds for theirs.
    const other = isConflict(error) ? await answeringSoon(root) : null;
    if (other === null) throw error;
    await join(desk, root, work, other, options);
  }
}

/** A workflow file plays in the repository it lies in. */
function folderOf(workflow: string): string {
  const path = resolve(workflow);
  if (statSync(path, { throwIfNoEntry: false })?.isFile()) return dirname(path);
  throw new Complaint(
    `missing_workflow_file: there is no file ${path}.`,
    'Name a WORKFLOW.md that is there, or write one: docs/guides/workflow-file.md tells how.',
  );
}

/** Takes part in what runs already: with a piece of work, or only looking on. */
async function join(
  desk: Desk,
  root: string,
  work: string | undefined,
  running: Running,
  options: RunOptions,
): Promise<void> {
  if (work === undefined) {
    const { watchRunning } = await import('../run/watch.ts');
    return watchRunning(desk, root, running, options);
  }
  const { attend } = await import('../run/attend.ts');
  return attend(desk, root, work, running, options);
}

const isConflict = (error: unknown): boolean =>
  error instanceof PortError && error.failure.code === 'conflict';

const START_LIMIT_MS = 15_000;
const LOOK_MS = 100;

/** The one that holds the repository, as soon as it answers; null when it does not in good time. */
async function answeringSoon(root: string): Promise<Running | null> {
  for (const until = Date.now() + START_LIMIT_MS; Date.now() < until; ) {
    const running = await connectRunning(root);
    if (running) return running;
    const lock = await readLock(root);
    if (lock === null || !isAlive(lock.pid)) return null;
    await sleep(LOOK_MS);
  }
  return null;
}
