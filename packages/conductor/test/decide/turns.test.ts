import type { AgentEvent, Settings } from '@symphony/domain';
import { SETTINGS, trackedItem } from '@symphony/testkit';
import { describe, expect, test } from 'vitest';
import { statusView } from '../../src/index.ts';
import { Scene } from './scene.ts';

const hear = (scene: Scene, ...events: readonly AgentEvent[]): void => {
  for (const event of events) scene.hear('A', scene.run().id, event);
};
const turnEnded = (message: string, status: 'completed' | 'failed' = 'completed'): AgentEvent => ({
  type: 'turn-ended',
  status,
  message,
});
const exited = (code: number | null, signal: string | null = null): AgentEvent => ({
  type: 'exited',
  code,
  signal,
  message: '',
});
const budget = (caps: Partial<Settings['budget']>) => ({ budget: { ...SETTINGS.budget, ...caps } });

test('C4 retries count failures, and when none is left the item has failed', () => {
  const scene = new Scene();
  for (let failure = 1; failure <= 4; failure++) {
    scene.until('turn');
    hear(scene, turnEnded(`failure ${failure}`, 'failed'));
    expect(scene.item().retries).toBe(Math.min(failure, 3));
    scene.answerAll().tick(400_000);
  }
  expect([scene.stand(), scene.item().reason]).toEqual(['failed', 'failure 4']);
});

test.each<readonly [what: string, said: readonly AgentEvent[], state: string, reason: string]>([
  [
    'in good order, without a commit',
    [{ type: 'message', text: 'I need the key' }, exited(0)],
    'needs_human',
    'ended without a commit; its last words: I need the key',
  ],
  ['with a code', [exited(3)], 'queued', 'the agent ended with code 3'],
  ['by a signal', [exited(null, 'SIGKILL')], 'queued', 'the agent ended by SIGKILL'],
])('C4 an agent that ends %s', (_what, said, state, reason) => {
  const scene = new Scene().until('turn');
  hear(scene, ...said);
  scene.answerAll();
  expect([scene.item().state, scene.item().reason]).toEqual([state, reason]);
});

test('C5 a failed check is a failure, and its report is put before the next attempt', () => {
  const scene = new Scene().until('proving');
  const { item, run, tree, commit } = scene.take('prove');
  const result = { command: 'check', exitCode: 1, timedOut: false, durationMs: 1, outputTail: '2 failed' };
  scene.say({ type: 'proved', item, run, evidence: { tree, commit, results: [result], passed: false } });
  expect(scene.item()).toMatchObject({ state: 'queued', retries: 1 });
  scene.answerAll().tick(20_000).answerAll('play-turn');
  const report = '`check` exited with 1 on tree tree A@1\n\n2 failed';
  expect(scene.take('play-turn')).toMatchObject({ attempt: 2, kind: 'retry', report });
});

test('C5 a verdict on a run that was stopped meanwhile is not even recorded', () => {
  const scene = new Scene().until('proving');
  const { item, run, tree, commit } = scene.take('prove');
  scene.command({ name: 'kill', item: 'A', by: 'ada' });
  const recorded = scene.log.length;
  scene.say({ type: 'proved', item, run, evidence: { tree, commit, results: [], passed: true } });
  expect([scene.log.length, scene.stand(), scene.item().evidence]).toEqual([recorded, 'cancelled', null]);
});

test('C18 work left uncommitted gets another turn on the same session, not the whole prompt', () => {
  const scene = new Scene().until('turn');
  hear(scene, turnEnded('done'));
  const { item, run } = scene.take('inspect-chamber');
  const inspection = { ...scene.inspection('A'), dirty: ['a.ts'], fingerprint: 'dirty' };
  scene.say({ type: 'chamber-inspected', item, run, inspection, tracked: undefined });
  expect(scene.take('play-turn')).toMatchObject({ run, kind: 'continue-uncommitted', report: 'a.ts' });
  expect([scene.run().turn, scene.agents.size]).toEqual([2, 1]);
});

describe('C14 stall', () => {
  test('the run is ended and a person is told, at the deadline and not before', () => {
    const scene = new Scene().until('turn');
    scene.now += SETTINGS.stallTimeoutMs - 1;
    scene.say({ type: 'wake' });
    expect(scene.stand()).toBe('running');
    scene.now += 1;
    scene.say({ type: 'wake' });
    expect([scene.stand(), scene.item().reason]).toEqual([
      'needs_human',
      'stalled after 5 min without a sign of life',
    ]);
    expect(scene.waiting('stop-agent')).toHaveLength(1);
  });

  test('every word is a sign of life, known or not', () => {
    const scene = new Scene().until('turn');
    for (let minute = 0; minute < 20; minute++) {
      scene.now += SETTINGS.stallTimeoutMs - 1;
      hear(scene, { type: 'unrecognised', text: '…' });
      scene.say({ type: 'wake' });
    }
    expect(scene.stand()).toBe('running');
  });
});

