import type { RuntimeStatsView, StatsView } from '@symphony/domain';
import { RequestError } from '@symphony/protocol';
import type { Command } from 'commander';
import { withConductor } from '../connection.ts';
import type { Desk } from '../desk.ts';
import { wholeNumber, withExamples } from '../examples.ts';

const DAY_MS = 86_400_000;

/** `--json`: `{ work, runtime }`: the StatsView and the RuntimeStatsView of packages/domain. */
export function addStats(program: Command, desk: Desk): void {
  const command = program
    .command('stats')
    .description('how it went: success, cost and time by player, melody, route, tool and model')
    .option('--days <number>', 'of this many days', wholeNumber, 30)
    .option('--json', 'print { work, runtime } as JSON')
    .action((options: { days: number; json?: boolean }) => showStats(desk, options));
  withExamples(command, [
    'symphony stats',
    'symphony stats --days 7',
    'symphony stats --json | jq .runtime.byTool',
  ]);
}

async function showStats(desk: Desk, { days, json }: { days: number; json?: boolean }): Promise<void> {
  const { terminal } = desk;
  const from = terminal.now() - Math.max(1, days) * DAY_MS;
  const { work, runtime } = await look(desk, from);
  if (json) return terminal.json({ work, runtime });
  const { statsLines } = await import('../screen/stats-screen.ts');
  terminal.lines(statsLines(work, runtime, terminal.frame()));
}

interface Looked {
  /** Null: nothing was played yet. */
  readonly work: StatsView | null;
  readonly runtime: RuntimeStatsView;
}

/** Chats may be all there is: a repository without a log is no failure. */
async function look(desk: Desk, from: number): Promise<Looked> {
  try {
    return await withConductor(desk, async ({ client }) => ({
      work: await client.ask('stats', { from }),
      runtime: await client.ask('runtime-stats', { from }),
    }));
  } catch (error) {
    if (!(error instanceof RequestError) || error.code !== 'missing') throw error;
    const { withChats } = await import('../chat/reach.ts');
    return withChats(desk, async ({ client }) => ({
      work: null,
      runtime: await client.ask('runtime-stats', { from }),
    }));
  }
}
