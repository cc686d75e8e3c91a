import type { TrackedItem } from '@symphony/domain';
import { type SeedItem, trackerContract } from '@symphony/testkit';
import { expect, test } from 'vitest';
import { MemoryTracker } from '../../src/tracker/memory/index.ts';
import { failureFrom } from './scratch-board.ts';

const states = new Map<string, string>();

const trackedOf = (seed: SeedItem): TrackedItem => ({
  id: `id-${seed.name}`,
  identifier: seed.name,
  title: seed.title,
  description: seed.description ?? null,
  state: seed.state,
  priority: seed.priority ?? null,
  labels: seed.labels ?? [],
  blockedBy: (seed.blockedBy ?? []).map((name) => ({
    id: `id-${name}`,
    identifier: name,
    state: states.get(name) ?? null,
  })),
  dispatchable: seed.dispatchable ?? true,
  assignee: null,
  url: null,
  repository: null,
  branchName: null,
  createdAt: 1,
  updatedAt: 1,
  fields: {},
  nativeRef: null,
});

trackerContract('memory', async (items) => {
  for (const item of items) states.set(item.name, item.state);
  const tracker = new MemoryTracker(items.map(trackedOf));
  return {
    tracker,
    unknownId: 'id-nobody',
    idOf: (name) => `id-${name}`,
    put: async (item) => tracker.put(trackedOf(item)),
    remove: async (name) => tracker.remove(`id-${name}`),
    spoil: async (name) => tracker.spoil(`id-${name}`, 'has no title'),
    say: async (name, text) => tracker.say(`id-${name}`, text, 'ada'),
    commentsOf: async (name) => tracker.commentsOf(`id-${name}`),
    breakTransport: async () => {
      tracker.failNext({ code: 'unavailable', message: 'The line is dead.' });
      return async () => undefined;
    },
    close: async () => undefined,
  };
});

test('failNext fails one call with the given failure, then all is well', async () => {
  const tracker = new MemoryTracker([trackedOf({ name: 'a', title: 'A', state: 'Todo' })]);
  tracker.failNext({ code: 'timeout', message: 'Too slow.', retryAfterMs: 5 });
  expect(await failureFrom(tracker.fetchByStates(['Todo']))).toEqual({
    code: 'timeout',
    message: 'Too slow.',
    retryAfterMs: 5,
  });
  expect((await tracker.fetchByStates(['Todo'])).items).toHaveLength(1);
});

test('svc-D3 a fractional priority is null', () => {
  const tracker = new MemoryTracker([
    { ...trackedOf({ name: 'a', title: 'A', state: 'Todo' }), priority: 1.5 },
  ]);
  return expect(tracker.fetchByIds(['id-a'])).resolves.toMatchObject([{ priority: null }]);
});
