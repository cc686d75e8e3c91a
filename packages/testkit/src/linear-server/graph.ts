import { compare, type Filter, matches, type Words } from './filter.ts';
import type { Comment, Issue, Label, Project, Relation, State, Team, User, Workspace } from './workspace.ts';

/** The workspace as the schema shows it: what `execute` walks, by the names of the fields. */

type Page = { readonly first?: number | null; readonly after?: string | null };
type Asked = Page & {
  readonly filter?: Filter | null;
  readonly includeArchived?: boolean | null;
  readonly orderBy?: 'createdAt' | 'updatedAt' | null;
};

export function connection<Of>(nodes: readonly Of[], { first, after }: Page): unknown {
  const size = first ?? 50;
  if (size > 250) throw new Error('Argument Validation Error: first must not be greater than 250');
  const from = after ? Number(Buffer.from(after, 'base64url').toString()) : 0;
  const page = nodes.slice(from, from + size);
  const end = from + page.length;
  const endCursor = page.length === 0 ? null : Buffer.from(String(end)).toString('base64url');
  const pageInfo = {
    hasNextPage: end < nodes.length,
    hasPreviousPage: from > 0,
    endCursor,
    startCursor: null,
  };
  return { nodes: page, edges: [], pageInfo };
}

export class Graph {
  readonly #all: Workspace;
  constructor(workspace: Workspace) {
    this.#all = workspace;
  }

