import { type ConductorState, type ItemState, itemView, RUN_TYPES, runHistory } from '@symphony/conductor';
import { type Entry, normaliseName, type Store } from '@symphony/domain';
import { type Handlers, itemNamed, type QueryParts } from './handlers.ts';
import { Breath } from './log/breath.ts';

const PAGE = 200;
/** What a screen shows of a description; trackers set no bound to it. */
const MOST_DESCRIPTION = 100_000;

export function openItem({ store, state }: Pick<QueryParts, 'store' | 'state'>): Pick<Handlers, 'item'> {
  return {
    item: async ({ id }) => {
      const { id: known } = itemNamed(state(), id).tracked;
      const entries = await entriesOf(store, known);
      const firstSeq = store.read(0, 1, { item: known })[0]?.seq ?? 0;
      // As it is now: reading its past took a moment.
      const item = itemNamed(state(), known);
      const { description, assignee } = item.tracked;
      return {
        item: itemView(state(), item),
        description: description?.slice(0, MOST_DESCRIPTION) ?? null,
        assignee,
        ...runHistory(entries, item.run),
        blocks: blockedBy(state(), item),
        steering: item.steering,
        firstSeq,
      };
    },
  };
}

async function entriesOf(store: Store, item: string): Promise<readonly Entry[]> {
  const found: Entry[] = [];
  const breath = new Breath();
  for (let after = 0; ; ) {
    const page = store.read(after, PAGE, { item, types: RUN_TYPES });
    found.push(...page);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return found;
    after = last.seq;
    await breath.take();
  }
}

/** Trackers name a blocker by its id, its identifier or both. */
function blockedBy({ items }: ConductorState, { tracked }: ItemState): readonly string[] {
  const name = normaliseName(tracked.identifier);
  const waiting: string[] = [];
  for (const { tracked: other } of items.values()) {
    const named = other.blockedBy.some(({ id, identifier }) =>
      id === null ? identifier !== null && normaliseName(identifier) === name : id === tracked.id,
    );
    if (named) waiting.push(other.identifier);
  }
  return waiting.sort();
}
