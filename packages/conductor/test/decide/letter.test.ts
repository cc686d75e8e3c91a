import type { Settings, TrackedItem } from '@symphony/domain';
import { SETTINGS, trackedItem } from '@symphony/testkit';
import { describe, expect, test } from 'vitest';
import { Scene } from './scene.ts';

/** `strict: true` of a WORKFLOW.md: the letter of the service specification (C22), beside what we do by default. */

const LETTER = { conformance: 'letter', maxTurns: 2 } as const satisfies Partial<Settings>;

const letter = (more: Partial<Settings> = {}): Scene => new Scene(['A'], { ...LETTER, ...more });

/** The agent's turn ends well; nothing is committed unless told, and the tracker says this of the item. */
function endTurn(scene: Scene, tracked: Partial<TrackedItem> | 'unread' = {}): void {
  const { id } = scene.run();
  scene.hear('A', id, { type: 'turn-ended', status: 'completed', message: 'done' });
  const { item, run } = scene.take('inspect-chamber');
  scene.say({
    type: 'chamber-inspected',
    item,
    run,
    inspection: scene.inspection('A'),
    tracked: tracked === 'unread' ? undefined : trackedItem('A', tracked),
  });
}

const failTurn = (scene: Scene, message: string): void => {
  scene.hear('A', scene.run().id, { type: 'turn-ended', status: 'failed', message });
  scene.answerAll();
};

describe('svc-R2 an agent that ends well and leaves its issue active', () => {
  test('is given its next turn on the same thread until its turns are used up', () => {
    const scene = letter().until('turn');
    endTurn(scene);
    expect(scene.take('play-turn')).toMatchObject({ turn: 2, kind: 'continue-active' });
  });

  test('is gone on with by another run after 1000 ms, as attempt 1, without end', () => {
    const scene = letter({ maxTurns: 1 }).until('turn');
    for (let round = 1; round <= 5; round++) {
      const at = scene.now;
      endTurn(scene);
      expect(scene.item()).toMatchObject({ state: 'queued', retries: 1, dueAt: at + 1_000 });
      scene.answerAll().tick(1_000).answerAll('play-turn');
      const effect = scene.take('play-turn');
      expect(effect).toMatchObject({ attempt: 2, kind: 'first', turn: 1, resume: null });
      scene.answer(effect, 0);
    }
  });

  test('C4 by default is left to a person', () => {
    const scene = new Scene(['A'], { conformance: 'safe', maxTurns: 1 }).until('turn');
    endTurn(scene);
    expect(scene.item().state).toBe('needs_human');
  });
});

test('svc-R3 failures are retried without limit, and the waits are exact', () => {
  const scene = letter();
  const waits: number[] = [];
  for (let failure = 1; failure <= 7; failure++) {
    scene.until('turn');
    const at = scene.now;
    failTurn(scene, `failure ${failure}`);
    waits.push((scene.item().dueAt ?? 0) - at);
    expect(scene.item()).toMatchObject({ state: 'queued', retries: failure });
    scene.tick(400_000);
  }
  expect(waits).toEqual([10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000]);
});

test('svc-R6 the error says that the worker exited, and where', () => {
  const scene = letter().until('turn');
  failTurn(scene, 'the model is away');
  expect(scene.item().lastError).toBe('worker exited: agent turn error: the model is away');
});

test.each([
  ['workspace error', 'prepare-chamber', 'chamber-failed', 'hook ended with 1'],
  ['agent session startup error', 'play-turn', 'run-broke', 'codex is not installed'],
  ['prompt error', 'play-turn', 'run-broke', 'template_render_error: there is no variable'],
] as const)(
  'svc-O9 svc-O11 svc-P4 a run that cannot begin is retried: %s',
  (place, effect, type, message) => {
    const scene = letter();
    scene.answerAll(effect);
    const { item, run } = scene.take(effect);
    scene.say({ type, item, run, failure: { code: 'refused', message } });
    expect(scene.item()).toMatchObject({ state: 'queued', lastError: `worker exited: ${place}: ${message}` });
  },
);

test('svc-O11 a tracker that does not answer between turns fails the run', () => {
  const scene = letter().until('turn');
  endTurn(scene, 'unread');
  expect(scene.item().lastError).toMatch(/^worker exited: issue state refresh error/);
});

test('svc-C1 silence ends the run and queues a retry, also while a tool runs', () => {
  const scene = letter({ stallTimeoutMs: 60_000 }).until('turn');
  scene.hear('A', scene.run().id, { type: 'tool-started', id: '1', name: 'shell', summary: 'make' });
  scene.tick(60_001);
  expect(scene.item()).toMatchObject({ state: 'queued', retries: 1 });
  expect(scene.item().lastError).toMatch(/^worker exited: agent turn error: stalled after 60 s/);
  expect(scene.waiting('stop-agent')).toHaveLength(1);
});

test('svc-C1 svc-A3 svc-A9 without a stall timeout the longest silence of a turn is still bounded', () => {
  const scene = letter({ stallTimeoutMs: 0, turnTimeoutMs: 100_000 }).until('turn');
  scene.tick(99_000);
  expect(scene.item().state).toBe('running');
  scene.tick(2_000);
  expect(scene.item().state).toBe('queued');
  expect(scene.item().lastError).toMatch(/^worker exited: agent turn error: turn_timeout: stalled after/);
});

