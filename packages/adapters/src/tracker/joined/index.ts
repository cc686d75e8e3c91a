import {
  type CommentsRead,
  type ItemId,
  type NewWork,
  normaliseName,
  PortError,
  type TrackedItem,
  type Tracker,
  type TrackerRead,
  type WorkChanges,
} from '@symphony/domain';

type WholeTracker = Required<Omit<Tracker, 'nextPollMs' | 'commentsSince' | 'mayWrite'>>;

/**
 * Two trackers as one: the local board, which can do everything and holds what Symphony itself makes
 * (missions, melodies, a task typed at the terminal), and a remote one that people plan on. An item
 * is the board's when the board has it; everything else is asked of the remote one. Reads stay
 * atomic: when either fails, the whole fails. Without a remote one it is the board alone.
 */
export class JoinedTracker implements Required<Tracker> {
  readonly #board: WholeTracker;
  readonly #remote: () => Tracker | null;

  /** `remote` is asked at every use, because the configuration is live. */
  constructor(board: WholeTracker, remote: () => Tracker | null) {
    this.#board = board;
    this.#remote = remote;
  }

  /** The two as they are now, whatever the configuration says later: what was offered of them is what is used. */
  asOfNow(): JoinedTracker {
    const remote = this.#remote();
    return new JoinedTracker(this.#board, () => remote);
  }

  get kind(): string {
    return this.#remote()?.kind ?? this.#board.kind;
  }

  async fetchByStates(states: readonly string[]): Promise<TrackerRead> {
    const reads = [this.#remote(), this.#board].map((each) => each?.fetchByStates(states));
    const [remote, own] = await Promise.all(reads);
    return {
      items: [...(own?.items ?? []), ...(remote?.items ?? [])],
      problems: [...(own?.problems ?? []), ...(remote?.problems ?? [])],
    };
  }

  async fetchByIds(ids: readonly ItemId[]): Promise<readonly TrackedItem[]> {
    const own = await this.#board.fetchByIds(ids);
    const found = new Set(own.map(({ id }) => normaliseName(id)));
    const others = ids.filter((id) => !found.has(normaliseName(id)));
    return [...own, ...((await this.#remote()?.fetchByIds(others)) ?? [])];
  }

  async moveTo(id: ItemId, state: string): Promise<void> {
    const keeper = await this.#keeperOf(id);
    if (!keeper.moveTo) throw cannot(keeper, 'move items');
    await keeper.moveTo(id, state);
  }

  async comment(id: ItemId, key: string, text: string): Promise<void> {
    const keeper = await this.#keeperOf(id);
    if (!keeper.comment) throw cannot(keeper, 'take comments');
    await keeper.comment(id, key, text);
  }

  /** What Symphony makes for itself stays here: people's tracker is theirs. */
  create(work: NewWork): Promise<void> {
    return this.#board.create(work);
  }

  /** What a person adds goes where people plan. */
  async add(work: WorkChanges & { readonly title: string }): Promise<TrackedItem> {
    return this.#remote()?.add?.(work) ?? this.#board.add(work);
  }

  async edit(id: ItemId, changes: WorkChanges): Promise<TrackedItem> {
    const keeper = await this.#keeperOf(id);
    if (!keeper.edit) throw cannot(keeper, 'change items');
    return keeper.edit(id, changes);
  }

  watch(hint: () => void): { stop(): Promise<void> } {
    const watches = [this.#board.watch(hint), this.#remote()?.watch?.(hint)];
    return {
      stop: async () => {
        await Promise.all(watches.map((each) => each?.stop()));
      },
    };
  }

  nextPollMs(intervalMs: number): number {
    return this.#remote()?.nextPollMs?.(intervalMs) ?? intervalMs;
  }

  /** People command where they plan; the board's comments are Symphony's alone. */
  async commentsSince(after: string | null): Promise<CommentsRead> {
    const read = await this.#remote()?.commentsSince?.(after);
    return read ?? { comments: [], next: after ?? '' };
  }

  /** Nobody is taken on trust: where there is nobody to ask, nobody may. */
  async mayWrite(author: string, item: ItemId): Promise<boolean> {
    return (await this.#remote()?.mayWrite?.(author, item)) ?? false;
  }

  async #keeperOf(id: ItemId): Promise<Tracker> {
    const remote = this.#remote();
    if (!remote) return this.#board;
    return (await this.#board.fetchByIds([id])).length > 0 ? this.#board : remote;
  }
}

const cannot = ({ kind }: Tracker, what: string): PortError =>
  new PortError({ code: 'refused', message: `The ${kind} tracker cannot ${what}.` });
