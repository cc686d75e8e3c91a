import type { Command } from 'commander';
import { connectRunning, type Holder, holderPhrase } from '../connection.ts';
import type { LaunchOptions } from '../daemon/launch.ts';
import { workbenchLine, workbenchOf } from '../daemon/workbench.ts';
import type { Desk } from '../desk.ts';
import { withExamples } from '../examples.ts';
import { findRoot } from '../repository.ts';
import { oneLine } from '../screen/harmless.ts';

interface UpOptions extends LaunchOptions {
  readonly foreground?: boolean;
  readonly json?: boolean;
}

/** `--json`: `{ started, pid, mode, startedAt, url, trouble }`. */
export function addUp(program: Command, desk: Desk): void {
  const command = program
    .command('up')
    .description('play the board in the background, also when this terminal is closed, until `symphony down`')
    .option('--rehearse', 'play with the rehearsal player: real git and processes, no model, no cost')
    .option('--target <branch>', 'merge into this branch instead of the configured one; made when missing')
    .option('--foreground', 'stay here instead, writing line by line: for systemd, launchd and containers')
    .option('--json', 'print { started, pid, mode, startedAt, url, trouble }')
    .action((options: UpOptions) => up(desk, options));
  withExamples(command, ['symphony up', 'symphony up --rehearse', 'symphony up && symphony open']);
}

async function up(desk: Desk, options: UpOptions): Promise<void> {
  const root = await findRoot(desk.folder());
  if (options.foreground) {
    const { serve } = await import('../daemon/serve.ts');
    return serve(desk, root, options);
  }
  const running = await connectRunning(root);
  await running?.client.close();
  const { launch } = await import('../daemon/launch.ts');
  const { started, holder } = running
    ? { started: false, holder: running.holder }
    : await launch(root, options, desk.terminal);
  if (options.json) return desk.terminal.json({ started, ...viewOf(holder) });
  const first = started
    ? `Symphony plays in the background (pid ${holder.pid}).`
    : `Symphony runs here already: ${holderPhrase(holder, desk.terminal.now())}.`;
  desk.terminal.lines([
    first,
    await whereabouts(desk, root, holder),
    '`symphony status` shows what it does, `symphony down` ends it.',
  ]);
}

const viewOf = ({ pid, mode, startedAt, url, trouble }: Holder) => ({
  pid,
  mode: mode ?? 'foreground',
  startedAt,
  url: url ?? null,
  trouble: trouble ?? null,
});

/** What keeps the workbench closed must be seen: the daemon itself has nobody to tell. */
async function whereabouts({ terminal }: Desk, root: string, holder: Holder): Promise<string> {
  if (holder.url) return workbenchLine(terminal, await workbenchOf(root, holder));
  if (holder.trouble) return terminal.paint('bad', oneLine(`There is no workbench: ${holder.trouble}`));
  return 'The workbench is switched off (`http.enabled`).';
}
