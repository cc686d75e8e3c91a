import { describe, expect, test } from 'vitest';
import { restoreSnapshot, takeSnapshot } from '../../src/index.ts';
import { replayed } from '../decide/replayed.ts';
import { HostedMission } from './hosted-mission.ts';
import { planOf, worker } from './mission-world.ts';

const FIRST = Number(process.env.SYMPHONY_SEED ?? Math.floor(Math.random() * 1_000_000));
const SEEDS = Array.from({ length: process.env.SYMPHONY_SEED ? 1 : 40 }, (_, at) => FIRST + at);

/** People and checks do what they like over there. */
function meddle(world: HostedMission): void {
  const { desk, offered } = world;
  const offer = desk.offers.get(`${offered}#1`);
  if (!offer) return;
  const dice = world.chance();
  if (offer.state === 'closed') {
    if (dice < 0.3 && world.mission.step !== 'ended') offer.state = 'open';
    return;
  }
  if (offer.state !== 'open') return;
  if (dice < 0.3) desk.fail(offered);
  else if (dice < 0.6) desk.green(offered);
  else if (dice < 0.7) desk.remark(offered, 'Rename it.');
  else if (dice < 0.75) offer.mergeable = 'no';
  // Before the mission knows of its offer, what a person pushed is a person's to merge: it pauses and says so.
  else if (dice < 0.8 && world.mission.proposal) desk.personPushes(offered);
  else if (dice < 0.85) desk.demand(offered, world.chooses(['yes', 'no', 'behind', 'unknown']) ?? 'yes');
  else if (dice < 0.93) offer.state = 'closed';
  else if (dice < 0.95) desk.mergeByHand(offered);
}

/** Somebody who answers everything and brings back what is stuck. */
function help(world: HostedMission): void {
  for (const { id, choices } of world.view.questions)
    world.answerMission(id, world.chooses(choices.filter((each) => each !== 'abort')) ?? '');
  if (world.mission.paused)
    world.command({ name: 'mission', mission: world.id, act: { kind: 'resume', usd: 0 }, by: 'law' });
  for (const { tracked, state } of world.state.items.values())
    if (state === 'needs_human' || state === 'failed')
      world.command({ name: 'retry', item: tracked.id, by: 'law' });
}

function storm(world: HostedMission): void {
  for (let step = 0; step < 600; step += 1) {
    const dice = world.chance();
    if (dice < 0.55) {
      const effect = world.takeOne();
      if (effect) world.answer(effect, 0.1);
    } else if (dice < 0.75) {
      const agent = world.chooses([...world.agents]);
      if (agent) world.act(agent[0], agent[1], 0.1);
    } else if (dice < 0.83) {
      world.now += Math.floor(world.chance() * 40_000);
      world.say({ type: 'tick' });
    } else if (dice < 0.92) meddle(world);
    else if (dice < 0.98) help(world);
    else world.crash();
  }
}

/** Everything is green from now on, and everybody answers. */
function calm(world: HostedMission): void {
  for (let round = 0; round < 200 && world.mission.step !== 'ended'; round += 1) {
    const offer = world.desk.offers.get(`${world.offered}#1`);
    if (offer?.state === 'open') {
      world.desk.green(world.offered);
      world.desk.demand(world.offered, 'yes');
    }
    world.now += 400_000;
    world.say({ type: 'tick' });
    help(world.play());
  }
  world.look();
}

describe('laws of missions over at the code host', () => {
  test.each(SEEDS)(
    'M8 C8 C9 C19 offered, mended, closed, opened, pushed to and killed: it ends, merged once, told once (seed %i)',
    (seed) => {
      const handoff = { mode: 'auto', followUp: true, maxReturns: 3 } as const;
      const workers = [worker('a'), worker('b', { needs: ['a'] })];
      const limits = { ...planOf([]).limits, cycles: 12 };
      const world = new HostedMission(planOf(workers, { limits }), { seed, handoff });
      storm(world);
      calm(world);
      expect(`${world.mission.step} ${world.view.now}`).toMatch(/^ended/);
      expect(world.mission.outcome).toBe('done');
      // What was mended while the answer to a merge was lost is a second offer.
      expect(new Set(world.desk.mergedHeads).size).toBe(world.desk.mergedHeads.length);
      expect(world.desk.mergedOver.length + world.desk.handMerged).toBeGreaterThan(0);
      expect(world.offer.state).not.toBe('open'); // whatever was offered besides is taken back
      expect(world.merges.map(({ item }) => item)).not.toContain(world.offered);
      expect(world.mission.proposal).toMatchObject({ leaving: false });
      const told = world.log.flatMap(({ event }) =>
        event.type === 'mission-returned' ? (event.told ?? []) : [],
      );
      const keys = told.filter((key) => !key.startsWith('comment'));
      expect(new Set(keys).size).toBe(keys.length);
      expect(world.log.filter(({ event }) => event.type === 'mission-ended')).toHaveLength(1);
      expect(replayed(world)).toBe(true);
      const again = restoreSnapshot(takeSnapshot(world.state));
      expect([...(again?.missions ?? [])]).toEqual(JSON.parse(JSON.stringify([...world.state.missions])));
    },
  );
});
