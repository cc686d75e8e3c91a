import type { LogEvent, LogEventOf, Settings } from '@symphony/domain';
import { describe, expect, test } from 'vitest';
import { isIdle } from '../../src/policy/idleness.ts';
import { HostedMission } from './hosted-mission.ts';
import { planOf, worker } from './mission-world.ts';

const PLAN = planOf([worker('a'), worker('b')]);
const AUTO = { mode: 'auto', followUp: true, maxReturns: 2 } as const;
const open = (handoff: Partial<Settings['handoff']> = {}): HostedMission =>
  new HostedMission(PLAN, { handoff: { ...AUTO, ...handoff } }).play();
const of = <T extends LogEvent['type']>(world: HostedMission, type: T): LogEventOf<T>[] =>
  world.log.flatMap(({ event }) => (event.type === type ? [event as LogEventOf<T>] : []));
const handoffQuestion = (world: HostedMission) => world.view.questions.find(({ id }) => id === 'handoff');

describe('M8 C19 the one handoff of a mission, where the code host decides', () => {
  test('its parts meet on its branch by the train; all of it is one offer, merged when it is green', () => {
    const world = open();
    expect(world.merges.map(({ item }) => item).sort()).toEqual(['units-a', 'units-b']);
    expect([...world.desk.offers.keys()]).toEqual(['mission/units#1']);
    expect(world.state.train.queue).toEqual([]);
    expect(world.look().mission.step).toBe('handing-off'); // its checks run
    expect(world.view.now).toContain('its checks run');
    expect(handoffQuestion(world)).toBeUndefined();
    expect(isIdle(world.state, world.settings, world.now, null)).toBe(false);
    world.desk.green(world.offered);
    world.look();
    expect(world.mission).toMatchObject({
      step: 'ended',
      outcome: 'done',
      reason: 'merged into main',
      commit: `merge ${world.offer.head}`,
      proposal: { leaving: false },
    });
    expect(world.heads.get('main')).toBeUndefined();
    expect(world.desk.mergedOver).toEqual(['mission/units']);
    expect(of(world, 'proposal-withdrawn')).toHaveLength(1);
    expect(world.view.proposal).toMatchObject({ ref: 'mission/units#1', standing: 'merged' });
  });

  test('C5 what is offered is what was proved, with what it is about', () => {
    const world = new HostedMission(PLAN, { handoff: AUTO });
    world.play(() => world.pending.some(({ type }) => type === 'offer-mission'));
    // Somebody commits to its branch between the proof and the offer.
    const proofs = of(world, 'mission-proved').length;
    world.heads.set(world.mission.branch, (world.heads.get(world.mission.branch) ?? 0) + 1);
    world.play(() => world.pending.some((each) => each.type === 'propose' && each.item === world.offered));
    expect(of(world, 'mission-proved')).toHaveLength(proofs + 1);
    const effect = world.pending.find(({ type }) => type === 'propose');
    if (effect?.type !== 'propose') throw new Error('it is not offered');
    expect(effect.proposal.head).toBe(world.at(world.mission.branch));
    expect(effect.proposal.evidence.commit).toBe(effect.proposal.head);
    expect(effect.proposal.about).toContain('units-a');
  });

  test('a failing check and a remark are mended by one part, proved again, and the same offer moves on', () => {
    const world = open();
    const first = world.offer.head;
    world.desk.fail(world.offered);
    world.desk.remark(world.offered, 'Rename it.');
    world.look();
    expect(of(world, 'mission-returned')).toMatchObject([
      { why: 'pull-request', told: [`check ${first}`, 'comment 1 mission/units'] },
    ]);
    const [mender, ...others] = world.mission.parts.filter(({ kind }) => kind === 'sync');
    expect(others).toEqual([]);
    expect(mender?.task).toContain(`${first} is broken`);
    expect(mender?.task).toContain('Rename it.');
    expect(world.offer).toMatchObject({ state: 'open', checks: 'pending' });
    expect(world.offer.head).not.toBe(first);
    expect(of(world, 'mission-proved')).toHaveLength(2);
    world.look();
    expect(of(world, 'mission-returned')).toHaveLength(1); // nothing is told twice
    world.desk.green(world.offered);
    expect(world.look().mission.outcome).toBe('done');
    expect(world.desk.offers.size).toBe(1);
  });

  const HELD = [
    ['follow-up is off', { followUp: false }, 0],
    ['it was mended often enough', { maxReturns: 1 }, 1],
  ] as const;
  for (const [why, handoff, returns] of HELD)
    test(`${why}: a person is asked, and \`again\` has it mended once more`, () => {
      const world = open(handoff);
      for (let round = 0; round <= returns; round += 1) {
        world.desk.fail(world.offered);
        world.look();
      }
      world.look();
      expect(of(world, 'mission-returned')).toHaveLength(returns);
      expect(of(world, 'proposal-held')).toHaveLength(1);
      expect(handoffQuestion(world)).toMatchObject({
        text: expect.stringContaining('fails build'),
        choices: ['again', 'abort'],
      });
      expect(isIdle(world.state, world.settings, world.now, null)).toBe(true);
      world.answerMission('handoff', 'again');
      world.play();
      expect(of(world, 'mission-returned')).toHaveLength(returns + 1);
      expect(handoffQuestion(world)).toBeUndefined();
      world.desk.green(world.offered);
      expect(world.look().mission.outcome).toBe('done');
    });

  test('closed and not merged: a person says whether it is offered anew, or opens it again over there', () => {
    const world = open();
    world.offer.state = 'closed';
    world.look();
    expect(world.mission.step).toBe('handing-off');
    expect(handoffQuestion(world)).toMatchObject({
      text: expect.stringContaining('closed'),
      choices: ['again', 'abort'],
    });
    expect(world.view.needsYou).toBe(true);
    world.look().crash();
    world.play();
    expect(world.offer.state).toBe('closed'); // not offered behind anybody's back
    world.offer.state = 'open';
    world.look();
    expect(handoffQuestion(world)).toBeUndefined();
    world.desk.fail(world.offered);
    world.offer.state = 'closed';
    world.look().answerMission('handoff', 'again');
    world.crash(); // the answer is in the log: it is offered all the same
    world.play();
    expect(world.offer.state).toBe('open');
    expect(handoffQuestion(world)).toBeUndefined();
    world.desk.green(world.offered);
    expect(world.look().mission.outcome).toBe('done');
  });

  test('closed while it is being mended: it is not offered again before a person says so', () => {
    const world = open();
    world.desk.fail(world.offered);
    world.now += 1_000;
    world.say({ type: 'tick' });
    world.play(() => world.agents.size > 0);
    world.offer.state = 'closed';
    world.look();
    expect(world.offer.state).toBe('closed');
    expect(handoffQuestion(world)?.choices).toEqual(['again', 'abort']);
    world.answerMission('handoff', 'again');
    world.play();
    expect(world.offer.state).toBe('open');
    world.desk.green(world.offered);
    expect(world.look().mission.outcome).toBe('done');
  });

  test('asked to be mended, and closed before that was looked at: a person is asked again', () => {
    const world = open({ followUp: false });
    world.desk.fail(world.offered);
    world.look().answerMission('handoff', 'again');
    world.offer.state = 'closed';
    world.pending = [];
    world.look();
    expect(handoffQuestion(world)?.text).toContain('closed');
  });

  test('opened again over there after it was mended here: it moves on to what was mended', () => {
    const world = open();
    world.desk.fail(world.offered);
    world.now += 1_000;
    world.say({ type: 'tick' });
    world.play(() => world.agents.size > 0);
    const step = () => world.mission.step;
    world.play(() => step() === 'finishing');
    world.offer.state = 'closed';
    world.look();
    expect([step(), world.offer.state]).toEqual(['handing-off', 'closed']);
    world.offer.state = 'open';
    world.look();
    expect(world.offer.head).toBe(world.at(world.mission.branch));
  });

  test('merged by a person, also while it is being mended: whoever mends it stops', () => {
    for (const mended of [false, true]) {
      const world = open();
      if (mended) {
        world.desk.fail(world.offered);
        world.now += 1_000;
        world.say({ type: 'tick' });
        world.play(() => world.agents.size > 0);
      }
      Object.assign(world.offer, { state: 'merged', mergedAs: 'by hand' });
      world.now += 1_000;
      world.say({ type: 'tick' });
      for (let effect = world.pending.shift(); effect; effect = world.pending.shift())
        world.answer(effect, 0);
      world.play();
      expect(world.mission).toMatchObject({ outcome: 'done', commit: 'by hand' });
      expect(world.agents.size).toBe(0);
    }
  });

  test('a person pushed to it: it is theirs, until they let it be merged or have it gone on with', () => {
    for (const choice of ['merge', 'again'] as const) {
      const world = open();
      const theirs = world.desk.personPushes(world.offered);
      world.look();
      expect(handoffQuestion(world)?.choices).toEqual(['merge', 'again', 'abort']);
      world.desk.green(world.offered);
      expect(world.look().desk.mergedOver).toEqual([]);
      world.answerMission('handoff', choice);
      world.play();
      if (choice === 'again') {
        expect(of(world, 'mission-returned')[0]?.report).toContain(`git merge ${theirs}`);
        world.desk.green(world.offered);
        world.look();
      }
      expect(world.desk.mergedOver).toEqual(['mission/units']);
      expect(world.mission.outcome).toBe('done');
    }
  });

  test('pushed to while it was being mended: what is there is merged first, nothing is overwritten', () => {
    const world = open();
    world.desk.fail(world.offered);
    world.now += 1_000;
    world.say({ type: 'tick' });
    world.play(() => world.agents.size > 0);
    const theirs = world.desk.personPushes(world.offered);
    world.play();
    expect(of(world, 'mission-returned').at(-1)?.report).toContain(theirs);
    expect(world.offer.head).toBe(world.at(world.mission.branch));
    expect(world.mission.paused).toBeNull();
  });

  test('in review mode a person lets it be merged, and nothing is merged while it is paused', () => {
    const world = open({ mode: 'review' });
    world.desk.green(world.offered);
    expect(world.look().desk.mergedOver).toEqual([]);
    expect(handoffQuestion(world)?.choices).toEqual(['merge', 'abort']);
    const act = (kind: 'pause' | 'resume') =>
      kind === 'pause' ? ({ kind, reason: '' } as const) : ({ kind, usd: 0 } as const);
    world.command({ name: 'mission', mission: 'units', act: act('pause'), by: 'ada' });
    world.answerMission('handoff', 'merge');
    expect(world.look().desk.mergedOver).toEqual([]);
    world.command({ name: 'mission', mission: 'units', act: act('resume'), by: 'ada' });
    expect(world.look().mission.outcome).toBe('done');
  });

  test('aborted, the offer is taken back, however often that must be asked', () => {
    const world = open();
    const act = { kind: 'abort', reason: '' } as const;
    world.command({ name: 'mission', mission: 'units', act, by: 'ada' });
    world.crash();
    expect(world.pending.some(({ type }) => type === 'withdraw')).toBe(true);
    world.play();
    expect(world.offer.state).toBe('closed');
    expect(world.mission).toMatchObject({ outcome: 'aborted', proposal: { leaving: false } });
  });

  test('aborted while it was being offered: what was opened meanwhile is taken back', () => {
    const world = new HostedMission(PLAN, { handoff: AUTO });
    world.play(() => world.pending.some((each) => each.type === 'propose' && each.item === world.offered));
    const act = { kind: 'abort', reason: '' } as const;
    world.command({ name: 'mission', mission: 'units', act, by: 'ada' });
    world.play();
    expect(world.offer.state).toBe('closed');
  });

  test('C9 a host that is away is asked again; one that refuses pauses it until a person resumes', () => {
    for (const code of ['unavailable', 'refused'] as const) {
      const world = new HostedMission(PLAN, { handoff: AUTO });
      const isOffer = (each: { readonly type: string; readonly item?: unknown }) =>
        each.type === 'propose' && each.item === world.offered;
      world.play(() => world.pending.some(isOffer));
      world.pending = world.pending.filter((each) => !isOffer(each));
      world.say({ type: 'not-proposed', item: world.offered, failure: { code, message: 'no' } });
      expect(world.mission.paused?.reason ?? null).toBe(code === 'refused' ? 'no' : null);
      if (code === 'refused')
        world.command({ name: 'mission', mission: 'units', act: { kind: 'resume', usd: 0 }, by: 'ada' });
      world.look();
      expect(world.offer.state).toBe('open');
    }
  });
});
