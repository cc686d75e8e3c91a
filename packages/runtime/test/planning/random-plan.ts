import { type ExecutionStep, type Json, stepNeeds } from '@symphony/domain';
import fc from 'fast-check';
import { step, tool } from './stage.ts';

/** What a random step's tool does: how long it takes, and whether it fails. */
export interface Deed {
  readonly ms: number;
  readonly fails: boolean;
}

export interface RandomPlan {
  readonly steps: readonly ExecutionStep[];
  readonly deeds: readonly Deed[];
}

/** Steps that need any earlier ones by reference, by order or by condition; `faults` lets some fail. */
export const randomPlans = (most: number, faults: boolean): fc.Arbitrary<RandomPlan> =>
  fc.integer({ min: 1, max: most }).chain((count) =>
    fc
      .array(
        fc.record({
          ms: fc.integer({ min: 1, max: 500 }),
          fails: faults ? fc.integer({ min: 0, max: 5 }).map((die) => die === 0) : fc.constant(false),
          data: fc.array(fc.nat(), { maxLength: 2 }),
          order: fc.array(fc.nat(), { maxLength: 1 }),
          when: fc.option(fc.tuple(fc.nat(), fc.boolean()), { nil: null, freq: 3 }),
        }),
        { minLength: count, maxLength: count },
      )
      .map((drawn) => ({
        deeds: drawn.map(({ ms, fails }) => ({ ms, fails })),
        steps: drawn.map(({ data, order, when }, at) => {
          const earlier = (given: readonly number[]): number[] =>
            at === 0 ? [] : [...new Set(given.map((each) => (each % at) + 1))];
          const [on] = when && faults ? earlier([when[0]]) : [];
          return step(at + 1, 'do.it', {
            parameters: { number: at + 1, from: earlier(data).map((each) => `{{step_${each}_output.sum}}`) },
            dependsOn: earlier(order),
            ...(on === undefined ? {} : { when: `step_${on}_output.even == ${when?.[1]}` }),
          });
        }),
      })),
  );

/** Gives a value that follows from its inputs alone, after its time. */
export const doIt = (deeds: readonly Deed[], sleep: (ms: number) => Promise<void>) =>
  tool('do.it', async ({ number, from }) => {
    const deed = deeds[(number as number) - 1] as Deed;
    await sleep(deed.ms);
    if (deed.fails) throw new Error(`no ${number}`);
    const sum = (from as readonly number[]).reduce((all, each) => all + each, number as number) % 1_000;
    return { sum, even: sum % 2 === 0 } as Json;
  });

/** How long it takes when nothing waits for a place: the longest chain of needs. */
export function criticalMs({ steps, deeds }: RandomPlan): number {
  const ends: number[] = [];
  for (const [at, each] of steps.entries()) {
    const start = Math.max(0, ...stepNeeds(each).map((need) => ends[need - 1] ?? 0));
    ends.push(start + (deeds[at]?.ms ?? 0));
  }
  return Math.max(...ends);
}
