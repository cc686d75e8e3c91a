import { emptyState, fold, type Input } from '@symphony/conductor';
import type { AgentEvent, Chamber, LogEvent } from '@symphony/domain';
import { DATES_PART, DATES_PLAN, ManualClock, SETTINGS, trackedItem } from '@symphony/testkit';
import { describe, expect, test } from 'vitest';
import { RadarWatch, type RadarWatchOptions } from '../../src/mission/radar-watch.ts';

const chamber = (key: string): Chamber => ({
  key,
  path: `/chambers/${key}`,
  branch: `symphony/${key}`,
  baseCommit: 'c0ffee',
  ports: [],
  env: {},
});

const prepared = (item: string): LogEvent => ({
  type: 'chamber-prepared',
  item,
  run: `run-${item}`,
  chamber: chamber(item),
});
const seen = (item: string): LogEvent => ({ type: 'item-seen', item, tracked: trackedItem(item) });
const said = (item: string, event: AgentEvent): LogEvent => ({
  type: 'agent-reported',
  item,
  run: `run-${item}`,
  event,
});
const toolEnded = (item: string) => said(item, { type: 'tool-ended', id: '1', ok: true, summary: '' });
const moved = (item: string, outcome: 'merged' | 'cancelled' | 'none'): LogEvent => ({
  type: 'item-moved',
  item,
  event: 'pr_merged',
  from: 'handed_off',
  to: 'open',
  facts: {},
  reason: '',
  outcome,
});

type Look = Awaited<ReturnType<RadarWatchOptions['radar']['look']>>;

/** A watch over a log of its own. Looks take as long as the test lets them. */
function watch(before: readonly LogEvent[] = []) {
  const clock = new ManualClock();
  const state = emptyState();
  const posted: Input[] = [];
  const warnings: string[] = [];
  const looks: string[] = [];
  const forgotten: string[] = [];
  const open: ((look: Look | Error) => void)[] = [];
  const radar = new RadarWatch({
    radar: {
      look: (item) => {
        looks.push(item);
        return new Promise((resolve, reject) =>
          open.push((look) => (look instanceof Error ? reject(look) : resolve(look))),
        );
      },
      forget: (item) => void forgotten.push(item),
    },
    state: () => state,
    post: (input) => void posted.push(input),
    clock,
    warn: (message) => void warnings.push(message),
  });
  let seq = 0;
  const fill = (event: LogEvent) => {
    seq += 1;
    const entry = { seq, at: seq, event };
    fold(state, entry);
    return entry;
  };
  const record = (...events: readonly LogEvent[]) => {
    for (const event of events) radar.hear(fill(event));
  };
  for (const event of [{ type: 'settings-applied', settings: SETTINGS } as const, ...before]) fill(event);
  /** Ends the look that is under way. */
  const end = async (look: Look | Error = { changed: true, collisions: [] }) => {
    open.shift()?.(look);
    await clock.settle();
  };
  return { clock, radar, record, looks, posted, warnings, forgotten, end };
}

const BOTH = [seen('A'), prepared('A'), seen('B'), prepared('B')];
const MET = [{ other: 'B', files: ['a.ts'], conflicts: ['a.ts'] }];

