import { randomUUID } from 'node:crypto';
import type { LinearFault } from '@symphony/testkit/linear-server';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LinearTracker } from '../../../src/tracker/linear/index.ts';
import { type Act, anyAct, happen, isTraceless } from './history.ts';
import { type LinearBench, linearBench } from './linear-bench.ts';

const ACTIVE = ['Todo', 'In Progress'];
const QUARTER_MS = 15 * 60_000;

/** A workspace with its own time, and a tracker that follows it. */
async function following(
  scope: 'team' | 'project',
  play: (stage: {
    readonly bench: LinearBench;
    readonly tracker: LinearTracker;
    readonly happens: (act: Act) => void;
    readonly passes: (ms: number) => void;
    readonly look: () => ReturnType<LinearTracker['fetchByStates']>;
    /** What somebody sees who never looked before. */
    readonly whole: () => ReturnType<LinearTracker['fetchByStates']>;
    /** Requests made since this was asked last. */
    readonly asked: () => number;
  }) => Promise<void>,
): Promise<void> {
  let now = Date.parse('2026-03-02T09:00:00Z');
  let counted = 0;
  const bench = await linearBench([], {}, { now: () => now });
  const { workspace } = bench.server;
  const settings =
    scope === 'team'
      ? { team: 'ENG', project: null }
      : { team: null, project: workspace.projects[0]?.slugId ?? '' };
  workspace.labels.push({ id: randomUUID(), name: 'song', team: null, isGroup: false });
  const tracker = bench.open(settings, () => now);
  try {
    await play({
      bench,
      tracker,
      happens: (act) => happen(workspace, act, now + bench.server.skewMs),
      passes: (ms) => {
        now += ms;
      },
      look: () => tracker.fetchByStates(ACTIVE),
      whole: () => bench.open(settings, () => now).fetchByStates(ACTIVE),
      asked: () => {
        const { length } = bench.server.requests;
        const since = length - counted;
        counted = length;
        return since;
      },
    });
  } finally {
    await bench.close();
  }
}

const FAULTS: readonly LinearFault[] = [
  { kind: 'lost-answer' },
  { kind: 'status', status: 503 },
  { kind: 'truncated' },
];

test('svc-T1 C17 after every look what is followed is what is there, whatever happened before', async () => {
  const beat = fc.record({
    acts: fc.array(anyAct, { minLength: 1, maxLength: 3 }),
    // A look takes time: nothing happens in the very millisecond of the one before it.
    passes: fc.integer({ min: 1, max: 200_000 }),
    fault: fc.option(fc.constantFrom(...FAULTS), { freq: 6 }),
  });
  const history = fc.record({
    scope: fc.constantFrom('team' as const, 'project' as const),
    skewMs: fc.constantFrom(0, 7_200_000, -7_200_000),
    beats: fc.array(beat, { minLength: 3, maxLength: 12 }),
  });
  await fc.assert(
    fc.asyncProperty(history, ({ scope, skewMs, beats }) =>
      following(scope, async ({ bench, happens, passes, look, whole }) => {
        bench.server.skewMs = skewMs;
        for (let count = 0; count < 8; count++)
          happens({ act: 'add', team: count < 6 ? 'ENG' : 'OPS', state: 'Todo', project: count % 2 === 0 });
        await look();
        for (const { acts, passes: ms, fault } of beats) {
          passes(ms);
          for (const act of acts) happens(act);
          if (acts.some(isTraceless)) passes(QUARTER_MS);
          if (fault) {
            bench.server.order(fault);
            await expect(look()).rejects.toThrow();
          }
          const [seen, there] = [await look(), await whole()];
          const byId = (read: typeof seen) =>
            read.items.toSorted((one, other) => one.id.localeCompare(other.id));
          expect(byId(seen)).toEqual(byId(there));
          expect(seen.problems).toEqual(there.problems);
        }
      }),
    ),
    { numRuns: 30 },
  );
}, 240_000);

