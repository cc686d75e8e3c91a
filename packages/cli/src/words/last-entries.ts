import type { Entry, EntryFilter } from '@symphony/domain';
import type { ConductorClient } from '@symphony/protocol';

const PAGE = 1000;

/**
 * The newest `count` entries that fit the filter. The log is read forwards only, so a filtered
 * read walks all that fits (thousands of entries a second) and an unfiltered one starts near the end.
 */
export async function lastEntries(
  client: ConductorClient,
  count: number,
  filter?: EntryFilter,
): Promise<readonly Entry[]> {
  let after = filter ? 0 : Math.max(0, (await client.status()).seq - count);
  let kept: Entry[] = [];
  for (;;) {
    const page = await client.events(after, PAGE, filter);
    kept = [...kept, ...page].slice(-count);
    const last = page.at(-1);
    if (!last || page.length < PAGE) return kept;
    after = last.seq;
  }
}
