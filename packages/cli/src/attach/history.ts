import type { Entry, ItemId } from '@symphony/domain';
import type { ConductorClient } from '@symphony/protocol';

const PAGE = 1_000;
/** More than anybody scrolls back through; a run that talks for days must not be held whole. */
const MOST = 5_000;

/** What was recorded of the item since its current run began; its last one when none is under way. */
export async function currentRun(
  client: Pick<ConductorClient, 'events'>,
  item: ItemId,
): Promise<readonly Entry[]> {
  let kept: Entry[] = [];
  for (let after = 0; ; ) {
    const page = await client.events(after, PAGE, { item });
    kept = sinceLastStart([...kept, ...page]).slice(-MOST);
    const last = page.at(-1);
    if (!last || page.length < PAGE) return kept;
    after = last.seq;
  }
}

function sinceLastStart(entries: Entry[]): Entry[] {
  const start = entries.findLastIndex(({ event }) => event.type === 'run-started');
  return start > 0 ? entries.slice(start) : entries;
}
