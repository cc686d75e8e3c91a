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
        change(event.item, { awaitsApproval: true });
      }
      // In auto mode this follows at once.
      if (event.type === 'handoff-approved') change(event.item, { awaitsApproval: false });
    },
  };
}
