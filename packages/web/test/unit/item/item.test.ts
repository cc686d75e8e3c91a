import { evidenceOf, type ItemView, NO_SPEND } from '@symphony/domain';
import { describe, expect, test } from 'vitest';
import { standingOf } from '../../../src/screens/item/evidence-standing.ts';
import { actsOf, canTakeOver, safeLink, whyNobodyListens } from '../../../src/screens/item/item-acts.ts';
import { editOf, formOf, problemsOf } from '../../../src/screens/item/item-changes.ts';
import { lastNews } from '../../../src/screens/item/item-news.ts';
import { spendByTurn } from '../../../src/screens/item/spend-by-turn.ts';
import { timelineRows } from '../../../src/screens/item/timeline-rows.ts';
import { takeoverState } from '../../../src/terminal/takeover-state.ts';
import { Log } from '../transcript/entries.ts';

const RUN = {
  id: 'r1',
  player: 'ada',
  startedAt: 0,
  phase: 'turn',
  turn: 1,
  lastEventAt: 0,
  lastMessage: '',
  pauseWanted: false,
} as const;

const item = (over: Partial<ItemView> = {}): ItemView => ({
  id: 'i',
  identifier: 'S-1',
  title: 'One',
  state: 'running',
  outcome: 'none',
  trackerState: 'Todo',
  priority: 2,
  rank: null,
  labels: ['bug'],
  blockedBy: [],
  url: null,
  createdAt: 0,
  changedAt: 0,
  returned: false,
  reason: '',
  attempt: 1,
  retries: 0,
  returns: 0,
  givenUp: false,
  dueAt: null,
  run: RUN,
  chamber: { path: '/c', branch: 'b', baseCommit: '0' },
  spend: NO_SPEND,
  mergedAs: null,
  mission: null,
  proposal: null,
  ...over,
});

const AROUND = { at: 0, inbox: [], train: { queue: [], trying: [], awaitingApproval: ['S-9'], held: null } };

describe('C20 what can be done fits the state', () => {
  test.each<[string, Partial<ItemView>, string]>([
    ['at work', {}, 'pause takeover freeze stop edit'],
    ['about to pause', { run: { ...RUN, pauseWanted: true } }, 'resume takeover stop edit'],
    ['paused', { state: 'paused' }, 'resume takeover stop edit'],
    ['being proved', { run: { ...RUN, phase: 'proving' } }, 'stop edit'],
    ['waits for approval', { identifier: 'S-9', state: 'handed_off', run: null }, 'approve stop edit'],
    ['failed', { state: 'failed', run: null }, 'retry stop edit'],
    ['merged', { state: 'open', outcome: 'merged', run: null }, 'retry edit'],
    ['never played', { state: 'open', run: null, chamber: null }, 'edit'],
  ])('%s', (_, over, acts) => {
    expect(actsOf(item(over), AROUND, 'none').join(' ')).toBe(acts);
  });

  test('in a person’s hands it goes on when they leave it', () => {
    expect(actsOf(item({ state: 'paused' }), AROUND, 'on')).toEqual(['stop', 'edit']);
  });

  test('nobody listens once it is closed', () => {
    expect(whyNobodyListens(item({ state: 'open', outcome: 'merged' }))).toContain('merged');
    expect(whyNobodyListens(item())).toBeNull();
    expect(canTakeOver(item({ chamber: null }))).toBe(false);
  });

  test('only web addresses lead away', () => {
    expect(safeLink('https://tracker.example/S-1')).toBe('https://tracker.example/S-1');
    for (const url of ['javascript:alert(1)', 'file:///etc/passwd', 'data:text/html,x', 'S-1', null])
      expect(safeLink(url)).toBeNull();
  });
});

