import {
  type Artifact,
  type Chance,
  type ItemView,
  type Json,
  NO_SPEND,
  type Settings,
  type StatusView,
  type TrackedItem,
  type Values,
} from '@symphony/domain';

/** The settings a person gets who changed nothing, with one player, three slots and one check. */
export const SETTINGS: Settings = {
  target: 'main',
  tracker: {
    activeStates: ['Todo', 'In Progress'],
    terminalStates: ['Done', 'Cancelled'],
    requiredLabels: [],
    startedState: 'In Progress',
    reviewState: 'Review',
    mergedState: 'Done',
  },
  repositories: { allow: [], deny: [], slots: {} },
  pollIntervalMs: 30_000,
  players: { first: { agent: 'rehearsal', slots: null, stallTimeoutMs: null, model: null } },
  defaultPlayer: 'first',
  routes: [],
  slots: { total: 3, byState: {}, strategy: 'priority', starvationAfterMs: null },
  maxRetries: 3,
  maxRetryBackoffMs: 300_000,
  stallTimeoutMs: 300_000,
  turnTimeoutMs: 3_600_000,
  maxTurns: 20,
  budget: { maxCostPerItem: null, maxCostPerDay: null, maxTokensPerItem: null, estimatePerRun: 0 },
  verify: ['check'],
  verifyTimeoutMs: 60_000,
  handoff: { mode: 'auto', followUp: true, maxReturns: 3 },
  train: { batchSize: 4 },
  permissions: { allow: [], ask: [], deny: [], otherwise: 'allow' },
  inbox: { waitMs: 3_600_000, unanswered: 'deny' },
  shutdownGraceMs: 30_000,
};

/** An item a tracker would show, ready to be played; `more` says what is special about it. */
export const trackedItem = (id: string, more: Partial<TrackedItem> = {}): TrackedItem => ({
  id,
  identifier: id,
  title: `Item ${id}`,
  description: null,
  state: 'Todo',
  priority: null,
  labels: [],
  blockedBy: [],
  dispatchable: true,
  assignee: null,
  url: null,
  repository: null,
  branchName: null,
  createdAt: 1_000,
  updatedAt: null,
  fields: {},
  nativeRef: null,
  ...more,
});

/** A small seeded source of chance (mulberry32): the same seed gives the same test again. */
export function seeded(seed: number): Chance {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** An item as a face sees it: everything a test does not name is quiet and plain. */
export const itemView = (identifier: string, change: Partial<ItemView> = {}): ItemView => ({
  id: identifier.toLowerCase(),
  identifier,
  title: `Title of ${identifier}`,
  state: 'open',
  outcome: 'none',
  trackerState: 'todo',
  priority: null,
  rank: null,
  labels: [],
  blockedBy: [],
  url: null,
  createdAt: null,
  changedAt: 0,
  returned: false,
  reason: '',
  attempt: 1,
  retries: 0,
  returns: 0,
  givenUp: false,
  dueAt: null,
  run: null,
  chamber: null,
  spend: NO_SPEND,
  mergedAs: null,
  mission: null,
  proposal: null,
  ...change,
});

/** An expression is the name of a value: enough where conditions are not what is tested. */
export const evaluateName = (expression: string, scope: Values): Json => scope[expression] ?? null;

/** A board with nothing on it and nothing going on. */
export const statusView = (change: Partial<StatusView> = {}): StatusView => ({
  seq: 1,
  at: 1,
  target: 'main',
  draining: false,
  items: [],
  players: [],
  train: { queue: [], trying: [], awaitingApproval: [], held: null },
  inbox: [],
  melodies: [],
  missions: [],
  collisions: [],
  slots: { used: 0, total: 4 },
  spend: { total: NO_SPEND, today: NO_SPEND, dayCapUsd: null },
  problems: [],
  idle: true,
  ...change,
});

/** A plain record of an artifact: everything a test does not name is empty. */
export const artifactRecord = (id: string, change: Partial<Artifact> = {}): Artifact => ({
  id,
  key: null,
  name: id,
  version: 1,
  parent: null,
  type: 'report',
  contentType: 'text/plain',
  hash: '0'.repeat(64),
  size: 1,
  createdAt: 0,
  createdBy: null,
  item: null,
  run: null,
  derivedFrom: [],
  custom: {},
  tags: [],
  quality: null,
  hold: null,
  ...change,
});
