import {
  type CommentsRead,
  type ItemId,
  isOneOf,
  PortError,
  type TrackedItem,
  type TrackerRead,
  type WorkChanges,
} from '@symphony/domain';
import { Commenter } from '../../github/commenter.ts';
import type { GitHub } from '../../github/index.ts';
import type { RemoteTracker, TrackerBudget, TrackerFinding } from '../provider.ts';
import { absent } from './absent.ts';
import { Account } from './account.ts';
import { blockersOf, nameOf, readBlockers, shelfKey } from './blockers.ts';
import { commentsSince, mayWrite } from './commands.ts';
import { type IssueName, idOf, type RepositoryName, readId, sameRepository } from './identity.ts';
import { inTurn } from './in-turn.ts';
import { IssueShelf } from './issue-shelf.ts';
import { IssueWriter } from './issue-writer.ts';
import { type IssueRecord, type Reading, readRecord } from './record.ts';
import type { GitHubTrackerSettings } from './settings.ts';

interface KnownBlockers {
  readonly stamp: string;
  readonly records: readonly IssueRecord[];
}

/** The issues of one or several repositories as a tracker. */
export class IssuesTracker implements RemoteTracker {
  readonly kind = 'github';
  readonly #github: GitHub;
  readonly #settings: GitHubTrackerSettings;
  readonly #account: Account;
  readonly #writer: IssueWriter;
  readonly #commenter: Commenter;
  readonly #home: RepositoryName | null;
  readonly #shelves: ReadonlyMap<string, { readonly repository: RepositoryName; readonly shelf: IssueShelf }>;
  readonly #blockers = new Map<ItemId, KnownBlockers>();

