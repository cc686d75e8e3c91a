import type { Guards, Tier } from '@symphony/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judge, type Verdict } from '../../src/stale/index.ts';
import { HIGH_VALUE } from '../../src/stale/value.ts';
import { anyPolicies, anyThings, NOW, policy } from './things.ts';

const DEGREE: Record<Tier, number> = { hot: 0, warm: 1, cold: 2 };
const isGuarded = (guards: Guards): boolean => Object.values(guards).some((reason) => reason !== null);
const byId = (verdicts: readonly Verdict[]) => new Map(verdicts.map((each) => [each.thing.id, each]));

/** Greedy on purpose: it wants everything gone. */
const MERCILESS = policy(
  [
    { type: 'max-age', ms: 0 },
    { type: 'min-uses', uses: 1000, afterMs: 0 },
    { type: 'min-quality', quality: 1 },
    { type: 'max-total-size', bytes: 0 },
  ],
  { priority: 1000, name: 'merciless' },
);

describe('laws of judging, for any things and any policies', () => {
  test('P5 nothing referenced, tagged, held, unmerged or running is ever removed or archived away', () => {
    fc.assert(
      fc.property(anyThings, anyPolicies, fc.boolean(), (things, policies, merciless) => {
        const all = merciless ? [...policies, MERCILESS] : policies;
        for (const { thing, action, tier, reason } of judge(things, all, NOW)) {
          if (!isGuarded(thing.guards)) continue;
          expect(action).toBe('keep');
          expect(DEGREE[tier]).toBeLessThanOrEqual(DEGREE[thing.tier]);
          expect(Object.values(thing.guards)).toContain(reason);
        }
      }),
      { numRuns: 400 },
    );
  });

  test('P5 what a kept thing needs is kept, over any number of steps; what an archived one needs is not removed', () => {
    fc.assert(
      fc.property(anyThings, anyPolicies, fc.boolean(), (things, policies, merciless) => {
        const verdicts = byId(judge(things, merciless ? [...policies, MERCILESS] : policies, NOW));
        for (const { thing, action } of verdicts.values()) {
          if (action === 'delete') continue;
          for (const id of thing.references) {
            const needed = verdicts.get(id);
            if (!needed) continue;
            expect(needed.action).not.toBe('delete');
            if (action === 'keep') expect(needed.action).toBe('keep');
          }
        }
      }),
      { numRuns: 400 },
    );
  });

  test('P5 high value is never removed, and every verdict has a reason', () => {
    fc.assert(
      fc.property(anyThings, anyPolicies, (things, policies) => {
        for (const { value, action, reason } of judge(things, [...policies, MERCILESS], NOW)) {
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(1);
          if (value >= HIGH_VALUE) expect(action).not.toBe('delete');
          expect(reason).not.toBe('');
        }
      }),
      { numRuns: 300 },
    );
  });

  test('P5 the same things give the same verdicts, whatever order they and the policies come in', () => {
    const summary = (verdicts: readonly Verdict[]) =>
      new Map(verdicts.map(({ thing, action, tier, value }) => [thing.id, `${action} ${tier} ${value}`]));
    fc.assert(
      fc.property(anyThings, anyPolicies, (things, policies) => {
        const named = policies.map((each, at) => ({ ...each, name: `${each.name}${at}` }));
        expect(summary(judge(things, named, NOW))).toEqual(summary(judge(things, named, NOW)));
        expect(summary(judge(things.toReversed(), named.toReversed(), NOW))).toEqual(
          summary(judge(things, named, NOW)),
        );
      }),
      { numRuns: 300 },
    );
  });
});
