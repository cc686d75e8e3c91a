import { RequestError } from '@symphony/protocol';
import type { Command } from 'commander';
import { type Holder, holderPhrase, withConductor } from '../connection.ts';
import type { Desk } from '../desk.ts';
import { withExamples } from '../examples.ts';
import type { Frame } from '../screen/frame.ts';
import { oneLine } from '../screen/harmless.ts';
import { statusLines } from '../screen/status-screen.ts';

/** `--json`: the StatusView of packages/domain/src/view.ts, and `conductor`: who plays, or null. */
export function addStatus(program: Command, desk: Desk): void {
  const command = program
    .command('status')
    .description('show every work item and where it is, what waits for you, and what was spent')
    .option('--all', 'list all waiting and finished items')
    .option('--json', 'print the whole status as JSON')
    .action((options: { all?: boolean; json?: boolean }) => showStatus(desk, options));
  withExamples(command, ['symphony status', 'symphony status --json | jq .spend.today']);
}

async function showStatus(desk: Desk, options: { all?: boolean; json?: boolean }): Promise<void> {
  try {
    await showView(desk, options);
  } catch (error) {
    // A repository in which nothing was played yet is no failure for somebody who only looks.
    if (options.json || !(error instanceof RequestError) || error.code !== 'missing') throw error;
    desk.terminal.lines([oneLine(`${error.message} ${error.nextStep ?? ''}`)]);
  }
}

async function showView(desk: Desk, options: { all?: boolean; json?: boolean }): Promise<void> {
  const { terminal } = desk;
  await withConductor(desk, async ({ client, holder }) => {
    const view = await client.status();
    if (options.json) return terminal.json({ ...view, conductor: conductorOf(holder) });
    const frame = {
      ...terminal.frame(),
      conductor: holderPhrase(holder, terminal.now()),
      all: options.all === true,
    };
    const [headline = '', ...rest] = statusLines(view, frame);
    terminal.lines([headline, ...workbenchLines(holder, frame.paint), ...rest]);
  });
}

/** Without the token: `symphony open` has it. */
function workbenchLines(holder: Holder | null, paint: Frame['paint']): string[] {
  if (holder?.url) return [paint('dim', `Workbench ${oneLine(holder.url)} (symphony open)`)];
  return holder?.trouble ? [paint('bad', oneLine(`! There is no workbench: ${holder.trouble}`))] : [];
}

const conductorOf = (holder: Holder | null) =>
  holder && {
    pid: holder.pid,
    mode: holder.mode ?? 'foreground',
    startedAt: holder.startedAt,
    version: holder.version,
    url: holder.url ?? null,
    trouble: holder.trouble ?? null,
  };
