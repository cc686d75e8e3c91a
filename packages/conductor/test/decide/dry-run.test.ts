import type { Flow } from '@symphony/domain';
import { type SETTINGS, seeded } from '@symphony/testkit';
import { describe, expect, test } from 'vitest';
import { explainView, statusView } from '../../src/index.ts';
import { melodyOf, TIDY } from '../melody.ts';
import { Scene } from './scene.ts';

const PLAYERS = {
  claude: { agent: 'claude', slots: null, stallTimeoutMs: null, model: null },
  rehearsal: { agent: 'claude', slots: null, stallTimeoutMs: null, model: null, fallback: ['claude'] },
};

function rehearse(flow: Flow = TIDY, settings: Partial<typeof SETTINGS> = {}): Scene {
  const scene = new Scene([], settings);
  const melody = melodyOf(flow);
  scene.command({ name: 'melody-run', melody, parameters: { floor: 'wood' }, by: 'ada', dry: true });
  return scene;
}

const runOf = (scene: Scene) => [...scene.state.melodies.values()][0];
const answer = (scene: Scene) =>
  scene.command({
    name: 'melody',
    run: runOf(scene)?.id ?? '',
    act: { kind: 'answer', node: null, text: 'yes' },
    by: 'ada',
  });
const stateOf = (scene: Scene) => runOf(scene)?.flow.state;

describe('P9 dry run of a melody', () => {
  test('agents are rehearsed and not merged, operators are not executed, gates are asked', () => {
    const scene = rehearse().playAll('remove-chamber');
    expect(scene.take('remove-chamber')).toMatchObject({ force: true });
    scene.crash(); // the chamber goes after a restart as well
    scene.playAll();
    const [work] = [...scene.state.items.keys()];
    expect(scene.events('run-started')).toMatchObject([{ item: work, player: 'rehearsal' }]);
    expect([scene.stand(work), scene.item(work).reason]).toEqual(['closed', 'dry run: not merged']);
    expect([scene.item(work).chamber, scene.events('chamber-removed').length]).toEqual([null, 1]);
    expect(scene.tracker.get(work ?? '')?.state).toBe('Cancelled');
    expect(stateOf(scene)).toBe('waiting');
    answer(scene);
    scene.playAll();
    expect(stateOf(scene)).toBe('completed');
    expect(scene.operated).toEqual([]);
    expect([scene.merges, scene.events('handoff-made'), scene.events('train-departed')]).toEqual([
      [],
      [],
      [],
    ]);
    const reasons = [...(runOf(scene)?.flow.nodes() ?? [])].map(({ path, reason }) => [path, reason]);
    expect(reasons).toEqual([
      ['look', 'dry run: not executed'],
      ['sweep', 'dry run: not merged'],
      ['happy', ''],
      ['done', 'dry run: not executed'],
      ['result', ''],
    ]);
    expect(runOf(scene)?.flow.node('sweep')?.outputs).toMatchObject({ item: work, commit: `${work}@1` });
    expect(statusView(scene.state, scene.now, null, false)).toMatchObject({
      melodies: [{ dry: true }],
      problems: [],
    });
  });

  test('an operator hands on the defaults of its ports, and empty values where there are none', () => {
    const node = (id: string, operator: string, outputs: Flow['nodes'][number]['outputs']) =>
      ({ id, kind: 'operator', operator, ...(outputs && { outputs }) }) as const;
    const scene = rehearse({
      nodes: [
        node('own', 'extension', [
          { name: 'count', type: 'number', default: 7 },
          { name: 'names', type: 'list<text>' },
        ]),
        node('tests', 'command', undefined),
        node('odd', 'undeclared', undefined),
      ],
      edges: [
        { kind: 'control', from: 'own', to: 'tests' },
        { kind: 'control', from: 'tests', to: 'odd' },
      ],
    });
    const outputs = (path: string) => runOf(scene)?.flow.node(path)?.outputs;
    expect(outputs('own')).toEqual({ count: 7, names: [] });
    expect(outputs('tests')).toEqual({ ok: false, code: 0, output: '' });
    expect(outputs('odd')).toEqual({});
  });

  test('nobody but the rehearsal player plays it, whoever is configured and rests', () => {
    const scene = rehearse(TIDY, { players: PLAYERS, defaultPlayer: 'claude' }).answerAll();
    const [run, item] = [...scene.agents][0] ?? ['', ''];
    scene.hear(item, run, { type: 'limited', until: scene.now + 60_000, message: 'limit' });
    scene.answerAll();
    expect(explainView(scene.state, item, scene.now, null)?.next).toMatch(/rehearsal is limited/);
    scene.tick(61_000).playAll();
    expect(scene.events('run-started').map(({ player }) => player)).toEqual(['rehearsal', 'rehearsal']);
    expect(scene.stand(item)).toBe('closed');
  });

  test('work that fails its checks is no less a failure', () => {
    const scene = rehearse(TIDY, { maxRetries: 0 }).until('proving', 'M1-sweep');
    const { item, run } = scene.take('prove');
    scene.say({ type: 'not-proved', item, run, failure: { code: 'internal', message: 'no luck' } });
    scene.playAll();
    expect([scene.stand(item), stateOf(scene)]).toEqual(['failed', 'failed']);
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('killed at any point it still merges nothing (seed %i)', (seed) => {
    const scene = rehearse();
    const chance = seeded(seed);
    for (let step = 0; step < 400 && stateOf(scene) !== 'completed'; step++) {
      const dice = chance();
      const agent = scene.chooses([...scene.agents]);
      if (dice < 0.1) scene.crash();
      else if (dice < 0.4 && agent) scene.act(agent[0], agent[1], 0);
      else {
        const effect = scene.takeOne();
        if (effect) scene.answer(effect, 0);
        else if (stateOf(scene) === 'waiting') answer(scene);
        else scene.tick(1_000);
      }
    }
    expect([stateOf(scene), scene.merges, scene.operated]).toEqual(['completed', [], []]);
    expect(scene.events('handoff-made')).toEqual([]);
  });
});
