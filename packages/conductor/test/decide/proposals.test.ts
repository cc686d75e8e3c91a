import type { Failure, LogEvent, LogEventOf, OfferCommand, Settings } from '@symphony/domain';
import { SETTINGS } from '@symphony/testkit';
import { describe, expect, test } from 'vitest';
import { type Effect, explainView, statusView } from '../../src/index.ts';
import { isIdle } from '../../src/policy/idleness.ts';
import { ReviewWorld } from './review-world.ts';

const AUTO = { ...SETTINGS.handoff, mode: 'auto', followUp: true, maxReturns: 2 } as const;
const open = (handoff: Partial<Settings['handoff']> = {}) =>
  new ReviewWorld(['A'], { handoff: { ...AUTO, ...handoff } });

/** Everything is answered and every agent commits, until nothing moves; then time for another look. */
function play(world: ReviewWorld): ReviewWorld {
  for (let before = -1; before !== world.log.length; ) {
    before = world.log.length;
    for (let effect = world.pending.shift(); effect; effect = world.pending.shift()) world.answer(effect, 0);
    for (const [run, item] of [...world.agents]) world.act(run, item, 0);
  }
  return world;
}
function look(world: ReviewWorld): ReviewWorld {
  world.now += 1_000;
  world.say({ type: 'tick' });
  return play(world);
}
const green = (world: ReviewWorld) => Object.assign(world.offer('A'), { checks: 'passed', failedChecks: [] });
const item = (world: ReviewWorld) => {
  const found = world.state.items.get('A');
  if (!found) throw new Error('there is no A');
  return found;
};
const stand = (world: ReviewWorld) => {
  const { state, outcome } = item(world);
  return outcome === 'none' ? state : outcome;
};
const of = <T extends LogEvent['type']>(world: ReviewWorld, type: T): LogEventOf<T>[] =>
  world.log.flatMap(({ event }) => (event.type === type ? [event as LogEventOf<T>] : []));

/** Its tracker never confirms a comment. */
class Unheard extends ReviewWorld {
  override answer(effect: Effect, trouble: number): void {
    if (effect.type !== 'comment-on-tracker') super.answer(effect, trouble);
  }
}

