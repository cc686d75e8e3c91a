import type { LogEventOf, RunId } from '@symphony/domain';
import type { ConductorClient } from '@symphony/protocol';

const PAGE = 20;

/** The entry a run began with: it holds the melody as it is played. Null when the log has none. */
export async function findStart(
  client: Pick<ConductorClient, 'events'>,
  run: RunId,
): Promise<LogEventOf<'melody-started'> | null> {
  for (let after = 0; ; ) {
    const page = await client.events(after, PAGE, { types: ['melody-started'] });
    for (const { event } of page) if (event.type === 'melody-started' && event.run === run) return event;
    const last = page.at(-1);
    if (!last || page.length < PAGE) return null;
    after = last.seq;
  }
}
