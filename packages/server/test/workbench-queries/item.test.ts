import { trackedItem } from '@symphony/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { merged, opening, played } from './history.ts';
import { expectRefused, openRoom, type Room } from './reading-room.ts';

let room: Room;
beforeEach(() => {
  room = openRoom();
});
afterEach(() => room.close());

test('an item is told with its runs, its last proof and who waits for it', async () => {
  const waits = (id: string, blocker: { id: string | null; identifier: string | null }) =>
    trackedItem(id, { blockedBy: [{ ...blocker, state: null }] });
  room.record(
    ...opening([
      trackedItem('a-1', { identifier: 'A-1', description: 'Do it.', assignee: 'ada' }),
      waits('c', { id: null, identifier: 'a-1' }),
      waits('b', { id: 'a-1', identifier: null }),
      waits('d', { id: 'other', identifier: 'A-1' }),
    ]),
    ...played({ item: 'a-1', run: 'r1' }),
    ...merged('a-1'),
    { type: 'steering-wanted', item: 'a-1', text: 'left', by: 'test' },
  );
  const detail = await room.queries.item({ id: 'A-1' });
  expect(detail).toMatchObject({
    item: { identifier: 'A-1', state: 'open', outcome: 'merged' },
    description: 'Do it.',
    assignee: 'ada',
    evidence: { passed: true, results: [{ outputTail: 'fine r1' }] },
    runs: [{ id: 'r1', attempt: 1, turns: 1, end: 'finished, its checks passed' }],
    // A blocker that is known by another id is another item, whatever it is called.
    blocks: ['b', 'c'],
    steering: 'left',
    firstSeq: 3,
  });
});

test('a run that goes on is told with what it has spent so far', async () => {
  const events = played({ item: 'A', run: 'r1', chatter: 20 });
  room.record(...opening([trackedItem('A')]), ...events.slice(0, -7));
  const { runs } = await room.queries.item({ id: 'a' });
  expect(runs).toMatchObject([{ endedAt: null, end: '', spend: { usd: 0.02 } }]);
});

test('an item nobody has played has no past', async () => {
  room.record(...opening([trackedItem('A')]));
  const { runs, evidence, blocks } = await room.queries.item({ id: 'A' });
  expect({ runs, evidence, blocks }).toEqual({ runs: [], evidence: null, blocks: [] });
  await expectRefused(room.queries.item({ id: 'nope' }), 'missing', /^There is no item nope\.$/);
});

test('100,000 entries of one item are no reason to wait', { timeout: 60_000 }, async () => {
  room.recordAt(Date.UTC(2026, 0, 2), opening([trackedItem('A')]));
  for (let run = 1; run <= 50; run += 1)
    room.recordAt(room.now() + 60_000, played({ item: 'A', run: `r${run}`, attempt: run, chatter: 2_000 }));
  expect(room.store.lastSeq()).toBeGreaterThan(100_000);
  const from = performance.now();
  const { runs } = await room.queries.item({ id: 'A' });
  const ms = performance.now() - from;
  expect(runs).toHaveLength(50);
  expect(ms).toBeLessThan(300);
});
