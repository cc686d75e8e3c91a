import type { Thing } from '@symphony/domain';
import { describe, expect, test } from 'vitest';
import { judge, type Policy, tallyOf } from '../../src/stale/index.ts';
import { WEIGHTS, worthOf } from '../../src/stale/value.ts';
import { lengthOf } from '../../src/stale/words.ts';
import { DAY, FREE, NOW, policy, thing } from './things.ts';

/** One line a thing: what happens, where it then is, and why. */
const check = (things: readonly Thing[], policies: readonly Policy[], wanted: readonly string[], now = NOW) =>
  expect(
    judge(things, policies, now).map(
      ({ thing: { id }, action, tier, reason }) => `${id}: ${action} ${tier}, ${reason}`,
    ),
  ).toEqual(wanted);

const COOL = policy([{ type: 'cool', warmAfterMs: 8 * DAY, coldAfterMs: 30 * DAY }], { name: 'tiers' });
const AGE = (days: number, change: Partial<Policy> = {}) =>
  policy([{ type: 'max-age', ms: days * DAY }], { name: 'age', ...change });

describe('rules', () => {
  test('P5 max-age counts from the last use', () => {
    check(
      [thing('old'), thing('used', { lastUsedAt: NOW - 2 * DAY }), thing('today', { lastUsedAt: NOW - 5 })],
      [AGE(60)],
      [
        'old: delete hot, not used for 100 days',
        'used: keep hot, used 2 days ago',
        'today: keep hot, it was used today',
      ],
    );
  });

  test('P5 min-uses spares the young and the used', () => {
    check(
      [thing('idle'), thing('busy', { uses: 3 }), thing('young', { createdAt: NOW - DAY })],
      [policy([{ type: 'min-uses', uses: 2, afterMs: 10 * DAY }])],
      [
        'idle: delete hot, used 0 of at least 2 times',
        'busy: keep hot, used 100 days ago',
        'young: keep hot, used 100 days ago',
      ],
    );
  });

  test('P5 min-quality leaves alone what nobody judged', () => {
    check(
      [thing('bad', { quality: 0.1 }), thing('good', { quality: 0.9 }), thing('unknown')],
      [policy([{ type: 'min-quality', quality: 0.4 }])],
      [
        'bad: delete hot, its quality is 0.10, below 0.4',
        'good: keep hot, used 100 days ago',
        'unknown: keep hot, used 100 days ago',
      ],
    );
  });

  test('P5 keep-tagged and keep-for-training win over rules of lower priority, and lose to higher ones', () => {
    const keep = policy([{ type: 'keep-tagged', tags: ['gold'] }, { type: 'keep-for-training' }], {
      name: 'keep',
      priority: 5,
    });
    const things = [thing('gold', { tags: ['gold'] }), thing('lesson', { training: true }), thing('other')];
    check(
      things,
      [AGE(60), keep],
      [
        'gold: keep hot, it is tagged gold',
        'lesson: keep hot, it is kept to learn from',
        'other: delete hot, not used for 100 days',
      ],
    );
    check(
      things,
      [AGE(60, { priority: 9 }), keep],
      ['gold', 'lesson', 'other'].map((id) => `${id}: delete hot, not used for 100 days`),
    );
  });

  test('P5 what is kept to learn from is still archived', () => {
    check(
      [thing('lesson', { training: true })],
      [AGE(60), COOL, policy([{ type: 'keep-for-training' }], { priority: 5 })],
      ['lesson: archive cold, not used for 100 days'],
    );
  });

  test('P5 a disabled policy and one for other kinds say nothing', () => {
    check(
      [thing('x')],
      [AGE(1, { enabled: false }), AGE(1, { kinds: ['bundle'] })],
      ['x: keep hot, used 100 days ago'],
    );
  });

  test('P5 max-total-size takes the least valuable first, and only as many as needed', () => {
    const things = [
      thing('recent', { lastUsedAt: NOW - DAY }),
      thing('often', { uses: 30 }),
      thing('copy', { content: 'same' }),
      thing('copy-2', { content: 'same' }),
      thing('plain'),
    ];
    const reason = '5 KB are taken and 3 KB allowed; it is worth least';
    const verdicts = judge(things, [policy([{ type: 'max-total-size', bytes: 3000 }])], NOW);
    expect(
      verdicts.flatMap((each) => (each.action === 'delete' ? [each.thing.id, each.reason] : [])),
    ).toEqual(['copy', reason, 'copy-2', reason]);
  });

  test('P5 room is made with what nothing else needs, the needing one first', () => {
    const things = [
      thing('needed', { lastUsedAt: 0 }),
      thing('needing', { references: ['needed'] }),
      thing('guarded', { guards: { ...FREE, held: 'by law' }, references: ['deep'], lastUsedAt: 0 }),
      thing('deep', { references: ['deeper'], lastUsedAt: 0 }),
      thing('deeper', { lastUsedAt: 0 }),
    ];
    const gone = judge(things, [policy([{ type: 'max-total-size', bytes: 0 }])], NOW)
      .filter(({ action }) => action === 'delete')
      .map((each) => each.thing.id);
    expect(gone).toEqual(['needed', 'needing']);
  });

  test('P5 what a guarded thing needs stays, over two steps, and the reason names who needs it', () => {
    check(
      [
        thing('top', { guards: { ...FREE, unmerged: '2 commits are not in main yet' }, references: ['mid'] }),
        thing('mid', { references: ['low'] }),
        thing('low'),
        thing('free'),
      ],
      [AGE(60)],
      [
        'top: keep hot, 2 commits are not in main yet',
        'mid: keep hot, top needs it',
        'low: keep hot, mid needs it',
        'free: delete hot, not used for 100 days',
      ],
    );
  });

  test('two things of one name are a mistake of the caller', () => {
    expect(() => judge([thing('x'), thing('x')], [], NOW)).toThrow('Two things are called x.');
  });
});

