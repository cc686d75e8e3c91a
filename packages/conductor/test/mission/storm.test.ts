import type { Severity } from '@symphony/domain';
import { seeded } from '@symphony/testkit';
import { describe, expect, test } from 'vitest';
import { restoreSnapshot, takeSnapshot } from '../../src/index.ts';
import { deviation, MissionWorld, planOf, worker } from './mission-world.ts';

const FIRST = Number(process.env.SYMPHONY_SEED ?? Math.floor(Math.random() * 1_000_000));
const SEEDS = Array.from({ length: process.env.SYMPHONY_SEED ? 1 : 60 }, (_, at) => FIRST + at);

const SEVERITIES: readonly Severity[] = ['minor', 'major', 'fundamental'];

/** Three to eight workers who need each other at random, and deviate at random. */
function stormyMission(seed: number): MissionWorld {
  const chance = seeded(seed);
  const count = 3 + Math.floor(chance() * 6);
  const workers = Array.from({ length: count }, (_, at) =>
    worker(`w${at}`, {
      phase: at === count - 1 ? 'validation' : 'implementation',
      needs: at > 0 && at < count - 1 && chance() < 0.3 ? [`w${Math.floor(chance() * at)}`] : [],
    }),
  );
  const limits = { ...planOf([]).limits, cycles: 12 };
  const world = new MissionWorld(planOf(workers, { limits, decider: chance() < 0.3 ? 'first' : null }), {
    seed,
    slots: 1 + Math.floor(chance() * 4),
  });
  world.advise = () => null;
  for (const { id } of workers) {
    if (chance() < 0.5) continue;
    const severity = SEVERITIES[Math.floor(chance() * 3)] ?? 'minor';
    world.before.set(`units-${id}`, (run) => world.record(`units-${id}`, run, deviation(severity)));
    if (chance() < 0.4)
      world.marks.set(`units-${id}`, [{ severity, file: `src/${id}/x.ts`, line: 1, text: `of ${id}` }]);
  }
  return world;
}

/** Somebody who answers everything and brings back what is stuck. */
function obey(world: MissionWorld): boolean {
  const { questions } = world.view;
  for (const { id, choices } of questions) {
    const wanted = choices.filter((each) => each !== 'abort');
    world.answerMission(id, world.chooses(wanted) ?? 'adopt');
  }
  if (world.mission.paused) {
    world.command({ name: 'mission', mission: world.id, act: { kind: 'resume', usd: 0 }, by: 'law' });
    return true;
  }
  let helped = questions.length > 0;
  for (const { tracked, state, outcome } of world.state.items.values()) {
    if (state === 'needs_human' || state === 'failed') {
      world.command({ name: world.chance() < 0.8 ? 'retry' : 'kill', item: tracked.id, by: 'law' });
      helped = true;
    } else if (state === 'paused') {
      world.command({ name: 'resume', item: tracked.id, by: 'law' });
      helped = true;
    }
    void outcome;
  }
  return helped;
}

/** Trouble and kills for a while, then calm until nothing moves. */
function play(world: MissionWorld, trouble: number): void {
  for (let step = 0; step < 400; step += 1) {
    const dice = world.chance();
    if (dice < 0.6) {
      const effect = world.takeOne();
      if (effect) world.answer(effect, trouble);
    } else if (dice < 0.85) {
      const agent = world.chooses([...world.agents]);
      if (agent) {
        world.before.get(agent[1])?.(agent[0]);
        world.before.delete(agent[1]);
        world.act(agent[0], agent[1], trouble);
      }
    } else if (dice < 0.93) {
      world.now += Math.floor(world.chance() * 20_000);
      world.say({ type: 'tick' });
    } else if (dice < 0.97) obey(world);
    else world.crash();
    expectLawful(world);
  }
  for (let round = 0; round < 200; round += 1) {
    world.play();
    world.now += 400_000;
    world.say({ type: 'tick' });
    world.play();
    if (world.mission.step === 'ended') return;
    obey(world);
  }
}

function expectLawful(world: MissionWorld): void {
  expect(world.accounts).toBe(true);
  for (const { queued, merged, left } of world.mission.merges) {
    expect(new Set(queued).size).toBe(queued.length);
    expect([...merged, ...left].map(({ item }) => item).sort()).toEqual([...queued].sort());
  }
}

describe('laws of missions', () => {
  test.each(SEEDS)(
    'M8 M9 whatever happens it ends, and everything queued is merged or has its reason (seed %i)',
    (seed) => {
      const world = stormyMission(seed);
      play(world, 0.15);
      expect(`${world.mission.step} ${world.view.now}`).toMatch(/^ended/);
      expectLawful(world);
      const { parts } = world.mission;
      expect(new Set(parts.map(({ item }) => item)).size).toBe(parts.length);
      // Nothing is merged twice, and nothing that was rejected is.
      const merged = world.merges.map(({ item }) => item);
      expect(new Set(merged).size).toBe(merged.length);
      const rejected = world.mission.merges.flatMap(({ left }) => left.map(({ item }) => item));
      expect(rejected.filter((item) => merged.includes(item))).toEqual([]);
      // A snapshot is the same state.
      const again = restoreSnapshot(takeSnapshot(world.state));
      expect([...(again?.missions ?? [])]).toEqual(JSON.parse(JSON.stringify([...world.state.missions])));
      expect([...(again?.missionParts ?? [])]).toEqual(
        JSON.parse(JSON.stringify([...world.state.missionParts])),
      );
    },
  );
});
