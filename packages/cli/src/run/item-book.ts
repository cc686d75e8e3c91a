import type { ItemId, LogEvent, LogEventOf, StatusView } from '@symphony/domain';
import type { ItemEnd } from './summary.ts';

const UNKNOWN = {
  title: '',
  state: 'open',
  outcome: 'none',
  reason: '',
  awaitsApproval: false,
  givenUp: false,
} as const;

/** Where every item is, from what was known before and what was heard since. */
export function itemBook(view: StatusView) {
  const items = new Map<ItemId, ItemEnd>();
  for (const { id, identifier, title, state, outcome, reason, givenUp } of view.items) {
    const awaitsApproval = view.train.awaitingApproval.includes(identifier);
    items.set(id, { identifier, title, state, outcome, reason, awaitsApproval, givenUp });
  }
  const returned = new Set<ItemId>();
  // A mission merges its parts itself: nobody is asked for their approval.
  const parts = new Set(view.items.flatMap(({ id, mission }) => (mission === null ? [] : [id])));
  const change = (id: ItemId, part: Partial<ItemEnd>) => {
    items.set(id, { ...(items.get(id) ?? { identifier: id, ...UNKNOWN }), ...part });
  };
  const move = (event: LogEventOf<'item-moved'>) => {
    const outcome = event.to === 'open' ? (event.outcome ?? 'none') : 'none';
    const left = event.to === 'handed_off' ? {} : { awaitsApproval: false };
    const givenUp = event.event === 'pr_closed' && outcome === 'closed' && returned.has(event.item);
    change(event.item, { state: event.to, outcome, reason: event.reason, givenUp, ...left });
  };
  return {
    nameOf: (id: ItemId): string => items.get(id)?.identifier ?? id,
    all: (): readonly ItemEnd[] => [...items.values()],
    hear(event: LogEvent): void {
      if (event.type === 'item-moved') move(event);
      if (event.type === 'item-seen') {
        change(event.item, { identifier: event.tracked.identifier, title: event.tracked.title });
      }
      if (event.type === 'handoff-returned') returned.add(event.item);
      if (event.type === 'handoff-made') {
        returned.delete(event.item);
        change(event.item, { awaitsApproval: !parts.has(event.item) });
      }
      if (event.type === 'mission-part-made') parts.add(event.part.item);
      // In auto mode this follows at once. What is not on the board is a mission as a whole.
      if (event.type === 'handoff-approved' && items.has(event.item))
        change(event.item, { awaitsApproval: false });
    },
  };
}
