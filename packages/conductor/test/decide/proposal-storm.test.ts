import { SETTINGS } from '@symphony/testkit';
import { expect, test } from 'vitest';
import { replayed } from './replayed.ts';
import { ReviewWorld } from './review-world.ts';

const IDS = ['A', 'B', 'C'];
const SEEDS = Number(process.env.SYMPHONY_SEED) ? [Number(process.env.SYMPHONY_SEED)] : range(20_261_118, 60);

function range(from: number, count: number): number[] {
  return Array.from({ length: count }, (_, at) => from + at);
}

/** People and checks do what they like over there. */
function meddle(world: ReviewWorld): void {
  const id = world.chooses(IDS.filter((each) => world.offers.get(`${each}#1`)?.state === 'open'));
  if (id === undefined) return;
  const dice = world.chance();
  if (dice < 0.3) world.desk.fail(id);
  else if (dice < 0.7)
    Object.assign(world.offer(id), { checks: 'passed', failedChecks: [], mergeable: 'yes' });
  else if (dice < 0.8) world.desk.remark(id, 'Rename it.');
  else if (dice < 0.85) world.offer(id).mergeable = 'no';
  else if (dice < 0.87)
    world.desk.demand(id, world.chooses(['yes', 'yes', 'no', 'behind', 'unknown']) ?? 'yes');
  else if (dice < 0.9) world.desk.personPushes(id);
  else if (dice < 0.93) Object.assign(world.offer(id), { state: 'merged', mergedAs: 'by hand' });
  else world.command({ name: world.chance() < 0.5 ? 'retry' : 'approve', item: id, by: 'law' });
}

test(`C8 C9 C19 storms over pull requests: merged once, told once (seeds from ${SEEDS[0]})`, () => {
  let merged = 0;
  for (const seed of SEEDS) {
    const handoff = { ...SETTINGS.handoff, mode: 'auto', followUp: true, maxReturns: 5 } as const;
    const world = new ReviewWorld(IDS, { handoff }, seed);
    for (let step = 0; step < 500; step += 1) {
      const dice = world.chance();
      if (dice < 0.6) {
        const effect = world.takeOne();
        if (effect) world.answer(effect, 0.1);
      } else if (dice < 0.75) {
        const agent = world.chooses([...world.agents]);
        if (agent) world.act(agent[0], agent[1], 0.1);
      } else if (dice < 0.85) {
        world.now += Math.floor(world.chance() * 40_000);
        world.say({ type: 'tick' });
      } else if (dice < 0.98) meddle(world);
      else world.crash();
    }
    const told = world.log.flatMap(({ event }) =>
      event.type === 'handoff-returned' ? (event.told ?? []).map((key) => `${event.item} ${key}`) : [],
    );
    expect(new Set(told).size, `told once, seed ${seed}`).toBe(told.length);
    expect(new Set(world.mergedOver).size, `merged once, seed ${seed}`).toBe(world.mergedOver.length);
    expect(world.merges, `nothing in the train, seed ${seed}`).toEqual([]);
    for (const id of IDS) {
      const moves = world.log.filter(({ event }) => event.type === 'proposal-merged' && event.item === id);
      expect(moves.length, `merged once in the log, seed ${seed}`).toBeLessThanOrEqual(1);
    }
    expect(replayed(world), `replayed, seed ${seed}`).toBe(true);
    merged += world.mergedOver.length;
  }
  expect(merged).toBeGreaterThan(SEEDS.length / 2);
});
