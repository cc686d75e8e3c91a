import {
  type CommentsRead,
  type Failure,
  type ItemId,
  isOneOf,
  type NewWork,
  normaliseLabels,
  PortError,
  type TrackedItem,
  type Tracker,
  type TrackerComment,
  type TrackerProblem,
  type TrackerRead,
} from '@symphony/domain';

/** A tracker that lives in the process: for tests and for runs that need no tracker. */
export class MemoryTracker implements Tracker {
  readonly kind = 'memory';
  readonly #items = new Map<ItemId, TrackedItem>();
  readonly #malformed = new Map<ItemId, TrackerProblem>();
  readonly #comments = new Map<ItemId, Map<string, string>>();
  readonly #said: TrackerComment[] = [];
  readonly #writers = new Set<string>();
  readonly #hints = new Set<() => void>();
  readonly #failures: Failure[] = [];
  readonly #firstState: string;

  /** Items that are created begin in `firstState`. */
  constructor(items: readonly TrackedItem[] = [], firstState = 'Todo') {
    this.#firstState = firstState;
    for (const item of items) this.put(item);
  }

  /** Adds the item, or puts it in the place of the one with its id. */
  put(item: TrackedItem): void {
    const priority = Number.isSafeInteger(item.priority) ? item.priority : null;
    this.#malformed.delete(item.id);
    this.#items.set(item.id, { ...item, priority, labels: normaliseLabels(item.labels) });
    this.#changed();
  }

  remove(id: ItemId): void {
    this.#items.delete(id);
    this.#malformed.delete(id);
    this.#changed();
  }

  /** Makes the record unreadable until it is put again. */
  spoil(id: ItemId, message: string): void {
    this.#items.delete(id);
    this.#malformed.set(id, { where: id, message });
    this.#changed();
  }

  /** The next call that would reach the tracker fails; several are used up in turn. */
  failNext(failure: Failure): void {
    this.#failures.push(failure);
  }

  commentsOf(id: ItemId): readonly string[] {
    return [...(this.#comments.get(id)?.values() ?? [])];
  }

  /** Writes a comment as a person would, and answers its id. */
  say(id: ItemId, text: string, author: string, standing: TrackerComment['standing'] = 'stranger'): string {
    const comment = `comment-${this.#said.length + 1}`;
    this.#said.push({ id: comment, item: [id], author: { id: author, name: author }, standing, text });
    this.#changed();
    return comment;
  }

  /** From now on this author may write. */
  admit(author: string): void {
    this.#writers.add(author);
  }

  async commentsSince(after: string | null): Promise<CommentsRead> {
    this.#reach();
    const comments = after === null ? [] : this.#said.slice(Number(after));
    return { comments, next: String(this.#said.length) };
  }

  async mayWrite(author: string): Promise<boolean> {
    this.#reach();
    return this.#writers.has(author);
  }

  async fetchByStates(states: readonly string[]): Promise<TrackerRead> {
    if (states.length === 0) return { items: [], problems: [] };
    this.#reach();
    const items = [...this.#items.values()].filter((item) => isOneOf(item.state, states));
    return { items, problems: [...this.#malformed.values()] };
  }

  async fetchByIds(ids: readonly ItemId[]): Promise<readonly TrackedItem[]> {
    if (ids.length === 0) return [];
    this.#reach();
    return [...new Set(ids)].flatMap((id) => {
      const item = this.#visible(id);
      return item ? [item] : [];
    });
  }

  async moveTo(id: ItemId, state: string): Promise<void> {
    this.#reach();
    const item = this.#existing(id);
    if (item.state === state) return;
    this.#items.set(id, { ...item, state });
    this.#changed();
  }

  async comment(id: ItemId, key: string, text: string): Promise<void> {
    this.#reach();
    this.#existing(id);
    const comments = this.#comments.get(id) ?? new Map<string, string>();
    if (comments.has(key)) return;
    this.#comments.set(id, comments.set(key, text));
    this.#changed();
  }

  async create(work: NewWork): Promise<void> {
    this.#reach();
    if (this.#items.has(work.id) || this.#malformed.has(work.id)) return;
    this.put({
      ...work,
      identifier: work.id,
      description: work.description === '' ? null : work.description,
      state: this.#firstState,
      blockedBy: [],
      dispatchable: work.dispatchable ?? true,
      assignee: null,
      url: null,
      repository: null,
      branchName: null,
      createdAt: null,
      updatedAt: null,
      nativeRef: null,
    });
  }

  watch(hint: () => void): { stop(): Promise<void> } {
    // A function of its own, so that watching twice with the same hint is two watches.
    const call = (): void => hint();
    this.#hints.add(call);
    return {
      stop: async () => {
        this.#hints.delete(call);
      },
    };
  }

  #reach(): void {
    const failure = this.#failures.shift();
    if (failure) throw new PortError(failure);
  }

  #visible(id: ItemId): TrackedItem | undefined {
    const problem = this.#malformed.get(id);
    if (problem) throw new PortError({ code: 'invalid', message: `${problem.where}: ${problem.message}` });
    return this.#items.get(id);
  }

  #existing(id: ItemId): TrackedItem {
    const item = this.#visible(id);
    if (item) return item;
    throw new PortError({ code: 'missing', message: `There is no item ${id}.` });
  }

  #changed(): void {
    for (const hint of this.#hints) hint();
  }
}
