import { randomUUID } from 'node:crypto';
import type { SeedItem, TrackerBench } from '@symphony/testkit';
import {
  blankIssue,
  type LinearServer,
  type LinearServerOptions,
  openLinearServer,
} from '@symphony/testkit/linear-server';
import {
  type LinearSettings,
  type LinearTracker,
  openLinearTracker,
} from '../../../src/tracker/linear/index.ts';

export const STATES = { active: ['Todo', 'In Progress'], terminal: ['Done', 'Canceled'] };

/** A tracker over a stand-in for Linear, with what tests need to arrange. */
export interface LinearBench extends TrackerBench {
  readonly tracker: LinearTracker;
  readonly server: LinearServer;
  /** Another tracker over the same workspace. */
  open(settings?: Partial<LinearSettings>, now?: () => number): LinearTracker;
  /** Adds an issue in the words of the contract, in the first team unless another is named. */
  seed(item: Partial<SeedItem> & { readonly name: string; readonly team?: string }): string;
}

export async function linearBench(
  items: readonly SeedItem[] = [],
  given: Partial<LinearSettings> = {},
  options: LinearServerOptions = {},
): Promise<LinearBench> {
  const server = await openLinearServer(options);
  const { workspace } = server;
  const ids = new Map<string, string>();
  const settings: LinearSettings = {
    apiKey: server.key,
    endpoint: server.url,
    project: null,
    team: 'ENG',
    assignee: null,
    subIssues: true,
    timeoutMs: 5_000,
    ...given,
  };
  const open: LinearBench['open'] = (more = {}, now = Date.now) =>
    openLinearTracker({ settings: { ...settings, ...more }, states: STATES, now });
  const idOf = (name: string): string => ids.get(name) ?? 'never seeded';

  function seed(item: Partial<SeedItem> & { readonly name: string; readonly team?: string }): string {
    const team = workspace.teams.find(({ key }) => key === (item.team ?? 'ENG'))?.id ?? '';
    const state = workspace.states.find((each) => each.team === team && each.name === (item.state ?? 'Todo'));
    const old = workspace.issues.find(({ id }) => id === ids.get(item.name));
    const issue = old ?? blankIssue(workspace, team, '', new Date(2026, 0, 1).toISOString());
    issue.title = item.title ?? item.name;
    issue.description = item.description ?? null;
    issue.state = state?.id ?? '';
    issue.priority = item.priority ?? 0;
    issue.updatedAt = stamp();
    issue.labels = (item.labels ?? []).map((name) => {
      const label = { id: randomUUID(), name, team: null, isGroup: false };
      workspace.labels.push(label);
      return label.id;
    });
    if (!old) workspace.issues.push(issue);
    ids.set(item.name, issue.id);
    return issue.id;
  }

  const stamp = (): string => new Date().toISOString();
  const blocking = (relatedIssue: string) => ({
    id: randomUUID(),
    type: 'blocks',
    relatedIssue,
    updatedAt: stamp(),
  });

  /** Seeds may name one that comes later. */
  function relate(item: SeedItem): void {
    const relatedIssue = idOf(item.name);
    for (const name of item.blockedBy ?? [])
      workspace.relations.push({ ...blocking(relatedIssue), issue: idOf(name) });
    if (item.dispatchable !== false) return;
    const issue = seed({ name: `before ${item.name}`, title: 'Must be done first', state: 'Backlog' });
    workspace.relations.push({ ...blocking(relatedIssue), issue });
  }
  for (const item of items) seed(item);
  for (const item of items) relate(item);

  return {
    server,
    tracker: open(),
    open,
    seed,
    unknownId: randomUUID(),
    idOf,
    put: async (item) => {
      seed(item);
      relate(item);
    },
    remove: async (name) => {
      workspace.issues.splice(
        workspace.issues.findIndex(({ id }) => id === idOf(name)),
        1,
      );
    },
    spoil: async (name) => void server.spoiled.set(idOf(name), '  '),
    breakTransport: async () => {
      const mend = server.breakDown();
      return async () => mend();
    },
    commentsOf: async (name) =>
      workspace.comments.flatMap(({ issue, body }) => (issue === idOf(name) ? body : [])),
    say: async (name, body) => {
      const user = workspace.users.find((each) => each.name === 'Ben')?.id ?? '';
      const comment = {
        id: randomUUID(),
        issue: idOf(name),
        body,
        user,
        createdAt: new Date().toISOString(),
      };
      workspace.comments.push(comment);
      return `linear-comment-${comment.id}`;
    },
    close: () => server.close(),
  };
}
