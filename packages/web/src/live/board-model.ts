import { type BoardFrame, type BoardRest, compareWork, type ItemId, type ItemView } from '@symphony/domain';
import { type Around, type Group, groupOf } from '@symphony/protocol/words';

/** The columns of the board, in the order a person reads them. */
export const GROUPS: readonly Group[] = ['waiting', 'working', 'needs-you', 'merging', 'done'];

export type Columns = Readonly<Record<Group, readonly ItemId[]>>;

/** What a frame changed, so that only those who look at it are told. */
export interface BoardChange {
  readonly items: readonly ItemView[];
  readonly gone: readonly ItemId[];
  /** Null while the columns hold the same items in the same order. */
  readonly columns: Columns | null;
  readonly rest: BoardRest | null;
}

/**
 * The board as the frames add up to it. Frames come several times a second and mostly touch items
 * where they stand, so a column is put in order anew only when one of its items came, went or moved.
 */
export class BoardModel {
  readonly #items = new Map<ItemId, ItemView>();
  readonly #groups = new Map<ItemId, Group>();
  #columns: Record<Group, readonly ItemId[]> = emptyColumns();
  #rest: BoardRest | null = null;
  #around: Around = NOBODY;
  seq = 0;

  get items(): ReadonlyMap<ItemId, ItemView> {
    return this.#items;
  }

  get columns(): Columns {
    return this.#columns;
  }

  apply(frame: BoardFrame): BoardChange {
    if (frame.kind === 'board') return this.#replace(frame);
    this.seq = frame.seq;
    const unsettled = new Set<Group>();
    const former = this.#around;
    this.#around = { ...(frame.rest ?? this.#around), at: frame.at };
    if (frame.rest) this.#rest = frame.rest;
    for (const id of frame.gone) this.#drop(id, unsettled);
    for (const item of frame.items) this.#put(item, unsettled);
    if (frame.rest) this.#regroup(namedIn(former), unsettled);
    if (frame.rest) this.#regroup(namedIn(this.#around), unsettled);
    return {
      items: frame.items,
      gone: frame.gone,
      columns: unsettled.size > 0 ? this.#settle(unsettled) : null,
      rest: frame.rest,
    };
  }

  #replace({ status }: Extract<BoardFrame, { kind: 'board' }>): BoardChange {
    const { seq, at, items, ...rest } = status;
    const before = [...this.#items.keys()];
    this.#items.clear();
    this.#groups.clear();
    this.seq = seq;
    this.#rest = rest;
    this.#around = { ...rest, at };
    for (const item of items) {
      this.#items.set(item.id, item);
      this.#groups.set(item.id, groupOf(item, this.#around));
    }
    const gone = before.filter((id) => !this.#items.has(id));
    return { items, gone, columns: this.#settle(new Set(GROUPS)), rest };
  }

  #put(item: ItemView, unsettled: Set<Group>): void {
    const before = this.#items.get(item.id);
    const from = this.#groups.get(item.id);
    const to = groupOf(item, this.#around);
    this.#items.set(item.id, item);
    this.#groups.set(item.id, to);
    if (from === to && before && !movedWithin(to, before, item)) return;
    if (from) unsettled.add(from);
    unsettled.add(to);
  }

  #drop(id: ItemId, unsettled: Set<Group>): void {
    const from = this.#groups.get(id);
    this.#items.delete(id);
    this.#groups.delete(id);
    if (from) unsettled.add(from);
  }

  /** A question or the train moves an item that did not change itself. */
  #regroup(names: ReadonlySet<string>, unsettled: Set<Group>): void {
    if (names.size === 0) return;
    for (const item of this.#items.values())
      if (names.has(item.identifier) || names.has(item.id)) this.#put(item, unsettled);
  }

  #settle(unsettled: ReadonlySet<Group>): Columns {
    const found: Record<Group, ItemView[]> = {
      waiting: [],
      working: [],
      'needs-you': [],
      merging: [],
      done: [],
    };
    for (const [id, group] of this.#groups) {
      const item = unsettled.has(group) ? this.#items.get(id) : undefined;
      if (item) found[group].push(item);
    }
    const columns = { ...this.#columns };
    for (const group of unsettled) columns[group] = found[group].sort(orderIn(group)).map(({ id }) => id);
    this.#columns = columns;
    return columns;
  }
}

/** What is done stands with the newest first; everything else in the order it is played. */
const orderIn = (group: Group): ((a: ItemView, b: ItemView) => number) =>
  group === 'done' ? (a, b) => b.changedAt - a.changedAt || compareWork(a, b) : compareWork;

const movedWithin = (group: Group, before: ItemView, after: ItemView): boolean =>
  group === 'done'
    ? before.changedAt !== after.changedAt
    : before.priority !== after.priority ||
      before.rank !== after.rank ||
      before.returned !== after.returned ||
      before.createdAt !== after.createdAt;

const namedIn = ({ inbox, train }: Around): ReadonlySet<string> =>
  new Set([...inbox.map(({ item }) => item), ...train.awaitingApproval]);

const NOBODY: Around = {
  at: 0,
  inbox: [],
  train: { queue: [], trying: [], awaitingApproval: [], held: null },
};

const emptyColumns = (): Record<Group, readonly ItemId[]> => ({
  waiting: [],
  working: [],
  'needs-you': [],
  merging: [],
  done: [],
});
