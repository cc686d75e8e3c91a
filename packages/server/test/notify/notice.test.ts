import type { Entry, LogEvent, ProposalSight } from '@symphony/domain';
import { EVERY_EVENT } from '@symphony/testkit';
import { describe, expect, test } from 'vitest';
import { NOTICE_TYPES, type Notice, noticeOf, type Sight } from '../../src/notify/notice.ts';

const sight = (more: Partial<Sight> = {}): Sight => ({
  item: (id) => (id === 'i1' ? { identifier: 'S-1', title: 'Dark mode', givenUp: false } : null),
  melody: (run) => (run === 'melody-1' ? 'nightly' : null),
  missionQuestion: () => null,
  approvals: false,
  left: () => ({ working: 0, needYou: 0 }),
  workbench: 'http://127.0.0.1:4780',
  ...more,
});

const entry = (event: LogEvent): Entry => ({ seq: 7, at: 1_000, event });

const moved = (more: object): LogEvent =>
  ({
    type: 'item-moved',
    item: 'i1',
    event: 'error',
    from: 'running',
    to: 'failed',
    facts: {},
    reason: 'it broke',
    outcome: null,
    ...more,
  }) as LogEvent;

const asked = (text: string, permission?: object): LogEvent =>
  ({
    type: 'question-asked',
    item: 'i1',
    run: 'run-1',
    question: { id: 'q', text, choices: [], defaultAnswer: null, defaultAfterMs: null, permission },
  }) as LogEvent;

const flow = (change: object): LogEvent => ({ type: 'flow-changed', run: 'melody-1', change }) as LogEvent;

const SIGHT: ProposalSight = {
  url: null,
  state: 'open',
  head: 'a1',
  mergeable: 'yes',
  checks: 'none',
  review: 'none',
  failed: [],
};

const LINK = 'http://127.0.0.1:4780/item/S-1';

