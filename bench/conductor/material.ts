import type { Settings, TrackedItem } from '@symphony/domain';

/** The settings of a person who changed nothing but the number of slots. */
export const settingsFor = (slots: number): Settings => ({
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
  players: { first: { agent: 'bench', slots: null, stallTimeoutMs: null, model: null } },
  defaultPlayer: 'first',
  routes: [],
  slots: { total: slots, byState: {} },
  maxRetries: 3,
  maxRetryBackoffMs: 300_000,
  stallTimeoutMs: 300_000,
  turnTimeoutMs: 3_600_000,
  maxTurns: 20,
  budget: { maxCostPerItem: null, maxCostPerDay: null, maxTokensPerItem: null, estimatePerRun: 0 },
  verify: ['npm test'],
  verifyTimeoutMs: 900_000,
  handoff: { mode: 'auto', followUp: true, maxReturns: 3 },
  train: { batchSize: 4 },
  shutdownGraceMs: 30_000,
});

const DESCRIPTION =
  `The list forgets its filter when a person goes back to it. Keep the filter in the address,
so that a link to a filtered list can be sent to somebody else, and cover it with a test.
`.repeat(2);

const CREATED = Date.UTC(2026, 0, 1);

/** Priorities and ages are mixed, so that the order of dispatch is not the order of the tracker. */
export function itemNumber(number: number, blockedBy: TrackedItem['blockedBy'] = []): TrackedItem {
  const id = `B-${number}`;
  return {
    id,
    identifier: id,
    title: `Keep the filter of list ${number}`,
    description: DESCRIPTION,
    state: 'Todo',
    priority: (number * 7) % 5 || null,
    labels: ['bench', `area-${number % 12}`],
    blockedBy,
    dispatchable: true,
    assignee: null,
    url: null,
    repository: null,
    branchName: null,
    createdAt: CREATED + ((number * 7_919) % 100_003) * 60_000,
    updatedAt: CREATED,
    fields: {},
    nativeRef: { file: `${id}.md` },
  };
}

/** A blocker nobody works on: what it blocks waits and is looked at again in every pass. */
export const UNSTARTED = { id: 'B-0', identifier: 'B-0', state: 'Review' } as const;
