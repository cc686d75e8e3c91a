import type { ExecutionPlan, ExecutionStep, Tool } from '@symphony/domain';
import { ManualClock, seeded } from '@symphony/testkit';
import { expect, it } from 'vitest';
import { playPlan } from '../../src/planning/play.ts';
import { stage } from '../stage.ts';

const work = (clock: ManualClock): Tool => ({
  name: 'sim.work',
  description: 'Takes so long.',
  input: { type: 'object', properties: { ms: { type: 'number' } }, required: ['ms'] },
  run: async ({ ms }) => {
    await clock.sleep(ms as number);
    return null;
  },
});

/** Random steps that need some of those before them. */
function randomPlan(chance: () => number, count: number): ExecutionPlan {
  const steps = Array.from({ length: count }, (_, at): ExecutionStep => {
    const before = Array.from({ length: at }, (_each, n) => n + 1);
    return {
      stepNumber: at + 1,
      toolName: 'sim.work',
      description: `work ${at + 1}`,
      parameters: { ms: 20 + Math.floor(chance() * 2000) },
      dependsOn: before.filter(() => chance() < 2 / count),
      status: 'pending',
    };
  });
  return {
    planId: 'plan_1',
    request: 'work',
    selectedTools: ['sim.work'],
    steps,
    reasoning: '',
    createdAt: 0,
    status: 'pending',
    metadata: {},
  };
}

function criticalPath({ steps }: ExecutionPlan): number {
  const ends: number[] = [];
  for (const { parameters, dependsOn } of steps)
    ends.push((parameters.ms as number) + Math.max(0, ...dependsOn.map((each) => ends[each - 1] ?? 0)));
  return Math.max(...ends);
}

it('R20 plans take as long as their longest chain when slots are free, within 5 %', async () => {
  const seed = Number(process.env.SYMPHONY_SEED ?? Date.now());
  const chance = seeded(seed);
  let together = 0;
  let series = 0;
  for (let round = 0; round < 12; round++) {
    const clock = new ManualClock();
    const plan = randomPlan(chance, 24);
    const planning = {
      assess: async () => ({ complexity: 'complex', why: 'it is random' }) as const,
      createPlan: async () => ({ plan }),
      playPlan,
    };
    const { ask } = stage([{ text: 'Done.' }], {
      tools: [work(clock)],
      clock,
      parts: { planning },
      config: { enhancedRuntime: true, parallel: 64, maxStepsPerPlan: 64, timeoutMs: 10_000_000 },
    });
    const from = clock.now();
    let took = Number.NaN;
    const done = ask('work').then((result) => {
      took = clock.now() - from;
      return result;
    });
    while (Number.isNaN(took)) await clock.advance(10);
    expect((await done).success, `seed ${seed}`).toBe(true);
    expect(took, `seed ${seed}`).toBeLessThanOrEqual(criticalPath(plan) * 1.05);
    expect(took).toBeGreaterThanOrEqual(criticalPath(plan));
    together += took;
    series += plan.steps.reduce((sum, { parameters }) => sum + (parameters.ms as number), 0);
  }
  expect(series / together).toBeGreaterThan(1.8);
});