describe('what people are told', () => {
  const cases: [string, LogEvent, Partial<Sight>, Partial<Notice> | null][] = [
    [
      'failed for good',
      moved({}),
      {},
      { kind: 'failed', item: 'S-1', title: 'S-1 failed', text: 'it broke', link: LINK },
    ],
    [
      'a mission asks',
      { type: 'mission-stepped', mission: 'units', step: 'deciding', phase: null, cycle: 1, reason: '' },
      { missionQuestion: () => 'D1: a tree?' },
      { kind: 'question', item: null, title: 'units asks you', text: 'D1: a tree?' },
    ],
    [
      'a mission that decides by itself',
      { type: 'mission-stepped', mission: 'units', step: 'deciding', phase: null, cycle: 1, reason: '' },
      {},
      null,
    ],
    [
      'a mission that cannot go on',
      { type: 'mission-paused', mission: 'units', by: 'symphony', reason: 'its branch is gone' },
      {},
      { kind: 'needs_human', title: 'units is paused', text: 'its branch is gone' },
    ],
    [
      'a mission whose pull request was closed',
      { type: 'proposal-seen', item: 'mission/units', ref: 'a/b#1', sight: { ...SIGHT, state: 'closed' } },
      { missionQuestion: () => 'Offer it anew?' },
      { kind: 'question', item: null, title: 'units asks you', text: 'Offer it anew?' },
    ],
    [
      'a mission whose pull request is held',
      { type: 'proposal-held', item: 'mission/units', reason: 'fails build', asks: true },
      { missionQuestion: () => 'What now?' },
      { kind: 'question', title: 'units asks you' },
    ],
    [
      'a pull request that is looked at, whatever else its mission asks',
      { type: 'proposal-seen', item: 'mission/units', ref: 'a/b#1', sight: SIGHT },
      { missionQuestion: () => 'Offer it anew?' },
      null,
    ],
    ['a pull request of an item', { type: 'proposal-held', item: 'i1', reason: 'fails build' }, {}, null],
    [
      'a mission that is done',
      { type: 'mission-ended', mission: 'units', outcome: 'done', reason: 'merged into main', commit: null },
      {},
      { kind: 'done', title: 'units is done' },
    ],
    ['needs a person', moved({ to: 'needs_human' }), {}, { kind: 'needs_human', title: 'S-1 needs you' }],
    [
      'a budget is used up',
      moved({ to: 'needs_human', event: 'budget_exceeded', reason: 'spent $5.10' }),
      {},
      { kind: 'budget', title: 'S-1 has used up its budget', text: 'spent $5.10' },
    ],
    [
      'merged, and that was all',
      moved({ to: 'open', outcome: 'merged' }),
      {},
      { kind: 'done', title: 'S-1 is merged', text: 'Dark mode\nEverything is done.' },
    ],
    [
      'merged, with more to do',
      moved({ to: 'open', outcome: 'merged' }),
      { left: () => ({ working: 3, needYou: 1 }) },
      { text: 'Dark mode\n3 more to do. 1 waits for you.' },
    ],
    [
      'merged, and the rest waits for a person',
      moved({ to: 'open', outcome: 'merged' }),
      { left: () => ({ working: 0, needYou: 2 }) },
      { text: 'Dark mode\nNothing else is under way. 2 wait for you.' },
    ],
    [
      'given up by the train',
      moved({ to: 'open', outcome: 'closed' }),
      { item: () => ({ identifier: 'S-1', title: '', givenUp: true }) },
      { kind: 'needs_human', title: 'S-1 needs you' },
    ],
    ['closed by a person', moved({ to: 'open', outcome: 'closed' }), {}, null],
    ['queued', moved({ to: 'queued' }), {}, null],
    [
      'a question',
      asked('Which format?'),
      {},
      { kind: 'question', title: 'S-1 asks you', text: 'Which format?' },
    ],
    [
      'a permission',
      asked('May I?', { id: 'p' }),
      {},
      { kind: 'question', title: 'S-1 asks for permission' },
    ],
    [
      'handed off where nobody approves',
      { type: 'handoff-made', item: 'i1', ref: 'r', entry: {} } as never,
      {},
      null,
    ],
    [
      'handed off for approval',
      { type: 'handoff-made', item: 'i1', ref: 'r', entry: {} } as never,
      { approvals: true },
      { kind: 'needs_human', title: 'S-1 waits for your approval', text: 'Dark mode' },
    ],
    [
      'the train is held',
      { type: 'train-held', attempt: 'a', reason: 'main is dirty' },
      {},
      { kind: 'needs_human', item: null, title: 'The merge train waits', link: 'http://127.0.0.1:4780/' },
    ],
    [
      'a gate',
      flow({ kind: 'node', node: 'ship', to: 'waiting', attempt: 1, reason: 'Ship it?' }),
      {},
      { kind: 'question', title: 'nightly asks you', text: 'Ship it?' },
    ],
    [
      'a melody failed',
      flow({ kind: 'flow', to: 'failed', reason: 'x' }),
      {},
      { kind: 'failed', title: 'nightly failed' },
    ],
    [
      'a melody is done',
      flow({ kind: 'flow', to: 'completed', reason: '' }),
      {},
      { kind: 'done', title: 'nightly is done' },
    ],
    ['a melody runs', flow({ kind: 'flow', to: 'running', reason: '' }), {}, null],
    ['no workbench', moved({}), { workbench: null }, { link: null }],
    ['an item nobody knows any more', moved({}), { item: () => null }, { item: 'i1', title: 'i1 failed' }],
  ];
  test.each(cases)('%s', (_name, event, more, expected) => {
    const notice = noticeOf(entry(event), sight(more));
    if (expected === null) expect(notice).toBeNull();
    else expect(notice).toMatchObject({ seq: 7, at: 1_000, ...expected });
  });

  test('only the listed kinds of entries are worth a notice', () => {
    for (const event of Object.values(EVERY_EVENT)) {
      const notice = noticeOf(entry(event), sight({ approvals: true }));
      if (notice !== null) expect(NOTICE_TYPES).toContain(event.type);
    }
  });

  test("somebody else's text is bounded and holds no control characters", () => {
    const notice = noticeOf(
      entry(asked(`\u001b[31mred\u202e\u0000\nnext\t\tline ${'x'.repeat(5_000)}`)),
      sight(),
    );
    expect(notice?.text.startsWith('[31mred\nnext line x')).toBe(true);
    expect(notice?.text.length).toBeLessThanOrEqual(800);
    const odd = { item: () => ({ identifier: '../a b?<', title: '', givenUp: false }) };
    expect(noticeOf(entry(moved({})), sight(odd))?.link).toBe('http://127.0.0.1:4780/item/..%2Fa%20b%3F%3C');
  });
});
