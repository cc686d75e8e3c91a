import type { RunPhase } from '@symphony/domain';
import { evaluateName } from '@symphony/testkit';
import { describe, expect, test } from 'vitest';
import { decide, type Effect, emptyState, fold } from '../../src/index.ts';
import { Scene } from './scene.ts';

/** What a new conductor does about the log of this one, before anything else happens. */
function recovery(scene: Scene): readonly Effect[] {
  const state = emptyState();
  for (const entry of scene.log) fold(state, entry);
  const setting = {
    settings: scene.settings,
    now: scene.now,
    chance: () => 0.5,
    names: String,
    only: null,
    evaluate: evaluateName,
  };
  return decide({ state, ...setting }, { type: 'survivors-cleared', ended: 0 }).effects;
}

const leading = (effects: readonly Effect[]): readonly string[] =>
  effects.filter((effect) => effect.type !== 'move-on-tracker').map((effect) => effect.type);

const kill = (scene: Scene) => scene.command({ name: 'kill', item: 'A', by: 'ada' });
const pause = (scene: Scene, now: boolean) => scene.command({ name: 'pause', item: 'A', now, by: 'ada' });

/** The one effect that leads on from each phase of a run. The type makes the table complete. */
const PHASES: Readonly<Record<Exclude<RunPhase, 'paused'>, Effect['type']>> = {
  refreshing: 'refresh-item',
  preparing: 'prepare-chamber',
  starting: 'play-turn',
  turn: 'play-turn',
  inspecting: 'inspect-chamber',
  ending: 'prove',
  proving: 'prove',
};

/** And from everywhere else an item or the train may stand. */
const STANDS: readonly (readonly [
  stand: string,
  effect: Effect['type'] | null,
  bring: (scene: Scene) => void,
])[] = [
  ['nothing is begun', null, () => undefined],
  ['being killed', null, (scene) => kill(scene.until('turn'))],
  ['paused between two turns', null, (scene) => pauseAtBoundary(scene)],
  ['frozen', null, (scene) => pause(scene.until('turn'), true)],
  ['proved, not yet offered', 'propose', (scene) => scene.playAll('propose')],
  ['the train assembles', 'assemble-train', (scene) => scene.playAll('assemble-train')],
  ['the train is proved', 'land-train', (scene) => scene.playAll('land-train')],
  ['merged, its chamber still there', 'remove-chamber', (scene) => scene.playAll('remove-chamber')],
  ['merged, all done', null, (scene) => scene.playAll()],
];

function pauseAtBoundary(scene: Scene): void {
  scene.until('turn');
  pause(scene, false);
  scene.hear('A', scene.run().id, { type: 'turn-ended', status: 'completed', message: '' });
  scene.answerAll();
  expect([scene.stand(), scene.run().phase]).toEqual(['paused', 'ending']);
}

describe('C8 after a crash exactly one effect leads on', () => {
  test.each(Object.entries(PHASES))('from %s: %s', (phase, effect) => {
    const scene = new Scene().until(phase as RunPhase);
    expect(leading(recovery(scene))).toEqual([effect]);
    scene.crash();
    scene.playAll();
    expect([scene.stand(), scene.merges.length]).toEqual(['merged', 1]);
  });

  test.each(STANDS)('%s: %s', (_stand, effect, bring) => {
    const scene = new Scene();
    bring(scene);
    expect(leading(recovery(scene))).toEqual(effect === null ? [] : [effect]);
  });

  test('a move the tracker did not confirm is asked for again, beside it', () => {
    const scene = new Scene().answerAll('move-on-tracker', 'prepare-chamber');
    expect(recovery(scene).map((effect) => effect.type)).toEqual(['move-on-tracker', 'prepare-chamber']);
    expect(recovery(new Scene().until('turn')).map((effect) => effect.type)).toEqual(['play-turn']);
  });
});

function pauseAtWork(scene: Scene): void {
  scene.until('turn').hear('A', scene.run().id, { type: 'message', text: 'reading' });
  pause(scene, true);
}

describe('C8 what a crash keeps', () => {
  test('an agent that was at work goes on in its own session, in a chamber made whole', () => {
    const scene = new Scene().until('turn');
    const run = scene.run().id;
    scene.hear('A', run, { type: 'thought', text: 'where to begin' });
    expect(recovery(scene)).toMatchObject([
      { type: 'play-turn', run, kind: 'after-restart', resume: run, mend: true },
    ]);
  });

  test('one that started and said nothing may not have read its prompt: it gets it whole, in its session', () => {
    const scene = new Scene().until('turn');
    const run = scene.run().id;
    expect(recovery(scene)).toMatchObject([
      { type: 'play-turn', run, kind: 'first', resume: run, mend: true },
    ]);
  });

  test('one that never heard its prompt gets it whole', () => {
    const scene = new Scene().until('starting');
    expect(recovery(scene)).toMatchObject([{ type: 'play-turn', kind: 'first', resume: null, mend: true }]);
  });

  test('a retry keeps its count and its due time', () => {
    const scene = new Scene().until('turn');
    scene.hear('A', scene.run().id, { type: 'turn-ended', status: 'failed', message: 'no' });
    scene.answerAll();
    const { retries, dueAt } = scene.item();
    scene.crash();
    expect(scene.item()).toMatchObject({ state: 'queued', retries, dueAt, lastError: 'no' });
    expect(retries).toBe(1);
  });

  test('a paused item stays paused, and its session goes on when it is resumed', () => {
    for (const bring of [pauseAtBoundary, pauseAtWork]) {
      const scene = new Scene();
      bring(scene);
      const session = scene.item().session?.id;
      scene.crash();
      scene.answerAll();
      expect([scene.stand(), scene.agents.size]).toEqual(['paused', 0]);
      scene.command({ name: 'resume', item: 'A', by: 'ada' });
      expect(scene.waiting('play-turn')).toMatchObject([{ kind: 'after-pause', resume: session }]);
      scene.playAll();
      expect(scene.stand()).toBe('merged');
    }
  });

  test('what needs a person still does', () => {
    const scene = new Scene().until('turn');
    scene.now += 300_000;
    scene.say({ type: 'wake' });
    scene.answerAll();
    expect(scene.item()).toMatchObject({
      state: 'needs_human',
      reason: 'stalled after 5 min without a sign of life',
    });
    scene.crash();
    scene.tick().playAll();
    expect([scene.stand(), scene.events('run-started').length]).toEqual(['needs_human', 1]);
  });
});