describe('C15 budget', () => {
  const usage = (usd: number | null, outputTokens = 10): AgentEvent => ({
    type: 'usage',
    usage: { inputTokens: 10, outputTokens, usd },
  });

  test('crossing the cap of an item ends its agent within that one event', () => {
    const scene = new Scene(['A'], budget({ maxCostPerItem: 1 })).until('turn');
    hear(scene, usage(1));
    expect(scene.stand()).toBe('running');
    hear(scene, usage(1.5, 20));
    expect([scene.stand(), scene.item().reason]).toEqual([
      'needs_human',
      'spent $1.50, over the cap of $1.00 for an item',
    ]);
    expect(scene.waiting('stop-agent')).toHaveLength(1);
  });

  test('reports are cumulative: the same total twice is spent once', () => {
    const scene = new Scene().until('turn');
    hear(scene, usage(1), usage(1), usage(3, 30));
    expect([scene.item().spend.usd, scene.state.spendTotal.usd]).toEqual([3, 3]);
  });

  test('crossing the cap of the day by this very report stops it too', () => {
    const scene = new Scene(['A', 'B'], budget({ maxCostPerDay: 2 })).until('turn').until('turn', 'B');
    scene.hear('B', scene.run('B').id, usage(1.5));
    expect([scene.stand('A'), scene.stand('B')]).toEqual(['running', 'running']);
    hear(scene, usage(1));
    expect([scene.stand('A'), scene.stand('B')]).toEqual(['needs_human', 'running']);
  });

  test('what is reserved is not given away twice', () => {
    const scene = new Scene(['A', 'B', 'C'], budget({ maxCostPerDay: 5, estimatePerRun: 2 }));
    scene.answerAll('play-turn');
    expect(scene.events('run-started')).toMatchObject([
      { item: 'A', reservedUsd: 2 },
      { item: 'B', reservedUsd: 2 },
    ]);
  });

  test('an unknown price is said to be unknown', () => {
    const scene = new Scene(['A'], budget({ maxCostPerItem: 1 })).until('turn');
    hear(scene, usage(null));
    expect(scene.item().spend).toEqual({ inputTokens: 10, outputTokens: 10, usd: 0, unpriced: true });
    expect(statusView(scene.state, scene.now, null, false).problems).toEqual([
      'Some prices are unknown: the caps count only the $0.00 that are known',
    ]);
  });
});

describe('C16 limits', () => {
  const player = { agent: 'rehearsal', slots: null, stallTimeoutMs: null, model: null };
  const players = { players: { first: player, second: player } };

  test('the player rests until the time it names, the item waits without a retry, and others go on', () => {
    const other = trackedItem('B', { fields: { player: 'second' } });
    const scene = new Scene(['A', other, 'C'], {
      ...players,
      slots: { ...SETTINGS.slots, total: 2, byState: {} },
    }).until('turn');
    const run = scene.run().id;
    hear(scene, { type: 'limited', until: scene.now + 90_000, message: 'limit' });
    expect(scene.item()).toMatchObject({ state: 'queued', retries: 0, dueAt: scene.now + 90_000 });
    scene.playAll().tick(89_000).playAll();
    expect([scene.stand('A'), scene.stand('B'), scene.stand('C')]).toEqual(['queued', 'merged', 'open']);
    scene.tick(1_000).answerAll('play-turn');
    expect(scene.waiting('play-turn')[0]).toMatchObject({
      item: 'A',
      attempt: 1,
      kind: 'after-restart',
      resume: run,
    });
    scene.playAll();
    expect([scene.stand('A'), scene.stand('C'), scene.item().retries]).toEqual(['merged', 'merged', 0]);
  });
});

test('C20 a question nobody answers gets its default answer when its time has come', () => {
  const scene = new Scene().until('turn');
  const question = {
    id: 'q',
    text: 'Which?',
    choices: ['a', 'b'],
    defaultAnswer: 'a',
    defaultAfterMs: 60_000,
  };
  hear(scene, { type: 'question', question });
  scene.now += 59_999;
  scene.say({ type: 'wake' });
  expect(scene.waiting('answer-agent')).toEqual([]);
  scene.now += 1;
  scene.say({ type: 'wake' });
  expect(scene.waiting('answer-agent')).toMatchObject([{ question: 'q', text: 'a' }]);
  expect(scene.state.questions.size).toBe(0);
});
