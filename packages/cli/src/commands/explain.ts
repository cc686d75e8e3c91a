import type { Entry, LogEvent } from '@symphony/domain';
import type { ConductorClient } from '@symphony/protocol';
import { weightOf } from '@symphony/protocol/words';
import type { Command } from 'commander';
import { withConductor } from '../connection.ts';
import type { Desk } from '../desk.ts';
import { withExamples } from '../examples.ts';
import { explainLines } from '../screen/explain-screen.ts';
import { lastEntries } from '../words/last-entries.ts';

const HISTORY = 12;

/** `--json`: the ExplainView of packages/domain/src/view.ts, with `history`: the last entries. */
export function addExplain(program: Command, desk: Desk): void {
  const command = program
    .command('explain <id>')
    .description('say why an item is where it is, check by check, and what happens next')
    .option('--json', 'print { item, checks, next, history } as JSON')
    .action((id: string, options: { json?: boolean }) => explain(desk, id, options.json === true));
  withExamples(command, ['symphony explain S-3', 'symphony explain S-3 --json | jq -r .next']);
}

async function explain(desk: Desk, id: string, json: boolean): Promise<void> {
  const { terminal } = desk;
  await withConductor(desk, async ({ client }) => {
    const view = await client.explain(id);
    const history = await historyOf(client, view.item.id);
    if (json) terminal.json({ ...view, history });
    else terminal.lines(explainLines(view, history, terminal.frame()));
  });
}

/** What happened to the item lately, without the agents' talk and without what changed nothing. */
async function historyOf(client: ConductorClient, item: string): Promise<readonly Entry[]> {
  const entries = await lastEntries(client, 400, { item });
  return entries.filter(({ event }) => weightOf(event) !== 'chatter' && !isNoise(event)).slice(-HISTORY);
}

/** A turn that ended is told by its own event; a wish to move is told by the move. */
const isNoise = (event: LogEvent): boolean =>
  event.type === 'tracker-move-wanted' || (event.type === 'item-moved' && event.from === event.to);
