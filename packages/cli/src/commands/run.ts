import type { Command } from 'commander';
import { misuse } from '../complaint.ts';
import { connectRunning } from '../connection.ts';
import type { Desk } from '../desk.ts';
import { withExamples } from '../examples.ts';
import { findRoot } from '../repository.ts';
import type { RunOptions } from '../run/play.ts';
import { dayAndTime } from '../screen/time.ts';

/** `--json`: the Summary of run/summary.ts with `code`, `reason` and `target`; progress goes to stderr. */
export function addRun(program: Command, desk: Desk): void {
  const command = program
    .command('run [work]')
    .description('play the board until you press Ctrl-C, or one piece of work given here until it is done')
    .option('--rehearse', 'play with the rehearsal player: real git and processes, no model, no cost')
    .option('--exit-when-idle', 'end when nothing runs and nothing will start by itself')
    .option('--target <branch>', 'merge into this branch instead of the configured one; made when missing')
    .option('--json', 'print the summary as JSON at the end; progress goes to stderr')
    .action((work: string | undefined, options: RunOptions) => conduct(desk, work, options));
  withExamples(command, [
    'symphony run',
    'symphony run "make the tests pass"',
    'symphony run --rehearse --exit-when-idle',
  ]);
}

async function conduct(desk: Desk, work: string | undefined, options: RunOptions): Promise<void> {
  if (work !== undefined && work.trim() === '') {
    throw misuse('The work to do is empty.', 'Say what to do: `symphony run "make the tests pass"`.');
  }
  const root = await findRoot(desk.folder());
  const running = await connectRunning(root);
  if (running) {
    const { attend, heldBy } = await import('../run/attend.ts');
    if (work !== undefined) return attend(desk, root, work, running, options);
    await running.client.close();
    throw heldBy(running.holder, dayAndTime);
  }
  const { play } = await import('../run/play.ts');
  await play(desk, root, work ?? null, options);
}