  constructor(github: GitHub, settings: GitHubTrackerSettings, now: () => number) {
    this.#github = github;
    this.#settings = settings;
    this.#account = new Account(github, settings, now);
    this.#writer = new IssueWriter(github, settings);
    this.#commenter = new Commenter(github);
    const { repositories, labels } = settings;
    this.#home = repositories.length === 1 ? (repositories[0] ?? null) : null;
    this.#shelves = new Map(
      repositories.map((repository) => [
        shelfKey(repository),
        { repository, shelf: new IssueShelf(github, repository, labels, now) },
      ]),
    );
  }

  async fetchByStates(states: readonly string[]): Promise<TrackerRead> {
    if (states.length === 0) return { items: [], problems: [] };
    this.#account.notePoll();
    const reading = await this.#reading();
    const open = new Map<string, ReadonlyMap<number, IssueRecord>>();
    for (const [key, { shelf }] of this.#shelves) open.set(key, await shelf.open());
    const freshState = (name: IssueName) => {
      const shelved = this.#settings.labels.length > 0 ? undefined : open.get(shelfKey(name));
      return shelved ? (shelved.get(name.number) ?? ('closed' as const)) : null;
    };
    const found = [];
    for (const [key, { repository, shelf }] of this.#shelves) {
      const closed = isOneOf(this.#settings.closedState, states) ? await shelf.closed() : [];
      for (const record of [...(open.get(key)?.values() ?? []), ...closed]) {
        const name = { ...repository, number: record.number ?? 0 };
        const waits = await this.#knownBlockers(name, record, shelf.generation);
        const blockers = blockersOf(waits, repository, this.#home, this.#settings, freshState);
        found.push(readRecord(record, name, blockers, reading));
      }
    }
    const items = found.flatMap((each) => (each.ok && isOneOf(each.item.state, states) ? [each.item] : []));
    const unique = new Map(items.map((item) => [item.id, item]));
    return {
      items: [...unique.values()],
      problems: found.flatMap((each) => (each.ok ? [] : [each.problem])),
    };
  }

  async fetchByIds(ids: readonly ItemId[]): Promise<readonly TrackedItem[]> {
    const names = new Map(
      [...new Set(ids)].flatMap((id) => this.#own(id) ?? []).map((each) => [idOf(each), each]),
    );
    if (names.size === 0) return [];
    const reading = await this.#reading();
    const items = await inTurn([...names.values()], 4, async (name) => {
      const record = await this.#get(name);
      if (!record) return null;
      const waits = await readBlockers(this.#github, name, record, this.#settings);
      const read = readRecord(record, name, blockersOf(waits, name, this.#home, this.#settings), reading);
      if (read.ok) return read.item;
      const message = `${read.problem.where}: ${read.problem.message}`;
      throw new PortError({ code: 'invalid', family: 'tracker_response', message });
    });
    return items.filter((each) => each !== null);
  }

  async moveTo(id: ItemId, state: string): Promise<void> {
    const { name, record } = await this.#existing(id);
    await this.#writer.move(name, record, state);
  }

  async comment(id: ItemId, key: string, text: string): Promise<void> {
    // Looked at first: what is written where a transferred issue was goes nowhere.
    const { name } = await this.#existing(id);
    await this.#commenter.add(name, key, text);
  }

  async add(work: WorkChanges & { readonly title: string }): Promise<TrackedItem> {
    refuseFields(work);
    const [repository] = this.#settings.repositories;
    if (!repository) throw absent('a repository for new issues');
    const made = await this.#writer.add(repository, work);
    const name = { ...repository, number: made.number ?? 0 };
    if (work.state !== undefined) await this.#writer.move(name, made, work.state);
    if (work.blockedBy?.length) await this.#writer.block(name, [], work.blockedBy);
    return this.#whole(idOf(name));
  }

  async edit(id: ItemId, changes: WorkChanges): Promise<TrackedItem> {
    refuseFields(changes);
    const { name, record } = await this.#existing(id);
    await this.#writer.edit(name, record, changes);
    if (changes.state !== undefined) await this.#writer.move(name, record, changes.state);
    if (changes.blockedBy !== undefined) {
      const waits = await readBlockers(this.#github, name, record, { subIssues: false });
      await this.#writer.block(name, waits, changes.blockedBy);
    }
    return this.#whole(id);
  }

  commentsSince(after: string | null): Promise<CommentsRead> {
    return commentsSince(this.#github, this.#settings.repositories, after);
  }

  async mayWrite(author: string, id: ItemId): Promise<boolean> {
    const name = this.#own(id);
    return name !== null && mayWrite(this.#github, name, author);
  }

  check(): Promise<readonly TrackerFinding[]> {
    return this.#account.check();
  }

  budget(): TrackerBudget | null {
    return this.#account.budget();
  }

  nextPollMs(intervalMs: number): number {
    return this.#account.nextPollMs(intervalMs);
  }

  async #reading(): Promise<Reading> {
    return { settings: this.#settings, home: this.#home, me: await this.#account.me() };
  }

  /** Null: of a repository that is none of ours. */
  #own(id: ItemId): IssueName | null {
    const name = readId(id);
    const shelf = name && this.#shelves.get(shelfKey(name));
    return name && shelf ? { ...shelf.repository, number: name.number } : null;
  }

  async #get({ owner, repo, number }: IssueName): Promise<IssueRecord | null> {
    try {
      const { data } = await this.#github.rest.issues.get({ owner, repo, issue_number: number });
      const record = data as IssueRecord;
      // A transferred issue is answered from where it is now: it is not here any more.
      const there = nameOf(record, { owner, repo });
      return record.number === number && sameRepository(there, { owner, repo }) ? record : null;
    } catch (error) {
      if (error instanceof PortError && error.failure.code === 'missing') return null;
      throw error;
    }
  }

  async #existing(id: ItemId): Promise<{ name: IssueName; record: IssueRecord }> {
    const name = this.#own(id);
    const record = name && (await this.#get(name));
    if (!name || !record) throw absent(id);
    return { name, record };
  }

  async #whole(id: ItemId): Promise<TrackedItem> {
    const [item] = await this.fetchByIds([id]);
    if (!item) throw absent(id);
    return item;
  }

  /** Asked for again only when the issue or everything changed; whether a blocker is open the shelf knows. */
  async #knownBlockers(
    name: IssueName,
    record: IssueRecord,
    generation: number,
  ): Promise<readonly IssueRecord[]> {
    const { issue_dependencies_summary: waits, sub_issues_summary: parts, updated_at: at } = record;
    const stamp = JSON.stringify([generation, at, waits?.total_blocked_by, parts]);
    const id = idOf(name);
    const known = this.#blockers.get(id);
    if (known?.stamp === stamp) return known.records;
    const records = await readBlockers(this.#github, name, record, this.#settings);
    this.#blockers.set(id, { stamp, records });
    return records;
  }
}

function refuseFields({ fields }: WorkChanges): void {
  const [key] = Object.entries(fields ?? {}).find(([, value]) => value !== null) ?? [];
  if (key === undefined) return;
  throw new PortError({
    code: 'refused',
    message: `Plain GitHub issues have no field \`${key}\`.`,
    nextStep: 'Use a label, or a project with that field (`tracker.provider.project`).',
  });
}