describe('what a look costs', () => {
  const edit: Act = { act: 'edit', at: 0 };
  const fill = (happens: (act: Act) => void, count: number): void => {
    for (let made = 0; made < count; made++)
      happens({ act: 'add', team: 'ENG', state: 'Todo', project: false });
  };

  test('one request while nothing happens, and for what was edited; another one for what left', () =>
    following('team', async ({ bench, happens, passes, look, asked }) => {
      fill(happens, 120);
      passes(90_000);
      expect((await look()).items).toHaveLength(120);
      expect(asked()).toBe(3);
      const first = bench.server.requests.length;
      passes(90_000);
      await look();
      happens(edit);
      passes(30_000);
      expect((await look()).items[119]?.title).toMatch(/^Edited/);
      expect(asked()).toBe(2);
      happens({ act: 'move', at: 3, state: 'Done' });
      passes(30_000);
      expect((await look()).items).toHaveLength(119);
      expect(asked()).toBe(2);
      const points = bench.server.requests.slice(first).map((request) => request.points);
      expect(Math.max(...points)).toBeLessThan(750);
    }));

  const crowds = [
    ['a page of ours', 12, 2],
    ['a page of all', 60, 3],
    ['all that can be followed', 260, 8],
  ] as const;
  test.each(crowds)('more changes than %s are seen too', (_, count, requests) =>
    following('team', async ({ bench, happens, look, passes, asked, whole }) => {
      fill(happens, count);
      await look();
      passes(120_000);
      for (let at = 0; at < count; at++) happens({ act: 'edit', at });
      asked();
      const seen = await look();
      expect(asked()).toBe(requests);
      expect(seen.items.filter(({ title }) => title.startsWith('Edited'))).toHaveLength(count);
      expect(seen).toEqual(await whole());
      expect(bench.server.requests.every(({ invalid }) => invalid.length === 0)).toBe(true);
    }),
  );

  const refusals: readonly LinearFault[] = [
    { kind: 'errors', code: 'FORBIDDEN', message: 'Not for this key', status: 200 },
    { kind: 'errors', code: 'INPUT_ERROR', message: 'Query too complex' },
    { kind: 'half' },
  ];
  test.each(refusals)('where Linear does not let us look ($kind $code), everything is read', (fault) =>
    following('team', async ({ bench, happens, look, passes, asked }) => {
      fill(happens, 60);
      passes(120_000);
      await look();
      happens(edit);
      asked();
      bench.server.order({ ...fault, on: /query Look/ });
      expect((await look()).items[59]?.title).toMatch(/^Edited/);
      expect(asked()).toBe(3);
    }),
  );

  test('what was deleted is gone after a quarter of an hour, and by id at once', () =>
    following('team', async ({ tracker, happens, look, passes }) => {
      fill(happens, 2);
      const [first] = (await look()).items;
      happens({ act: 'delete', at: 1 });
      passes(30_000);
      expect(await tracker.fetchByIds([first?.id ?? ''])).toEqual([]);
      passes(QUARTER_MS);
      expect((await look()).items.map(({ id }) => id)).not.toContain(first?.id);
    }));

  test('an update that says it is of next year hides no other', () =>
    following('team', async ({ bench, happens, look, passes }) => {
      fill(happens, 2);
      await look();
      const [odd] = bench.server.workspace.issues;
      if (odd) odd.updatedAt = '2027-05-05T05:05:05Z';
      passes(30_000);
      await look();
      happens({ act: 'edit', at: 1 });
      passes(30_000);
      expect((await look()).items[0]?.title).toMatch(/^Edited/);
    }));

  test('other states are another question, and are not mixed with what is followed', () =>
    following('team', async ({ tracker, happens, look }) => {
      fill(happens, 3);
      happens({ act: 'move', at: 0, state: 'Done' });
      expect((await look()).items).toHaveLength(2);
      expect((await tracker.fetchByStates(['Done'])).items).toHaveLength(1);
      expect((await tracker.fetchByStates([' todo', 'in progress '])).items).toHaveLength(2);
    }));
});
