/** What the stand-in holds. Everything is in the open: a test reads and changes it as it likes. */
export interface StoredRepository {
  readonly id: number;
  readonly owner: string;
  readonly name: string;
  readonly issues: StoredIssue[];
  readonly labels: Set<string>;
  defaultBranch: string;
  /** Where people look at it: an Enterprise server is looked at where its API is. */
  web: string;
}

export interface StoredIssue {
  readonly id: number;
  readonly nodeId: string;
  readonly number: number;
  readonly repository: StoredRepository;
  title: string;
  body: string | null;
  state: 'open' | 'closed';
  stateReason: string | null;
  labels: string[];
  assignees: string[];
  author: string;
  comments: StoredComment[];
  blockedBy: StoredIssue[];
  subIssues: StoredIssue[];
  /** Pull requests are issues too, with a mark. */
  pullRequest: boolean;
  createdAt: number;
  updatedAt: number;
}

export interface StoredComment {
  readonly id: number;
  readonly author: string;
  body: string;
  readonly createdAt: number;
  editedAt?: number;
  minimized?: boolean;
  /** An app wrote it in its author's name. */
  viaApp?: boolean;
}

export interface StoredProject {
  readonly nodeId: string;
  readonly owner: string;
  readonly ownerKind: 'organization' | 'user';
  readonly number: number;
  readonly title: string;
  readonly fields: StoredField[];
  readonly items: StoredProjectItem[];
}

export interface StoredField {
  readonly nodeId: string;
  readonly name: string;
  readonly type: 'single-select' | 'text' | 'number';
  readonly options: readonly { readonly id: string; readonly name: string }[];
}

export interface StoredProjectItem {
  readonly id: number;
  readonly nodeId: string;
  readonly project: StoredProject;
  readonly issue: StoredIssue | null;
  readonly draft: { title: string; body: string } | null;
  readonly values: Map<string, string | number>;
  archived: boolean;
  readonly createdAt: number;
  updatedAt: number;
}

export type IssueDraft = Partial<
  Pick<StoredIssue, 'title' | 'body' | 'state' | 'labels' | 'assignees' | 'author' | 'pullRequest'>
>;

export class World {
  readonly now: () => number;
  readonly repositories: StoredRepository[] = [];
  readonly projects: StoredProject[] = [];
  readonly #kept = new Map<string, unknown>();
  readonly #transferred = new Map<string, StoredIssue>();
  #lastId = 1000;

  constructor(now: () => number) {
    this.now = now;
  }

  /** A place for what another file of routes has to remember. */
  kept<T>(name: string, make: () => T): T {
    if (!this.#kept.has(name)) this.#kept.set(name, make());
    return this.#kept.get(name) as T;
  }

  nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  repository(owner: string, name: string): StoredRepository | null {
    const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
    return this.repositories.find((each) => same(each.owner, owner) && same(each.name, name)) ?? null;
  }

  addRepository(fullName: string): StoredRepository {
    const [owner = '', name = ''] = fullName.split('/');
    const made: StoredRepository = {
      id: this.nextId(),
      owner,
      name,
      issues: [],
      labels: new Set(),
      defaultBranch: 'main',
      web: 'https://github.com',
    };
    this.repositories.push(made);
    return made;
  }

  addIssue(repository: StoredRepository, draft: IssueDraft = {}): StoredIssue {
    const id = this.nextId();
    const issue: StoredIssue = {
      id,
      nodeId: `I_${id}`,
      number: Math.max(0, ...repository.issues.map((each) => each.number)) + 1,
      repository,
      title: 'Untitled',
      body: null,
      state: 'open',
      stateReason: null,
      labels: [],
      assignees: [],
      author: 'octocat',
      pullRequest: false,
      ...draft,
      comments: [],
      blockedBy: [],
      subIssues: [],
      createdAt: this.now(),
      updatedAt: this.now(),
    };
    for (const label of issue.labels) repository.labels.add(label);
    repository.issues.push(issue);
    return issue;
  }

  addComment(issue: StoredIssue, author: string, body: string): StoredComment {
    const comment: StoredComment = { id: this.nextId(), author, body, createdAt: this.now() };
    issue.comments.push(comment);
    this.touch(issue);
    return comment;
  }

  issueById(id: number): StoredIssue | null {
    return this.repositories.flatMap((each) => each.issues).find((each) => each.id === id) ?? null;
  }

  issueByNode(nodeId: string): StoredIssue | null {
    return this.repositories.flatMap((each) => each.issues).find((each) => each.nodeId === nodeId) ?? null;
  }

  /** The issue goes to another repository; who asks for it where it was is sent there. */
  transfer(issue: StoredIssue, to: StoredRepository): StoredIssue {
    const { title, body, state, author, repository, number } = issue;
    const moved = this.addIssue(to, { title, body, state, author });
    moved.comments.push(...issue.comments);
    repository.issues.splice(repository.issues.indexOf(issue), 1);
    this.#transferred.set(`${fullName(repository)}#${number}`, moved);
    return moved;
  }

  /** Where an issue that was transferred is now. */
  transferredTo(repository: StoredRepository, number: number): StoredIssue | null {
    return this.#transferred.get(`${fullName(repository)}#${number}`) ?? null;
  }

  /** An update is always later than the one before, as on the real thing where seconds pass. */
  touch(thing: { updatedAt: number }): void {
    thing.updatedAt = Math.max(this.now(), thing.updatedAt + 1000);
  }

  addProject(
    owner: string,
    fields: Readonly<Record<string, readonly string[] | 'text' | 'number'>>,
    ownerKind: 'organization' | 'user' = 'organization',
  ): StoredProject {
    const project: StoredProject = {
      nodeId: `PVT_${this.nextId()}`,
      owner,
      ownerKind,
      number: this.projects.length + 1,
      title: 'Work',
      fields: Object.entries(fields).map(([name, kind]) => ({
        nodeId: `PVTF_${this.nextId()}`,
        name,
        type: typeof kind === 'string' ? kind : 'single-select',
        options:
          typeof kind === 'string' ? [] : kind.map((each) => ({ id: `o${this.nextId()}`, name: each })),
      })),
      items: [],
    };
    this.projects.push(project);
    return project;
  }

  addProjectItem(
    project: StoredProject,
    content: StoredIssue | { title: string; body: string },
    values: Readonly<Record<string, string | number>> = {},
  ): StoredProjectItem {
    const id = this.nextId();
    const item: StoredProjectItem = {
      id,
      nodeId: `PVTI_${id}`,
      project,
      issue: 'number' in content ? content : null,
      draft: 'number' in content ? null : content,
      values: new Map(Object.entries(values)),
      archived: false,
      createdAt: this.now(),
      updatedAt: this.now(),
    };
    project.items.push(item);
    return item;
  }
}

export const fullName = ({ owner, name }: StoredRepository): string => `${owner}/${name}`;
/** GitHub tells whole seconds. */
export const instant = (ms: number): string =>
  new Date(Math.floor(ms / 1000) * 1000).toISOString().replace('.000Z', 'Z');
