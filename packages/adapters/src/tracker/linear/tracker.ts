import type { CommentsRead, ItemId, TrackedItem, TrackerRead, WorkChanges } from '@symphony/domain';
import type { RemoteTracker, TrackerBudget, TrackerFinding, TrackerOptions } from '../provider.ts';
import { addIssue, editIssue } from './changing.ts';
import { checkLinear } from './check.ts';
import { LinearClient } from './client.ts';
import { notThere } from './fault.ts';
import { commentsSince, mayWrite } from './listening.ts';
import { LinearReader } from './reading.ts';
import { type Filter, scopeOf } from './scope.ts';
import type { LinearSettings } from './settings.ts';
import { LinearShelf } from './shelf.ts';
import { commentOnce, moveIssue } from './writing.ts';

/** Linear as a tracker. It has no `create`: Linear chooses no id that it is told in another form than its own. */
export interface LinearTracker extends RemoteTracker {
  moveTo(id: ItemId, state: string): Promise<void>;
  comment(id: ItemId, key: string, text: string): Promise<void>;
  add(work: WorkChanges & { readonly title: string }): Promise<TrackedItem>;
  edit(id: ItemId, changes: WorkChanges): Promise<TrackedItem>;
  commentsSince(after: string | null): Promise<CommentsRead>;
  mayWrite(author: string, item: ItemId): Promise<boolean>;
}

/** Nothing is asked before the first call. */
export const openLinearTracker = (options: TrackerOptions<LinearSettings>): LinearTracker =>
  new Linear(options);

class Linear implements LinearTracker {
  readonly kind = 'linear';
  readonly #client: LinearClient;
  readonly #settings: LinearSettings;
  readonly #scope: Filter;
  readonly #reader: LinearReader;
  readonly #shelf: LinearShelf;

  constructor({ settings, states, now = Date.now }: TrackerOptions<LinearSettings>) {
    this.#settings = settings;
    this.#scope = scopeOf(settings);
    this.#client = new LinearClient(settings, now);
    this.#reader = new LinearReader(this.#client, this.#scope, {
      assignee: settings.assignee,
      subIssues: settings.subIssues,
      terminalStates: states.terminal,
    });
    this.#shelf = new LinearShelf(this.#client, this.#reader, this.#scope, now);
  }

  async fetchByStates(states: readonly string[]): Promise<TrackerRead> {
    if (states.length === 0) return { items: [], problems: [] };
    this.#client.budget.beginRound();
    return this.#shelf.inStates(states);
  }

  async fetchByIds(ids: readonly ItemId[]): Promise<readonly TrackedItem[]> {
    return ids.length === 0 ? [] : this.#reader.byIds(ids);
  }

  async moveTo(id: ItemId, state: string): Promise<void> {
    await moveIssue(this.#client, this.#scope, id, state);
  }

  async comment(id: ItemId, key: string, text: string): Promise<void> {
    await commentOnce(this.#client, this.#scope, id, key, text);
  }

  async add(work: WorkChanges & { readonly title: string }): Promise<TrackedItem> {
    return this.#one(await addIssue(this.#client, this.#settings, this.#scope, work));
  }

  async edit(id: ItemId, changes: WorkChanges): Promise<TrackedItem> {
    await editIssue(this.#client, this.#scope, id, changes);
    return this.#one(id);
  }

  commentsSince(after: string | null): Promise<CommentsRead> {
    return commentsSince(this.#client, this.#scope, after);
  }

  mayWrite(author: string, item: ItemId): Promise<boolean> {
    return mayWrite(this.#client, this.#scope, author, item);
  }

  check(): Promise<readonly TrackerFinding[]> {
    return checkLinear(this.#client, this.#settings);
  }

  budget(): TrackerBudget | null {
    return this.#client.budget.view();
  }

  nextPollMs(intervalMs: number): number {
    return this.#client.budget.nextPollMs(intervalMs);
  }

  async #one(id: ItemId): Promise<TrackedItem> {
    const [item] = await this.#reader.byIds([id]);
    if (!item) throw notThere(`issue ${id}`);
    return item;
  }
}
