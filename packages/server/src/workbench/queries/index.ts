import { openArtifacts } from './artifacts.ts';
import { openChanges } from './changes/index.ts';
import { type Handlers, plainSpoken, type QueryParts } from './handlers.ts';
import { openItem } from './item.ts';
import { openReplay } from './replay.ts';
import { openStats } from './stats.ts';
import { openTimeline } from './timeline.ts';

export type { Handlers, QueryParts } from './handlers.ts';

/** What the workbench asks about one thing, the numbers and the past. All of it only reads. */
export const openQueries = (
  parts: QueryParts,
): Pick<
  Handlers,
  'item' | 'changes' | 'patch' | 'artifacts' | 'artifact' | 'lineage' | 'stats' | 'replay' | 'timeline'
> =>
  plainSpoken({
    ...openItem(parts),
    ...openChanges(parts),
    ...openArtifacts(parts),
    ...openStats(parts),
    ...openReplay(parts),
    ...openTimeline(parts),
  });
