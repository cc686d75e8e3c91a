import { stepNeeds } from '@symphony/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { playPlan } from '../../src/planning/play.ts';
import { criticalMs, doIt, type RandomPlan, randomPlans } from './random-plan.ts';
import { plan, type Stage, stage, step, tool } from './stage.ts';

const RUNS = { numRuns: Number(process.env.SYMPHONY_RUNS ?? 60) };

/** Plays it on a clock that jumps from one end to the next. */
async function play(random: RandomPlan, parallel: number) {
  const made: Stage = stage([doIt(random.deeds, (ms) => made.clock.sleep(ms))], [], {
    parallel,
    maxReplans: 0,
    retryAttempts: 0,
  });
  const start = made.clock.now();
  let over = false;
  const ended = playPlan(made.session, plan(random.steps)).then((outcome) => {
    over = true;
    return outcome;
  });
  await made.clock.settle();
  while (!over) {
    const [next] = made.clock.due;
    if (next === undefined) throw new Error('It hangs.');
    await made.clock.advance(next);
  }
  return { outcome: await ended, ms: made.clock.now() - start, ...made };
}

describe('R11 laws of playing', () => {
  test('R11 steps at the same time end as steps in a row', async () => {
    await fc.assert(
      fc.asyncProperty(randomPlans(10, true), fc.integer({ min: 2, max: 8 }), async (random, parallel) => {
        const inRow = await play(random, 1);
        const atOnce = await play(random, parallel);
        expect(atOnce.outcome.plan.steps).toEqual(inRow.outcome.plan.steps);
        expect(atOnce.outcome.success).toBe(inRow.outcome.success);
      }),
      RUNS,
    );
  });

  test('R12 only what needs a failure is skipped for it, everything else is played, and no failure is a success', async () => {
    await fc.assert(
      fc.asyncProperty(randomPlans(10, true), async (random) => {
        const { outcome, moves } = await play(random, 8);
        const { steps } = outcome.plan;
        const harmed = new Set<number>();
        for (const each of steps)
          if (each.status === 'failed' || stepNeeds(each).some((need) => harmed.has(need)))
            harmed.add(each.stepNumber);
        for (const { stepNumber, status, error } of steps) {
          expect(['completed', 'failed', 'skipped']).toContain(status);
          expect(error !== undefined).toBe(harmed.has(stepNumber));
          if (status === 'failed') expect(random.deeds[stepNumber - 1]?.fails).toBe(true);
        }
        expect(outcome.success).toBe(harmed.size === 0);
        // Nothing begins twice, and nothing before what it needs has ended.
        const begun = moves().filter((move) => move.endsWith('in_progress'));
        expect(new Set(begun).size).toBe(begun.length);
        for (const each of steps)
          for (const need of stepNeeds(each))
            if (begun.includes(`${each.stepNumber}:in_progress`))
              expect(
                moves().findIndex(
                  (move) => /:(completed|skipped)$/.test(move) && move.startsWith(`${need}:`),
                ),
              ).toBeLessThan(moves().indexOf(`${each.stepNumber}:in_progress`));
      }),
      RUNS,
    );
  });

  test('R20 with free slots a plan takes as long as its longest chain', async () => {
    await fc.assert(
      fc.asyncProperty(randomPlans(20, false), async (random) => {
        const { outcome, ms } = await play(random, 20);
        expect(outcome.success).toBe(true);
        expect(ms).toBeLessThanOrEqual(criticalMs(random) * 1.05);
        expect(ms).toBeGreaterThanOrEqual(criticalMs(random));
      }),
      RUNS,
    );
  });
});

describe('R19 long plans', () => {
  const nothing = tool('do.nothing', ({ n }) => ({ n: n ?? 0 }));
  const chain = (count: number) =>
    plan(
      Array.from({ length: count }, (_, at) =>
        step(at + 1, 'do.nothing', { parameters: at === 0 ? { n: 1 } : { n: `{{step_${at}_output.n}}` } }),
      ),
    );
  const wide = (count: number) => plan(Array.from({ length: count }, (_, at) => step(at + 1, 'do.nothing')));

  test.each([
    ['in a row', chain],
    ['side by side', wide],
  ])(
    'R19 thousands of steps %s are played, and eight times as many cost about eight times as much',
    async (_, made) => {
      const cost = async (count: number): Promise<number> => {
        const { session, events } = stage([nothing]);
        const before = process.cpuUsage();
        const outcome = await playPlan(session, made(count));
        const { user, system } = process.cpuUsage(before);
        expect(outcome.success).toBe(true);
        expect(events.filter(({ type }) => type === 'tool-ended')).toHaveLength(count);
        return user + system;
      };
      await cost(500);
      const best = async (count: number): Promise<number> =>
        Math.min(await cost(count), await cost(count), await cost(count));
      const [small, large] = [await best(500), await best(4_000)];
      // Growing with the square it would be 64. The machine's time is counted, not the wall's: others work on it too.
      expect(large / small).toBeLessThan(24);
    },
  );
});