describe('editing', () => {
  const before = formOf(item(), 'text');

  test('only what differs is sent', () => {
    expect(editOf('S-1', before, before)).toBeNull();
    expect(editOf('S-1', before, { ...before, title: ' One ', labels: 'BUG,' })).toBeNull();
    expect(editOf('S-1', before, { ...before, priority: '', labels: 'bug, ui' })).toEqual({
      name: 'edit',
      id: 'S-1',
      labels: ['bug', 'ui'],
      priority: null,
    });
  });

  test('what cannot be is told by field', () => {
    expect(problemsOf({ ...before, title: ' ', priority: 'high' })).toEqual({
      title: 'It needs a title.',
      priority: 'A whole number, or nothing.',
    });
    expect(problemsOf(before)).toEqual({});
  });
});

describe('C5 a proof speaks for one tree', () => {
  const evidence = evidenceOf('tree-1', 'commit-1', []);
  const seen = (tree: string, dirty: string[] = []) =>
    new Log().add({
      type: 'chamber-inspected',
      item: 'i',
      run: 'r1',
      inspection: { head: 'h', tree, commits: 1, dirty, fingerprint: tree },
    }).entries;

  test.each<[string, ReturnType<typeof seen>, boolean, boolean]>([
    ['the work is as it was', seen('tree-1'), false, true],
    ['the work has changed', seen('tree-2'), false, false],
    ['it was merged before the work changed', seen('tree-2'), true, true],
    ['something is not committed', seen('tree-1', ['a']), false, true],
  ])('%s', (_, entries, merged, holds) => {
    expect(standingOf(evidence, entries, merged).holds).toBe(holds);
  });

  test('one that failed holds for nothing', () => {
    const failed = evidenceOf('tree-1', 'c', [
      { command: 'test', exitCode: 1, timedOut: false, durationMs: 1, outputTail: '' },
    ]);
    expect(standingOf(failed, seen('tree-1'), false).holds).toBe(false);
  });
});

describe('what it cost', () => {
  test('reports are of the session so far; a turn has what it grew by', () => {
    const usage = (input: number, cached: number, usd: number | null) =>
      ({ type: 'usage', usage: { inputTokens: input, cachedTokens: cached, outputTokens: 1, usd } }) as const;
    const log = new Log()
      .run()
      .turn(1)
      .says(usage(100, 40, 0.1))
      .says(usage(150, 50, 0.2));
    log
      .turn(2)
      .says(usage(200, 90, 0.5))
      .run(2, 'bob')
      .turn(1)
      .says(usage(10, 0, null))
      .turn(2);
    const turns = spendByTurn(log.entries);
    expect(turns).toMatchObject([
      { attempt: 1, turn: 1, player: 'ada', inputTokens: 150, cachedTokens: 50 },
      { attempt: 1, turn: 2, inputTokens: 50, cachedTokens: 40 },
      { attempt: 2, turn: 1, player: 'bob', inputTokens: 10, unpriced: true, usd: 0 },
    ]);
    expect(turns.reduce((sum, { usd }) => sum + usd, 0)).toBeCloseTo(0.5);
  });
});

describe('what happened', () => {
  const log = new Log().run().turn(1).says({ type: 'message', text: 'a\u001b[31mb' }).turn(2);

  test('down to the weight that is asked for, with the time between', () => {
    expect(timelineRows(log.entries, 'outcome', 'S-1')).toEqual([]);
    expect(timelineRows(log.entries, 'milestone', 'S-1').map(({ afterMs }) => afterMs)).toEqual([
      null,
      3_000,
    ]);
    expect(timelineRows(log.entries, 'chatter', 'S-1')[2]?.words).toBe('says: ab');
  });

  test('the agent’s talk is no news', () => {
    expect(lastNews(new Log().run().turn(1).tool('a').entries)).toBe(2);
    expect(lastNews([])).toBe(0);
  });

  test('whose hands it is in', () => {
    const taken = new Log().run().add({ type: 'takeover-wanted', item: 'i', by: 'me' });
    expect(takeoverState(taken.entries, true)).toBe('wanted');
    expect(takeoverState(taken.entries, false)).toBe('none');
    taken.add({ type: 'takeover-began', item: 'i', run: 'r1' });
    expect(takeoverState(taken.entries, true)).toBe('on');
    expect(takeoverState(taken.run(2).entries, true)).toBe('none');
  });
});
