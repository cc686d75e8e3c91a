import {
  type Blocker,
  type CommentsRead,
  type ItemId,
  isOneOf,
  PortError,
  sameState,
  type TrackedItem,
  type TrackerRead,
  type WorkChanges,
} from '@symphony/domain';
import { Commenter } from '../../github/commenter.ts';
import type { GitHub } from '../../github/index.ts';
import type { RemoteTracker, TrackerBudget, TrackerFinding } from '../provider.ts';
import { absent } from './absent.ts';
import { Account, trouble } from './account.ts';
import { blockersOf, nameOf, readBlockers } from './blockers.ts';
import { commentsSince, mayWrite } from './commands.ts';
import { type IssueName, type RepositoryName, readRepositoryName } from './identity.ts';
import { inTurn } from './in-turn.ts';
import { IssueWriter } from './issue-writer.ts';
import { issueOf, type ProjectRecord, readProjectRecord, statusOf } from './project-record.ts';
import { ProjectShape } from './project-shape.ts';
import { ProjectShelf } from './project-shelf.ts';
import type { IssueRecord, Reading } from './record.ts';
import type { GitHubTrackerSettings, ProjectScope } from './settings.ts';

/** A project's items as a tracker: its status field is the state. */
export class ProjectTracker implements RemoteTracker {
  readonly kind = 'github';
  readonly #github: GitHub;
  readonly #settings: GitHubTrackerSettings;
  readonly #scope: ProjectScope;
  readonly #account: Account;
  readonly #writer: IssueWriter;
  readonly #commenter: Commenter;
  readonly #shelf: ProjectShelf;
  readonly #shape: ProjectShape;
  readonly #home: RepositoryName | null;
  /** GraphQL does not tell dependencies: the list knows those of items that were read one by one. */
  readonly #blockers = new Map<ItemId, readonly Blocker[]>();

  constructor(github: GitHub, settings: GitHubTrackerSettings, scope: ProjectScope, now: () => number) {
    this.#github = github;
    this.#settings = settings;
    this.#scope = scope;
    this.#account = new Account(github, settings, now);
    this.#writer = new IssueWriter(github, settings);
    this.#commenter = new Commenter(github);
    this.#shelf = new ProjectShelf(github, scope);
    this.#shape = new ProjectShape(github, scope, settings);
    this.#home = settings.repositories.length === 1 ? (settings.repositories[0] ?? null) : null;
  }