describe('tiers', () => {
  test('P5 hot, warm after 8 days, cold after 30, and back when it is used: one thing through time', () => {
    let item = thing('s', { lastUsedAt: NOW, createdAt: NOW });
    const seen: string[] = [];
    const live = (days: number): void => {
      const [verdict] = judge([item], [COOL], NOW + days * DAY);
      if (verdict && verdict.tier !== item.tier) seen.push(`day ${days}: ${item.tier} → ${verdict.tier}`);
      if (verdict) item = { ...item, tier: verdict.tier };
    };
    for (let day = 0; day <= 40; day += 1) live(day);
    item = { ...item, lastUsedAt: NOW + 40.5 * DAY };
    for (let day = 41; day <= 75; day += 1) live(day);
    expect(seen).toEqual([
      'day 9: hot → warm',
      'day 31: warm → cold',
      'day 41: cold → hot',
      'day 49: hot → warm',
      'day 71: warm → cold',
    ]);
  });

  test('P5 a thing goes only into the tiers it can be in', () => {
    check(
      [
        thing('packed', { tiers: ['hot', 'cold'], lastUsedAt: NOW - 10 * DAY }),
        thing('whole', { tiers: ['hot'] }),
      ],
      [COOL],
      ['packed: keep hot, used 10 days ago', 'whole: keep hot, used 100 days ago'],
    );
  });

  test('P5 what an item needs again is brought back from the cold', () => {
    check(
      [thing('s', { tier: 'cold', guards: { ...FREE, referenced: 'S-1 is not finished' } })],
      [COOL],
      ['s: keep hot, S-1 is not finished'],
    );
  });
});

describe('value', () => {
  test('P5 the weights add up to 1, and each part counts by its weight', () => {
    expect(Object.values(WEIGHTS).reduce((sum, each) => sum + each, 0)).toBeCloseTo(1, 12);
    const best = thing('best', { lastUsedAt: NOW, uses: 1e9, quality: 1, training: true });
    expect(worthOf(best, 1, NOW)).toBeCloseTo(1, 6);
    const worst = thing('worst', { lastUsedAt: 0, quality: 0 });
    expect(worthOf(worst, 1e9, NOW)).toBeLessThan(1e-6);
    const half = thing('half', { lastUsedAt: NOW - 14 * DAY, uses: 3, quality: 0.5, training: false });
    expect(worthOf(half, 2, NOW)).toBeCloseTo(0.15 + 0.1 + 0.1 + 0 + 0.075, 12);
  });

  test('P5 high value is archived, never removed', () => {
    const treasure = thing('treasure', { uses: 1000, quality: 1, training: true, lastUsedAt: NOW - 9 * DAY });
    check([treasure], [AGE(1), COOL], ['treasure: archive warm, not used for 9 days']);
    check([treasure], [AGE(1)], ['treasure: keep hot, it is too valuable to go (0.89)']);
    const noRoom = policy([{ type: 'max-total-size', bytes: 0 }]);
    check([treasure], [noRoom], ['treasure: keep hot, used 9 days ago']);
  });
});

test('P5 the tally counts bytes a kind: found, archived, removed, kept and why', () => {
  const things = [
    thing('a', { size: 10 }),
    thing('b', { size: 20, lastUsedAt: NOW - 10 * DAY }),
    thing('c', { size: 30, guards: { ...FREE, running: 'S-1 is being played' } }),
    thing('d', { size: 40, kind: 'bundle', lastUsedAt: NOW }),
    thing('e', { size: 50, tier: 'cold', lastUsedAt: NOW }),
  ];
  expect(tallyOf(judge(things, [AGE(60), COOL], NOW))).toEqual([
    {
      kind: 'session',
      found: { count: 4, bytes: 110 },
      archive: { count: 1, bytes: 20 },
      remove: { count: 1, bytes: 10 },
      promote: { count: 1, bytes: 50 },
      keep: { count: 1, bytes: 30 },
      keptBecause: [{ reason: 'S-1 is being played', count: 1, bytes: 30 }],
    },
    {
      kind: 'bundle',
      found: { count: 1, bytes: 40 },
      archive: { count: 0, bytes: 0 },
      remove: { count: 0, bytes: 0 },
      promote: { count: 0, bytes: 0 },
      keep: { count: 1, bytes: 40 },
      keptBecause: [{ reason: 'it was used today', count: 1, bytes: 40 }],
    },
  ]);
});

test('words for lengths of time', () => {
  expect([0, 60_000, 2 * 3_600_000, DAY, 2.5 * DAY].map(lengthOf)).toEqual([
    '0 minutes',
    '1 minute',
    '2 hours',
    '1 day',
    '2 days',
  ]);
});