  issue(issue: Issue): unknown {
    const all = this.#all;
    const team = one(all.teams, issue.team);
    const name = `${team.key}-${issue.number}`;
    return {
      ...issue,
      identifier: name,
      url: `https://linear.app/sample/issue/${name}`,
      branchName: `ada/${name.toLowerCase()}-${issue.title.toLowerCase().replace(/\W+/g, '-')}`,
      state: () => one(all.states, issue.state),
      team: () => this.team(team),
      assignee: () => all.users.find(({ id }) => id === issue.assignee),
      parent: () => this.#issueWith(issue.parent),
      project: () => issue.project && this.project(one(all.projects, issue.project)),
      labels: (page: Page) =>
        connection(
          issue.labels.map((id) => one(all.labels, id)),
          page,
        ),
      children: (page: Page) =>
        connection(
          all.issues
            .filter(({ parent, archivedAt }) => parent === issue.id && archivedAt === null)
            .map((each) => this.issue(each)),
          page,
        ),
      inverseRelations: (page: Page) => connection(this.#inverse(issue), page),
      comments: (asked: Asked) =>
        connection(
          all.comments.filter((each) => each.issue === issue.id && matches(COMMENT, each, asked.filter)),
          asked,
        ),
    };
  }

  #issueWith(id: string | null): unknown {
    return id === null ? null : this.issue(one(this.#all.issues, id));
  }

  #inverse(issue: Issue): readonly unknown[] {
    return this.#all.relations
      .filter(({ relatedIssue }) => relatedIssue === issue.id)
      .map((relation) => this.relation(relation));
  }

  relation(relation: Relation): unknown {
    return {
      ...relation,
      issue: () => this.#issueWith(relation.issue),
      relatedIssue: () => this.#issueWith(relation.relatedIssue),
    };
  }

  team(team: Team): unknown {
    const states = this.#all.states.filter((state) => state.team === team.id);
    return {
      ...team,
      states: (page: Page) => connection(states, page),
      membership: ({ userId }: { readonly userId: string }) =>
        team.members.includes(userId) ? { id: userId } : null,
    };
  }

  project(project: Project): unknown {
    const teams = project.teams.map((id) => this.team(one(this.#all.teams, id)));
    return { ...project, teams: (page: Page) => connection(teams, page) };
  }

  /** The fields of `Query` that Symphony asks for. */
  query(): Record<string, unknown> {
    const all = this.#all;
    const found =
      <Of>(from: readonly Of[], words: Words<Of>, show: (record: Of) => unknown) =>
      (asked: Asked) =>
        connection(from.filter((each) => matches(words, each, asked.filter)).map(show), asked);
    return {
      issues: (asked: Asked) =>
        found(all.issues.filter(isShown(asked)).toReversed(), this.#issueWords(), (each) => this.issue(each))(
          asked,
        ),
      issueRelations: (asked: Asked) => {
        // Newest first, as Linear lists everything it is not told to list otherwise.
        const relations = all.relations.toReversed();
        if (asked.orderBy === 'updatedAt') relations.sort(byUpdate);
        return connection(
          relations.map((each) => this.relation(each)),
          asked,
        );
      },
      teams: found(all.teams, TEAM, (each) => this.team(each)),
      comments: found(all.comments, this.#commentWords(), (each) => this.comment(each)),
      projects: found(all.projects, PROJECT, (each) => this.project(each)),
      users: found(all.users, USER, (each) => each),
      issueLabels: found(all.labels, LABEL, (each) => each),
      viewer: all.users.find(({ isMe }) => isMe),
      organization: { name: 'Sample', urlKey: 'sample' },
    };
  }

  comment(comment: Comment): unknown {
    const all = this.#all;
    return {
      ...comment,
      user: () => one(all.users, comment.user),
      issue: () => this.#issueWith(comment.issue),
    };
  }

  #commentWords(): Words<Comment> {
    const words = this.#issueWords();
    return {
      issue: ({ issue }, wanted) => matches(words, one(this.#all.issues, issue), wanted),
      createdAt: ({ createdAt }, wanted) => compare(Date.parse(createdAt), instants(wanted)),
    };
  }

  #issueWords(): Words<Issue> {
    const all = this.#all;
    return {
      id: ({ id }, wanted) => compare(uuid(id), ids(wanted)),
      number: ({ number }, wanted) => compare(number, wanted),
      updatedAt: ({ updatedAt }, wanted) => compare(Date.parse(updatedAt), instants(wanted)),
      archivedAt: ({ archivedAt }, wanted) =>
        archivedAt !== null && compare(Date.parse(archivedAt), instants(wanted)),
      state: ({ state }, wanted) => matches(STATE, one(all.states, state), wanted),
      team: ({ team }, wanted) => matches(TEAM, one(all.teams, team), wanted),
      project: ({ project }, wanted) =>
        project !== null && matches(PROJECT, one(all.projects, project), wanted),
    };
  }
}

/** What is archived is shown to whoever asks for it. */
const isShown =
  ({ includeArchived }: Asked) =>
  ({ archivedAt }: Issue): boolean =>
    archivedAt === null || includeArchived === true;

const byUpdate = (one: Relation, other: Relation): number =>
  Date.parse(other.updatedAt) - Date.parse(one.updatedAt);

const instants = (wanted: Filter): Filter =>
  Object.fromEntries(
    Object.entries(wanted).map(([constraint, time]) => [constraint, Date.parse(String(time))]),
  );

/** Linear refuses a comparison with what is no id, and the whole question with it. */
function ids(wanted: Filter): Filter {
  for (const value of [wanted.eq ?? [], wanted.in ?? []].flat()) uuid(String(value));
  return wanted;
}

function uuid(id: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id))
    throw new Error('Argument Validation Error: no UUID');
  return id;
}

export function one<Of extends { readonly id: string }>(from: readonly Of[], id: string): Of {
  const found = from.find((each) => each.id === id);
  if (!found) throw new Error('Entity not found: Could not find referenced entity.');
  return found;
}

const STATE: Words<State> = { name: ({ name }, wanted) => compare(name, wanted) };
const TEAM: Words<Team> = {
  id: ({ id }, wanted) => compare(id, ids(wanted)),
  key: ({ key }, wanted) => compare(key, wanted),
};
const PROJECT: Words<Project> = { slugId: ({ slugId }, wanted) => compare(slugId, wanted) };
const USER: Words<User> = { id: ({ id }, wanted) => compare(id, ids(wanted)) };
const COMMENT: Words<Comment> = { id: ({ id }, wanted) => compare(id, ids(wanted)) };
const LABEL: Words<Label> = {
  name: ({ name }, wanted) => compare(name, wanted),
  team: ({ team }, { null: none, ...wanted }) =>
    (none === undefined || none === null || (team === null) === none) &&
    (Object.keys(wanted).length === 0 || (team !== null && compare(team, (wanted.id ?? {}) as Filter))),
};