describe('svc-R4 a retry that is due', () => {
  test('and finds no slot is another one, with its own words', () => {
    const items = [trackedItem('A'), trackedItem('B', { createdAt: 4_000_000_000_000 })];
    const scene = new Scene(items, { ...LETTER, slots: { ...SETTINGS.slots, total: 1 } }).until('turn');
    failTurn(scene, 'once'); // B takes the slot that A gives free
    scene.answerAll();
    expect(scene.item('B').run).not.toBeNull();
    const at = scene.now;
    scene.tick(10_000);
    expect(scene.item()).toMatchObject({
      state: 'queued',
      retries: 2,
      lastError: 'no available orchestrator slots',
      dueAt: at + 10_000 + 20_000,
    });
  });

  test('and cannot be read again is another one', () => {
    const scene = letter().until('turn');
    failTurn(scene, 'once');
    scene.tick(10_000);
    const { item, run } = scene.take('refresh-item');
    const failure = { code: 'unavailable', message: 'away' } as const;
    scene.say({ type: 'refresh-failed', item, run, failure });
    expect(scene.item()).toMatchObject({ retries: 2, lastError: 'retry refresh failed' });
  });

  test.each([
    ['is gone from the tracker', null, 0],
    ['is finished', { state: 'Done' }, 1],
    ['is not active any more', { state: 'Backlog' }, 0],
    ['is not to be dispatched any more', { dispatchable: false }, 0],
  ] as const)('is released when its issue %s', (_what, tracked, removed) => {
    const scene = letter().until('turn');
    failTurn(scene, 'once');
    scene.tick(10_000);
    const { item, run } = scene.take('refresh-item');
    const now = tracked && trackedItem('A', tracked);
    scene.say({ type: 'item-refreshed', item, run, tracked: now });
    scene.answerAll('remove-chamber', 'read-tracker');
    expect(scene.item()).toMatchObject({ state: 'open', run: null });
    expect(scene.waiting('remove-chamber')).toHaveLength(removed);
  });
});

test('svc-C2 an issue that is routable again is played again, although its state never changed', () => {
  const scene = letter().until('turn');
  const read = (tracked: Partial<TrackedItem>) =>
    scene.say({
      type: 'tracker-read',
      begunAt: scene.now,
      items: [trackedItem('A', tracked)],
      problems: [],
      missing: [],
    });
  scene.now += 1;
  read({ dispatchable: false });
  scene.answerAll('read-tracker', 'refresh-item');
  expect(scene.item()).toMatchObject({ state: 'open', outcome: 'none', run: null });
  read({ dispatchable: true });
  expect(scene.item().run).not.toBeNull();
});

test.each([
  ['runs', (scene: Scene) => scene.until('turn')],
  [
    'waits for a retry',
    (scene: Scene) => {
      scene.until('turn');
      failTurn(scene, 'once');
    },
  ],
])('svc-C6 after a restart what %s is dispatched anew: no timer, no session, no count', (_what, lead) => {
  const scene = letter();
  lead(scene);
  scene.crash();
  scene.answerAll('play-turn');
  expect(scene.take('play-turn')).toMatchObject({ attempt: 1, kind: 'first', resume: null });
  expect(scene.item().retries).toBe(0);
});

test.each(['safe', 'letter'] as const)(
  'svc-V2 svc-W5 %s: while the file is broken nothing starts and what runs is kept',
  (conformance) => {
    const scene = new Scene(['A'], { conformance }).until('turn');
    scene.say({ type: 'settings-broken', message: 'workflow_parse_error: bad' });
    scene.tracker.set('B', trackedItem('B'));
    scene.tick().answerAll();
    expect([scene.item().state, scene.item('B').run]).toEqual(['running', null]);
    scene.say({ type: 'settings-loaded', settings: scene.settings });
    scene.tick().answerAll();
    expect(scene.item('B').run).not.toBeNull();
  },
);

test('C22 work that the agent hands over by itself is neither offered nor merged', () => {
  const handoff = { ...SETTINGS.handoff, mode: 'agent' as const };
  const scene = new Scene(['A'], { conformance: 'safe', handoff }).playAll();
  expect(scene.item().state).toBe('needs_human');
  expect(scene.item().reason).toMatch(/^ended with commits and left A in /);
  expect(scene.events('handoff-made')).toEqual([]);
});

test('svc-O3 a tick reconciles before it dispatches, and a slot is free only when its run is over', () => {
  const items = [trackedItem('A'), trackedItem('B', { createdAt: 4_000_000_000_000 })];
  const scene = new Scene(items, { ...LETTER, slots: { ...SETTINGS.slots, total: 1 } });
  scene.answerAll();
  scene.tracker.set('A', trackedItem('A', { state: 'Done' }));
  const before = scene.log.length;
  scene.tick().answerAll();
  const order = scene.log
    .slice(before)
    .flatMap(({ event }) =>
      event.type === 'item-moved' && event.item === 'A'
        ? ['A stops']
        : event.type === 'run-ended'
          ? ['A is over']
          : event.type === 'run-started'
            ? [`${event.item} starts`]
            : [],
    );
  expect(order).toEqual(['A stops', 'A is over', 'B starts']);
});

test('svc-O3 a run that was silent for too long is ended before the tracker is read', () => {
  const scene = letter({ stallTimeoutMs: 60_000 }).until('turn');
  scene.pending.length = 0;
  scene.tick(60_001);
  const effects = scene.pending.map(({ type }) => type);
  expect(effects.indexOf('stop-agent')).toBeGreaterThanOrEqual(0);
  expect(effects.indexOf('stop-agent')).toBeLessThan(effects.indexOf('read-tracker'));
});
