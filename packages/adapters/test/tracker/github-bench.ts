import { openGitHubTracker, readGitHubProvider } from '@symphony/adapters/tracker/github';
import type { ProviderMap, RemoteTracker } from '@symphony/adapters/tracker/provider';
import type { SeedItem } from '@symphony/testkit';
import {
  type GitHubServer,
  openGitHubServer,
  type StoredIssue,
  type StoredProject,
  type StoredProjectItem,
  TEST_TOKEN,
} from '@symphony/testkit/github-server';

/** The two forms of the GitHub tracker over the stand-in, with the contract's items on them. */
export interface GitHubBench {
  readonly server: GitHubServer;
  readonly tracker: RemoteTracker;
  readonly issues: Map<string, StoredIssue>;
  readonly items: Map<string, StoredProjectItem>;
  put(seed: SeedItem): void;
  /** Another tracker over the same server. */
  open(provider?: ProviderMap, now?: () => number): RemoteTracker;
}

const STATES = ['Todo', 'In Progress', 'Done'];
export const PROJECT_FIELDS = {
  Status: STATES,
  Priority: ['Urgent', 'High', 'Medium', 'Low'],
  Size: 'number',
  Team: 'text',
} as const;
const PRIORITY_NAMES = ['', 'Urgent', 'High', 'Medium', 'Low'];

export async function openGitHubBench(
  form: 'issues' | 'project',
  seeds: readonly SeedItem[] = [],
  given: ProviderMap = {},
): Promise<GitHubBench> {
  const server = await openGitHubServer({ repositories: ['acme/app'] });
  const { world } = server;
  const repository = world.repository('acme', 'app');
  if (!repository) throw new Error('no repository');
  const project: StoredProject | null = form === 'project' ? world.addProject('acme', PROJECT_FIELDS) : null;
  const issues = new Map<string, StoredIssue>();
  const items = new Map<string, StoredProjectItem>();

  const put = (seed: SeedItem): void => {
    const labels = [...new Set((seed.labels ?? []).map((each) => each.trim().toLowerCase()))]
      .filter((each) => each !== '')
      .map((each) => each[0]?.toUpperCase() + each.slice(1));
    if (!project && seed.priority !== undefined) labels.push(`P${seed.priority}`);
    if (!project && seed.state === 'In Progress') labels.push('status: doing');
    const draft = {
      title: seed.title,
      body: seed.description ?? null,
      labels,
      state: seed.state === 'Done' ? ('closed' as const) : ('open' as const),
      pullRequest: seed.dispatchable === false,
    };
    const issue = issues.get(seed.name) ?? world.addIssue(repository, draft);
    Object.assign(issue, draft);
    world.touch(issue);
    issues.set(seed.name, issue);
    if (!project || items.has(seed.name)) return;
    const priority = seed.priority === undefined ? {} : { Priority: PRIORITY_NAMES[seed.priority] ?? '' };
    items.set(seed.name, world.addProjectItem(project, issue, { Status: seed.state, ...priority }));
  };
  for (const seed of seeds) put(seed);
  for (const { name, blockedBy = [] } of seeds)
    issues.get(name)?.blockedBy.push(...blockedBy.flatMap((other) => issues.get(other) ?? []));

  const base: ProviderMap = {
    endpoint: server.url,
    token: TEST_TOKEN,
    repository: 'acme/app',
    ...(project
      ? { project: { owner: 'acme', number: project.number, fields: ['Size', 'Team'] } }
      : { open_state: 'Todo', closed_state: 'Done', state_labels: { 'In Progress': 'status: doing' } }),
    ...given,
  };
  const open = (more: ProviderMap = {}, now: () => number = Date.now): RemoteTracker => {
    const read = readGitHubProvider({ ...base, ...more }, {});
    if (!read.ok) throw new Error(JSON.stringify(read.problems));
    return openGitHubTracker({
      settings: read.settings,
      states: { active: ['Todo', 'In Progress'], terminal: ['Done'] },
      now,
    });
  };
  return { server, tracker: open(), issues, items, put, open };
}