describe('M10 the radar looks', () => {
  test('once at what happens in a burst, and tells what it found', async () => {
    const { clock, record, looks, end, posted } = watch(BOTH);
    for (let at = 0; at < 20; at += 1) {
      record(toolEnded('A'));
      await clock.advance(50);
    }
    expect(looks).toEqual([]);
    await clock.advance(600);
    expect(looks).toEqual(['A']);
    await end({ changed: true, collisions: MET });
    expect(posted).toEqual([{ type: 'chambers-compared', item: 'A', collisions: MET }]);
  });

  test('also while an agent never rests, and again for what comes during a look', async () => {
    const { clock, record, looks, end } = watch(BOTH);
    for (let at = 0; at < 20; at += 1) {
      record(toolEnded('A'));
      await clock.advance(500);
      await end();
    }
    expect(looks.length).toBeGreaterThanOrEqual(5);
    expect(looks.length).toBeLessThanOrEqual(7);
  });

  test('at prepared, inspected and handed-off chambers; at nothing else that is said', async () => {
    const { clock, record, looks, end } = watch();
    const entry = { item: 'A', identifier: 'A', title: 'A', branch: 'symphony/A', head: 'c1' };
    const inspection = { head: 'c1', tree: 't1', commits: 1, dirty: [], fingerprint: 'f' };
    record(seen('A'), said('A', { type: 'message', text: 'Hello.' }), {
      type: 'tracker-recovered',
    });
    await clock.advance(5_000);
    expect(looks).toEqual([]);
    for (const event of [
      prepared('A'),
      { type: 'chamber-inspected', item: 'A', run: 'run-A', inspection },
      { type: 'handoff-made', item: 'A', ref: 'r', entry },
    ] satisfies LogEvent[]) {
      record(event);
      await clock.advance(1_500);
      await end();
    }
    expect(looks).toEqual(['A', 'A', 'A']);
  });

  test('at one chamber after another', async () => {
    const { clock, record, looks, end } = watch(BOTH);
    record(toolEnded('A'), toolEnded('B'));
    await clock.advance(1_500);
    expect(looks).toEqual(['A']);
    await end();
    expect(looks).toEqual(['A', 'B']);
  });

  test('at every chamber in use when it starts, and tells what it finds even where nothing changed', async () => {
    const advice = { ...DATES_PART, item: 'dates-decide', kind: 'decide' as const };
    const { radar, looks, end, posted } = watch([
      ...BOTH,
      seen('C'),
      prepared('C'),
      moved('C', 'merged'),
      seen('D'),
      { type: 'mission-planned', mission: 'dates', plan: DATES_PLAN, by: 'ada' },
      { type: 'mission-part-made', mission: 'dates', part: advice },
      seen('dates-decide'),
      prepared('dates-decide'),
    ]);
    radar.start();
    for (let at = 0; at < 8; at += 1) await end({ changed: false, collisions: [] });
    // Twice: the first look at A knows nothing of B yet, so nothing is told of it.
    expect(looks).toEqual(['A', 'B', 'A', 'B']);
    expect(posted).toHaveLength(2);
  });

  test('and says nothing where nothing has changed since', async () => {
    const { clock, record, end, posted } = watch(BOTH);
    for (let at = 0; at < 3; at += 1) {
      record(toolEnded('A'));
      await clock.advance(1_500);
      await end({ changed: at === 0, collisions: [] });
    }
    expect(posted).toHaveLength(1);
  });
});

describe('M10 the radar forgets', () => {
  test.each([
    [
      'a chamber that was removed',
      { type: 'chamber-removed', item: 'A', key: 'A', bundle: null } as LogEvent,
    ],
    ['work that is merged', moved('A', 'merged')],
    ['work that was given up', moved('A', 'cancelled')],
  ])('%s, and its collisions are over', async (_, event) => {
    const collision = { a: 'B', b: 'A', files: ['a.ts'], sure: true, first: 'A', rationale: 'earlier' };
    const { clock, record, looks, forgotten, posted } = watch([
      ...BOTH,
      { type: 'collision-seen', collision },
    ]);
    record(toolEnded('A'), event);
    await clock.advance(5_000);
    expect([looks, forgotten]).toEqual([[], ['A']]);
    expect(posted).toEqual([{ type: 'chambers-compared', item: 'A', collisions: [] }]);
  });

  test('work that only came back is still looked at', async () => {
    const { clock, record, looks, forgotten } = watch(BOTH);
    record(moved('A', 'none'), toolEnded('A'));
    await clock.advance(1_500);
    expect([looks, forgotten]).toEqual([['A'], []]);
  });

  test('what went away while it was looked at', async () => {
    const { clock, record, end, forgotten, posted } = watch(BOTH);
    record(toolEnded('A'));
    await clock.advance(1_500);
    record(moved('A', 'merged'));
    await end({ changed: true, collisions: MET });
    expect(posted).toEqual([]);
    expect(forgotten.at(-1)).toBe('A');
  });
});

describe('M10 when something goes wrong', () => {
  test('it is said once, and again only after a look that went well', async () => {
    const { clock, record, end, warnings } = watch(BOTH);
    const look = async (answer: Look | Error) => {
      record(toolEnded('A'));
      await clock.advance(1_500);
      await end(answer);
    };
    await look(new Error('index.lock exists'));
    await look(new Error('index.lock exists'));
    expect(warnings).toEqual(['Whether A collides with other work is not known: index.lock exists']);
    await look({ changed: true, collisions: [] });
    await look(new Error('index.lock exists'));
    expect(warnings).toHaveLength(2);
  });

  test('C10 stopping waits for the look under way and makes no other', async () => {
    const { clock, radar, record, looks, end, posted } = watch(BOTH);
    record(toolEnded('A'), toolEnded('B'));
    await clock.advance(1_500);
    record(toolEnded('A'));
    let stopped = false;
    const stopping = radar.stop().then(() => {
      stopped = true;
    });
    await clock.settle();
    expect([stopped, clock.due]).toEqual([false, []]);
    await end({ changed: true, collisions: MET });
    await stopping;
    record(toolEnded('B'));
    await clock.advance(5_000);
    expect([looks, posted, clock.due]).toEqual([['A'], [], []]);
  });
});