describe('C19 offers the code host decides', () => {
  test('never join the train; green and approved they are merged, and the tracker is told once', () => {
    const world = play(open());
    expect([stand(world), world.state.train.queue, world.merges]).toEqual(['handed_off', [], []]);
    look(world);
    expect(world.mergedOver).toEqual([]); // its checks run
    green(world);
    look(world);
    expect([stand(world), world.mergedOver]).toEqual(['merged', ['A']]);
    expect(world.tracker.get('A')?.state).toBe(world.settings.tracker.mergedState);
    expect(of(world, 'tracker-commented')).toHaveLength(1);
    expect(of(world, 'chamber-removed')).toHaveLength(1);
    expect(of(world, 'proposal-withdrawn')).toHaveLength(1);
    expect(item(world)).toMatchObject({ mergedAs: 'merge A@1', proposal: { leaving: false } });
  });

  test('a failing check and remarks go back to the author in one turn, each told once', () => {
    const world = play(open());
    world.desk.fail('A');
    world.desk.remark('A', 'Rename it.');
    look(world);
    const [returned] = of(world, 'handoff-returned');
    expect(returned).toMatchObject({ why: 'pull-request', told: ['check A@1', 'comment 1 A'] });
    expect(returned?.report).toContain('A@1 is broken');
    expect(returned?.report).toContain('ada says on a.ts:3:\n  Rename it.');
    expect(of(world, 'turn-started').at(-1)).toMatchObject({ kind: 'pull-request' });
    expect([stand(world), item(world).handoff?.entry.head]).toEqual(['handed_off', 'A@2']);
    look(look(world));
    expect(of(world, 'handoff-returned')).toHaveLength(1);
    expect(world.offers.size).toBe(1);
    expect(of(world, 'tracker-comment-wanted')).toHaveLength(1);
  });

  test('why the tracker does not take its comment is recorded once, until it is another reason', () => {
    const world = play(new Unheard(['A'], { handoff: AUTO }));
    const key = item(world).commentsWanted[0]?.key ?? '';
    const refused = (message: string): number => {
      const failure = { code: 'unavailable', message } as const;
      world.say({ type: 'tracker-comment-refused', item: 'A', key, failure, final: false });
      return of(world, 'tracker-comment-failed').length;
    };
    expect(['no answer', 'no answer', 'too many requests', 'too many requests'].map(refused)).toEqual([
      1, 1, 2, 2,
    ]);
  });

  test('C9 what could not be offered is offered as soon as the host answers anybody', () => {
    const world = new ReviewWorld(['A', 'B'], { handoff: AUTO });
    const untilOffered = (): void => {
      for (let effect = world.pending.shift(); effect; effect = world.pending.shift()) {
        if (effect.type !== 'propose') world.answer(effect, 0);
        else if (effect.item === 'B' && of(world, 'code-host-failed').length === 0)
          world.say({ type: 'not-proposed', item: 'B', failure: { code: 'unavailable', message: 'away' } });
        else if (effect.item === 'A' && of(world, 'code-host-failed').length === 0)
          world.pending.push(effect);
        else world.answer(effect, 0);
      }
    };
    for (let round = 0; round < 20; round++) {
      untilOffered();
      for (const [run, each] of [...world.agents]) world.act(run, each, 0);
    }
    expect(of(world, 'code-host-failed')).toHaveLength(1);
    expect(of(world, 'code-host-recovered')).toHaveLength(1);
    expect([...world.offers.keys()].sort()).toEqual(['A#1', 'B#1']);
  });

  test('C20 what is commanded on it is obeyed once, whoever tells of it, and answered there', () => {
    const world = play(open({ mode: 'review' }));
    green(world);
    world.commandThere('A', '/symphony approve');
    const { id, author, standing, text } = world.offer('A').commands[0] as OfferCommand;
    const told = { id, item: ['A#1'], author, standing, text };
    world.say({ type: 'comments-read', comments: [told, told], next: null });
    world.now += 1_000;
    world.say({ type: 'tick' });
    for (const effect of world.pending)
      if (effect.type === 'weigh-comment') expect(effect).toMatchObject({ item: 'A', offer: 'A#1' });
    look(look(play(world)));
    expect(of(world, 'comment-heard')).toMatchObject([{ comment: id, offer: 'A#1' }]);
    expect(of(world, 'comment-settled')).toMatchObject([{ accepted: true, by: 'ada' }]);
    expect(of(world, 'comment-answered')).toHaveLength(1);
    expect([stand(world), of(world, 'handoff-returned')]).toEqual(['merged', []]);
  });

  test('C20 while its author is at work on it, a command there is for the author', () => {
    const world = play(open());
    world.desk.fail('A');
    world.now += 1_000;
    world.say({ type: 'tick' });
    for (let left = 40; left > 0 && world.agents.size === 0; left -= 1) {
      const effect = world.pending.shift();
      if (effect) world.answer(effect, 0);
    }
    world.commandThere('A', '/symphony steer Be brief.');
    world.now += 1_000;
    world.say({ type: 'tick' });
    for (let effect = world.pending.shift(); effect; effect = world.pending.shift()) world.answer(effect, 0);
    expect(of(world, 'comment-settled')).toMatchObject([{ accepted: true }]);
    expect(item(world).steering).toBe('Be brief.');
  });

  test('C20 what was commanded before it was offered was said to somebody else', () => {
    const world = play(open({ mode: 'review' }));
    green(world);
    world.commandThere('A', '/symphony approve', world.now - 3_600_000);
    look(world);
    expect([stand(world), of(world, 'comment-heard')]).toEqual(['handed_off', []]);
  });

  test('C17 a hint looks at the offer it names, by address, number or commit, and at no other', () => {
    const world = play(new ReviewWorld(['A', 'B'], { handoff: AUTO }));
    look(world);
    const looked = (...names: string[]) => {
      world.pending.length = 0;
      world.say({ type: 'offers-hinted', names });
      return world.pending.flatMap((effect) =>
        effect.type === 'look-at-proposals' ? effect.offers.map((each) => each.item) : [],
      );
    };
    expect(looked('a#1', 'elsewhere')).toEqual(['A']);
    expect(looked('https://host.test/B#1')).toEqual(['B']);
    expect(looked('A@1', 'B@1')).toEqual(['A', 'B']);
    expect(looked('octo/hall#7')).toEqual([]);
  });

  test('C19 what was said while its author was at work is told as soon as it is offered again', () => {
    const world = play(open());
    world.desk.fail('A');
    world.now += 1_000;
    world.say({ type: 'tick' });
    for (let left = 40; left > 0 && world.agents.size === 0; left -= 1) {
      const effect = world.pending.shift();
      if (effect) world.answer(effect, 0);
    }
    world.desk.remark('A', 'And rename it.');
    play(world); // no tick comes
    expect(of(world, 'handoff-returned').map(({ told }) => told)).toEqual([['check A@1'], ['comment 1 A']]);
  });

  /** Until the proved work is to be offered; what becomes of that is the test's. */
  function untilOffered(world: ReviewWorld): void {
    for (let before = -1; before !== world.log.length; ) {
      before = world.log.length;
      for (const effect of world.pending.splice(0)) {
        if (effect.type === 'propose') world.pending.push(effect);
        else world.answer(effect, 0);
      }
      for (const [run, each] of [...world.agents]) world.act(run, each, 0);
    }
  }
  const refuseOffer = (world: ReviewWorld, failure: Failure): void => {
    world.pending = world.pending.filter(({ type }) => type !== 'propose');
    world.say({ type: 'not-proposed', item: 'A', failure });
  };
  const next = (world: ReviewWorld) => explainView(world.state, 'A', world.now, null)?.next;

  const PASSING: readonly (readonly [code: Failure['code'], idle: boolean])[] = [
    ['unavailable', false],
    ['timeout', false],
    ['credentials', true],
    ['disk', true],
  ];
  for (const [code, idle] of PASSING)
    test(`${code}: proved work waits where it is, says so once, and is offered as soon as that passes`, () => {
      const world = open();
      untilOffered(world);
      const failure = { code, message: 'No entry', nextStep: 'Open the door.' };
      refuseOffer(world, failure);
      expect(next(world)).toBe(
        'Its work is proved and kept, and is handed off as soon as the code host can be used: No entry. Open the door.',
      );
      expect(statusView(world.state, world.now, null, false).problems).toEqual([
        'The code host cannot be used: No entry. Open the door.',
      ]);
      expect(isIdle(world.state, world.settings, world.now, null)).toBe(idle);
      world.say({ type: 'tick' });
      untilOffered(world);
      refuseOffer(world, failure);
      expect(of(world, 'code-host-failed')).toHaveLength(1);
      look(world);
      expect([stand(world), of(world, 'run-started').length]).toEqual(['handed_off', 1]);
      expect(of(world, 'code-host-recovered')).toHaveLength(1);
    });

  const REFUSED: readonly Failure[] = [
    { code: 'refused', message: 'The hook declined it', nextStep: 'Mend what it names.' },
    { code: 'conflict', message: 'A person pushed abc.', nextStep: 'Merge it (`git merge abc`).' },
  ];
  for (const failure of REFUSED)
    test(`${failure.code}: a person is told what to do, and \`retry\` tells its author`, () => {
      const world = open();
      untilOffered(world);
      refuseOffer(world, failure);
      const { message, nextStep = '' } = failure;
      expect(stand(world)).toBe('needs_human');
      expect(next(world)).toContain(message);
      expect(next(world)).toContain(`${nextStep} Then \`symphony retry A\``);
      world.command({ name: 'retry', item: 'A', by: 'ada' });
      untilOffered(world);
      expect(of(world, 'turn-started').at(-1)).toMatchObject({ kind: 'retry' });
      expect(item(world).lastError).toContain(message);
      play(world);
      expect(stand(world)).toBe('handed_off');
    });

  test('stopped while it was being offered: the offer is taken back', () => {
    const world = open();
    untilOffered(world);
    world.command({ name: 'kill', item: 'A', by: 'ada' });
    play(world);
    expect([stand(world), world.offer('A').state]).toEqual(['cancelled', 'closed']);
    expect(next(world)).toMatch(/^It is cancelled: .*`symphony chamber diff A`.*`symphony retry A`/);
  });

  test('gone from the tracker: its pull request is looked after to its end all the same', () => {
    const world = play(open());
    world.tracker.delete('A');
    world.say({ type: 'tracker-read', begunAt: world.now + 1, items: [], problems: [], missing: ['A'] });
    expect(stand(world)).toBe('handed_off');
    expect(next(world)).toMatch(/host\.test.*no longer on the tracker/);
    green(world);
    look(world);
    expect([stand(world), world.mergedOver]).toEqual(['merged', ['A']]);
  });

  test('closed by a person: it says so, and `retry` offers it anew', () => {
    const world = play(open());
    world.offer('A').state = 'closed';
    look(world);
    expect(next(world)).toBe(
      'It is closed: A#1 was closed; `symphony retry A` offers it anew. Its work is kept: `symphony chamber diff A`.',
    );
    world.command({ name: 'retry', item: 'A', by: 'ada' });
    look(world);
    expect([stand(world), world.offer('A').state]).toEqual(['handed_off', 'open']);
  });

  test('a conflict names what is to be merged', () => {
    const world = play(open());
    world.offer('A').mergeable = 'no';
    look(world);
    expect(of(world, 'handoff-returned')[0]?.report).toContain('`git merge origin/main`');
  });

  const HELD: [string, Partial<Settings['handoff']>, number][] = [
    ['follow-up is off', { followUp: false }, 0],
    ['it went back often enough', { maxReturns: 1 }, 1],
  ];
  for (const [why, handoff, returns] of HELD) {
    test(`${why}: a person is told once, and \`retry\` sends it back all the same`, () => {
      const world = play(open(handoff));
      for (let round = 0; round <= returns; round += 1) {
        world.desk.fail('A');
        look(world);
      }
      look(world);
      expect([stand(world), of(world, 'handoff-returned').length]).toEqual(['handed_off', returns]);
      expect(of(world, 'proposal-held')).toHaveLength(1);
      expect(explainView(world.state, 'A', world.now, null)?.next).toContain('symphony retry A');
      world.command({ name: 'retry', item: 'A', by: 'ada' });
      play(world);
      expect(of(world, 'handoff-returned')).toHaveLength(returns + 1);
    });
  }

  test('a person pushed: nothing is sent back or merged until they say something', () => {
    const world = play(open());
    world.desk.remark('A', 'I will do this myself.');
    const theirs = world.desk.personPushes('A');
    look(world);
    expect(of(world, 'proposal-touched')).toMatchObject([{ head: theirs, known: ['comment 1 A'] }]);
    world.desk.fail('A');
    look(world);
    green(world);
    look(world);
    expect([stand(world), of(world, 'handoff-returned'), world.mergedOver]).toEqual(['handed_off', [], []]);
    expect(statusView(world.state, world.now, null, false).items[0]?.proposal?.standing).toContain(
      'a person',
    );
    world.desk.remark('A', 'Now you again.');
    look(world);
    expect(of(world, 'handoff-returned')[0]?.report).toContain(`git merge ${theirs}`);
    expect(stand(world)).toBe('handed_off');
  });

  test('what a person pushed is merged when a person approves it', () => {
    const world = play(open());
    world.desk.personPushes('A');
    look(world);
    green(world);
    world.command({ name: 'approve', item: 'A', by: 'ada' });
    play(world);
    expect([stand(world), world.mergedOver]).toEqual(['merged', ['A']]);
  });

  const DECIDED: [string, 'merged' | 'closed'][] = [
    ['merged by a person', 'merged'],
    ['closed by a person', 'closed'],
  ];
  for (const [how, state] of DECIDED) {
    test(`${how}, also while its author is at work on it`, () => {
      for (const atWork of [false, true]) {
        const world = play(open());
        if (atWork) {
          world.desk.fail('A');
          world.now += 1_000;
          world.say({ type: 'tick' });
          for (let left = 40; left > 0 && world.agents.size === 0; left -= 1) {
            const effect = world.pending.shift();
            if (effect) world.answer(effect, 0);
          }
          expect(item(world).state).toBe('running');
        }
        Object.assign(world.offer('A'), { state, mergedAs: state === 'merged' ? 'm' : null });
        world.now += 1_000;
        world.say({ type: 'tick' });
        for (let effect = world.pending.shift(); effect; effect = world.pending.shift())
          world.answer(effect, 0);
        expect(stand(play(world))).toBe(state);
        expect(world.agents.size).toBe(0);
      }
    });
  }

  test('killed by a person, the offer is taken back, however often that must be asked', () => {
    const world = play(open());
    world.command({ name: 'kill', item: 'A', by: 'ada' });
    world.crash();
    expect(world.pending.some(({ type }) => type === 'withdraw')).toBe(true);
    play(world);
    expect([stand(world), world.offer('A').state]).toEqual(['closed', 'closed']);
  });

  test('killed while it was being offered: what was opened meanwhile is taken back', () => {
    const world = open();
    const isOffered = () => world.pending.some(({ type }) => type === 'propose');
    for (let left = 200; left > 0 && !isOffered(); left -= 1) {
      const effect = world.pending.shift();
      if (effect) world.answer(effect, 0);
      else for (const [run, each] of [...world.agents]) world.act(run, each, 0);
    }
    expect(isOffered()).toBe(true);
    world.command({ name: 'kill', item: 'A', by: 'ada' });
    play(world);
    expect([stand(world), world.offer('A').state]).toEqual(['cancelled', 'closed']);
  });

  test('in review mode it waits for `approve`', () => {
    const world = play(open({ mode: 'review' }));
    green(world);
    look(world);
    expect([stand(world), world.mergedOver]).toEqual(['handed_off', []]);
    world.command({ name: 'approve', item: 'A', by: 'ada' });
    play(world);
    expect(stand(world)).toBe('merged');
  });

  test('a refused merge is said once and tried again', () => {
    const world = play(open());
    green(world);
    world.offer('A').head = 'A@1';
    world.now += 1_000;
    world.say({ type: 'tick' });
    const merge = world.pending.find(({ type }) => type === 'look-at-proposals');
    expect(merge).toBeDefined();
    const refuse = () =>
      world.say({
        type: 'proposal-answered',
        item: 'A',
        ref: 'A#1',
        head: 'A@1',
        merge: { kind: 'not-yet', reason: 'a rule is in the way' },
      });
    refuse();
    refuse();
    expect(of(world, 'proposal-held')).toMatchObject([{ reason: 'a rule is in the way' }]);
    look(world);
    expect(stand(world)).toBe('merged');
  });

  const explained = (world: ReviewWorld) => explainView(world.state, 'A', world.now, null)?.next ?? '';
  const build = (state: 'missing' | 'pending' | 'passed') =>
    ({ kind: 'check', name: 'build', state }) as const;
  const reviews = (needed: number | null, given: number, met = false) =>
    ({ kind: 'approvals', needed, given, met }) as const;

  test('what the host blocks is never asked to be merged, says what it waits for, and is merged when it may be', () => {
    const world = play(open());
    green(world);
    const blocked: [Parameters<typeof world.desk.demand>[2][], string][] = [
      [[build('missing')], 'waits for the check build, which has not begun; is merged when it may be'],
      [[build('pending'), reviews(2, 1)], 'the check build, which runs, and 1 more approving review;'],
      [[build('passed'), reviews(1, 0)], 'waits for an approving review;'],
      [[reviews(null, 0)], 'waits for an approving review;'],
      [[{ kind: 'conversations', open: 2 }], 'waits for 2 open conversations;'],
      [[], 'a rule over there is in the way;'],
    ];
    for (const [demands, words] of blocked) {
      world.desk.demand('A', 'no', ...demands);
      look(world);
      expect(explained(world)).toContain(words);
    }
    world.desk.demand('A', 'unknown');
    look(world);
    expect([world.mergedOver, world.desk.forced, of(world, 'proposal-merging')]).toEqual([[], [], []]);
    world.desk.demand('A', 'yes', build('passed'), reviews(1, 1, true));
    look(world);
    expect([stand(world), world.mergedOver]).toEqual(['merged', ['A']]);
  });

  test('where the host names its checks those are waited for, and no other that is still at work', () => {
    const world = play(open());
    const offer = Object.assign(world.offer('A'), { checks: 'pending' as const });
    world.desk.demand('A', 'yes', build('passed'));
    offer.failedChecks = [{ key: 'check A@1', name: 'lint', url: null, excerpt: 'no' }];
    look(world);
    expect(stand(world)).toBe('handed_off'); // one that nobody demands has failed: its author hears of it
    offer.failedChecks = [];
    look(world);
    expect(stand(world)).toBe('merged');
  });

  test('behind a target that demands its newest commits: its author merges them, once nothing else is in the way', () => {
    const world = play(open());
    world.desk.demand('A', 'behind');
    look(world);
    expect(of(world, 'handoff-returned')).toEqual([]); // its checks run
    green(world);
    look(world);
    expect(of(world, 'handoff-returned')).toMatchObject([
      { told: ['behind A@1'], report: expect.stringContaining('`git merge origin/main`') },
    ]);
    green(world);
    world.desk.demand('A', 'yes');
    look(world);
    expect([stand(world), world.desk.forced]).toEqual(['merged', []]);
  });

  test('a review is a person’s, a check comes by itself: `--exit-when-idle` waits for the one and not for the other', () => {
    const world = play(open());
    green(world);
    for (const [demand, idle] of [
      [reviews(1, 0), true],
      [build('missing'), false],
    ] as const) {
      world.desk.demand('A', 'no', demand);
      look(world);
      expect(isIdle(world.state, world.settings, world.now, null)).toBe(idle);
    }
  });
});
