import type { Entry, LogEvent } from '@symphony/domain';

/** What changes more of an item than its transcript. The agent's own talk does not. */
const NEWS: ReadonlySet<LogEvent['type']> = new Set<LogEvent['type']>([
  'item-seen',
  'item-moved',
  'run-started',
  'run-ended',
  'turn-started',
  'turn-ended',
  'chamber-inspected',
  'evidence-recorded',
  'steering-wanted',
  'handoff-made',
  'handoff-returned',
  'artifact-stored',
]);

/** The number of the last entry after which the item is asked about again; 0 when there is none. */
export const lastNews = (entries: readonly Entry[]): number =>
  entries.findLast(({ event }) => NEWS.has(event.type))?.seq ?? 0;