  async fetchByStates(states: readonly string[]): Promise<TrackerRead> {
    if (states.length === 0) return { items: [], problems: [] };
    this.#account.notePoll();
    const reading = await this.#reading();
    const listed = (await this.#shelf.list()).filter(
      (each) => each.content !== null && isOneOf(statusOf(each), states),
    );
    const found = (await this.#shelf.fill(listed)).map((record) =>
      readProjectRecord(record, this.#blockers.get(record.id) ?? [], this.#scope, reading),
    );
    return {
      items: found.flatMap((each) => (each.ok ? [each.item] : [])),
      problems: found.flatMap((each) => (each.ok ? [] : [each.problem])),
    };
  }

  async fetchByIds(ids: readonly ItemId[]): Promise<readonly TrackedItem[]> {
    const ours = [...new Set(ids)].filter((id) => id.startsWith('PVTI_'));
    if (ours.length === 0) return [];
    const reading = await this.#reading();
    return inTurn(await this.#shelf.read(ours), 4, async (record) => {
      const blockers = await this.#readBlockers(record);
      const read = readProjectRecord(record, blockers, this.#scope, reading);
      if (!read.ok) {
        const message = `${read.problem.where}: ${read.problem.message}`;
        throw new PortError({ code: 'invalid', family: 'tracker_response', message });
      }
      this.#blockers.set(record.id, blockers);
      return read.item;
    });
  }

  async moveTo(id: ItemId, state: string): Promise<void> {
    const record = await this.#existing(id);
    if (!sameState(statusOf(record), state)) await this.#shape.put(id, this.#scope.statusField, state);
  }

  async comment(id: ItemId, key: string, text: string): Promise<void> {
    await this.#commenter.add(issueName(await this.#existing(id)), key, text);
  }

  async add(work: WorkChanges & { readonly title: string }): Promise<TrackedItem> {
    const [repository] = this.#settings.repositories;
    if (!repository)
      throw new PortError({
        code: 'refused',
        message: 'It is not said in which repository new issues belong.',
        nextStep: 'Name one as `tracker.provider.repository`.',
      });
    const { priority, ...rest } = work;
    const made = await this.#writer.add(repository, rest);
    const id = await this.#shape.addIssue(made.node_id ?? '');
    await this.#putFields(id, { ...work, priority: priority ?? undefined });
    const name = { ...repository, number: made.number ?? 0 };
    if (work.blockedBy?.length) await this.#writer.block(name, [], work.blockedBy);
    return this.#whole(id);
  }

  async edit(id: ItemId, changes: WorkChanges): Promise<TrackedItem> {
    const record = await this.#existing(id);
    const name = issueName(record);
    const { priority: _, ...rest } = changes;
    if (record.content) await this.#writer.edit(name, issueOf(record.content), rest);
    await this.#putFields(id, changes);
    if (changes.blockedBy !== undefined)
      await this.#writer.block(name, await this.#dependencies(name), changes.blockedBy);
    return this.#whole(id);
  }

  /** Of the repositories that are named: a project alone does not say whose issues may come to it. */
  commentsSince(after: string | null): Promise<CommentsRead> {
    return commentsSince(this.#github, this.#settings.repositories, after);
  }

  async mayWrite(author: string, id: ItemId): Promise<boolean> {
    return mayWrite(this.#github, issueName(await this.#existing(id)), author);
  }

  async check(): Promise<readonly TrackerFinding[]> {
    const found = [...(await this.#account.check())];
    const { owner, number } = this.#scope;
    try {
      const states = await this.#shape.states();
      found.unshift(
        states.length > 0
          ? {
              level: 'ok',
              message: `GitHub shows project ${owner}/${number}; its states are ${states.join(', ')}.`,
            }
          : {
              level: 'problem',
              message: `Project ${owner}/${number} has no single-select field ${this.#scope.statusField}.`,
              nextStep: 'Name the right one as `tracker.provider.project.status_field`.',
            },
      );
    } catch (error) {
      found.unshift(...trouble(error));
    }
    return found;
  }

  budget(): TrackerBudget | null {
    return this.#account.budget();
  }

  nextPollMs(intervalMs: number): number {
    return this.#account.nextPollMs(intervalMs);
  }

  async #putFields(id: ItemId, { state, priority, fields }: WorkChanges): Promise<void> {
    if (state !== undefined) await this.#shape.put(id, this.#scope.statusField, state);
    if (priority != null) await this.#shape.put(id, this.#scope.priorityField, priority);
    for (const [name, value] of Object.entries(fields ?? {}))
      if (value !== null) await this.#shape.put(id, name, value);
  }

  async #reading(): Promise<Reading> {
    return { settings: this.#settings, home: this.#home, me: await this.#account.me() };
  }

  async #existing(id: ItemId): Promise<ProjectRecord> {
    const [record] = id.startsWith('PVTI_') ? await this.#shelf.read([id]) : [];
    if (!record) throw absent(id);
    return record;
  }

  async #whole(id: ItemId): Promise<TrackedItem> {
    const [item] = await this.fetchByIds([id]);
    if (!item) throw absent(id);
    return item;
  }

  #dependencies(name: IssueName): Promise<readonly IssueRecord[]> {
    const summary = { issue_dependencies_summary: { total_blocked_by: 1 } };
    return readBlockers(this.#github, name, summary, { subIssues: false });
  }

  /** Blockers that are on the project go by its names and states; the others by their issue's. */
  async #readBlockers(record: ProjectRecord): Promise<readonly Blocker[]> {
    if (record.content?.__typename !== 'Issue') return [];
    const name = issueName(record);
    const issue = { ...issueOf(record.content), issue_dependencies_summary: { total_blocked_by: 1 } };
    const waits = await readBlockers(this.#github, name, issue, this.#settings);
    if (waits.length === 0) return [];
    const items = new Map((await this.#shelf.last()).map((each) => [each.content?.id, each]));
    return waits.flatMap((each): Blocker[] => {
      const [blocker] = blockersOf([each], name, this.#home, this.#settings);
      const item = items.get(each.node_id ?? '');
      if (!blocker || nameOf(each, name).number === 0) return [];
      if (!item) return [blocker];
      return [{ ...blocker, id: item.id, state: each.state === 'closed' ? blocker.state : statusOf(item) }];
    });
  }
}

function issueName({ id, content }: ProjectRecord): IssueName {
  const repository = readRepositoryName(content?.repository?.nameWithOwner ?? '');
  if (repository && content?.number) return { ...repository, number: content.number };
  throw new PortError({
    code: 'refused',
    message: `${id} is a draft: it has no issue to write to.`,
    nextStep: 'Convert it to an issue on GitHub.',
  });
}
