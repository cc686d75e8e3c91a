import type { Command } from 'commander';
import { connectRunning } from '../connection.ts';
import type { Desk } from '../desk.ts';
import { withExamples } from '../examples.ts';
import { findRoot } from '../repository.ts';

interface DownOptions {
  readonly now?: boolean;
  readonly json?: boolean;
}

/** `--json`: `{ stopped, pid }`; progress goes to stderr. */
export function addDown(program: Command, desk: Desk): void {
  const command = program
    .command('down')
    .description(
      'end what `symphony up` or `symphony run` started here; unfinished work goes on at the next start',
    )
    .option('--now', 'do not wait for agents: end their processes')
    .option('--json', 'print { stopped, pid }')
    .action((options: DownOptions) => down(desk, options));
  withExamples(command, ['symphony down', 'symphony down --now']);
}

async function down(desk: Desk, options: DownOptions): Promise<void> {
  const { terminal } = desk;
  const root = await findRoot(desk.folder());
  const running = await connectRunning(root);
  if (!running) {
    if (options.json) return terminal.json({ stopped: false, pid: null });
    return terminal.line('Nothing runs here.');
  }
  const { pid } = running.holder;
  const { stopRunning } = await import('../daemon/stop.ts');
  const stopped = await stopRunning(desk, root, running, options.now === true);
  if (!stopped) desk.endWith(1);
  if (options.json) return terminal.json({ stopped, pid });
  terminal.line(
    stopped ? `Symphony has ended (pid ${pid}).` : 'You stopped waiting; Symphony goes on ending.',
  );
}
