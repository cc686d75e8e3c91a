import { randomUUID } from 'node:crypto';

/** A Linear workspace in memory: plain records that refer to each other by id. */
export interface Workspace {
  readonly teams: Team[];
  readonly states: State[];
  readonly users: User[];
  readonly projects: Project[];
  readonly labels: Label[];
  readonly issues: Issue[];
  readonly relations: Relation[];
  readonly comments: Comment[];
}

export interface Team {
  readonly id: string;
  readonly key: string;
  visibility: 'public' | 'private' | 'restricted';
  /** Ids of users; of a public team nobody need be one. */
  members: readonly string[];
}
export interface State {
  readonly id: string;
  readonly team: string;
  readonly name: string;
  readonly type: string;
  readonly position: number;
}
export interface User {
  readonly id: string;
  readonly name: string;
  readonly displayName: string;
  readonly email: string;
  /** Whose key it is. */
  readonly isMe: boolean;
  readonly guest: boolean;
  readonly active: boolean;
  readonly app: boolean;
}
export interface Project {
  readonly id: string;
  readonly name: string;
  readonly slugId: string;
  readonly teams: readonly string[];
}
export interface Label {
  readonly id: string;
  readonly name: string;
  /** Null: of the workspace. */
  readonly team: string | null;
  readonly isGroup: boolean;
}
export interface Issue {
  readonly id: string;
  team: string;
  number: number;
  title: string;
  description: string | null;
  priority: number;
  state: string;
  assignee: string | null;
  project: string | null;
  parent: string | null;
  labels: readonly string[];
  estimate: number | null;
  readonly createdAt: string;
  updatedAt: string;
  archivedAt: string | null;
}
/** `issue` is what its type says to `relatedIssue`: it blocks it, say. */
export interface Relation {
  readonly id: string;
  readonly type: string;
  readonly issue: string;
  readonly relatedIssue: string;
  readonly updatedAt: string;
}
export interface Comment {
  readonly id: string;
  readonly issue: string;
  readonly body: string;
  readonly user: string;
  readonly createdAt: string;
}

/** Two teams with the usual workflow, three people, a project of the first team. No issues. */
export function sampleWorkspace(): Workspace {
  const teams = ['ENG', 'OPS'].map(
    (key): Team => ({ id: randomUUID(), key, visibility: 'public', members: [] }),
  );
  const states = teams.flatMap(({ id: team }) =>
    WORKFLOW.map(([name, type], position) => ({ id: randomUUID(), team, name, type, position })),
  );
  const user = (name: string, given: Partial<User> = {}): User => ({
    id: randomUUID(),
    name,
    displayName: name.toLowerCase(),
    email: `${name.toLowerCase()}@example.com`,
    isMe: false,
    guest: false,
    active: true,
    app: false,
    ...given,
  });
  return {
    teams,
    states,
    users: [user('Ada', { isMe: true }), user('Ben'), user('Guest', { guest: true })],
    projects: [
      {
        id: randomUUID(),
        name: 'Launch',
        slugId: '1a2b3c4d5e6f',
        teams: teams.slice(0, 1).map(({ id }) => id),
      },
    ],
    labels: [],
    issues: [],
    relations: [],
    comments: [],
  };
}

const WORKFLOW = [
  ['Backlog', 'backlog'],
  ['Todo', 'unstarted'],
  ['In Progress', 'started'],
  ['Review', 'started'],
  ['Done', 'completed'],
  ['Canceled', 'canceled'],
] as const;
