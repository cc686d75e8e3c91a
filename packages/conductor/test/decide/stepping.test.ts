import type { Flow, NodePath } from '@symphony/domain';
import { seeded } from '@symphony/testkit';
import { describe, expect, test } from 'vitest';
import { type MelodyAct, statusView } from '../../src/index.ts';
import { melodyOf, TIDY } from '../melody.ts';
import { Scene } from './scene.ts';

const started = (scene: Scene): string => scene.events('melody-started')[0]?.run ?? '';
const flowOf = (scene: Scene) => {
  const run = scene.state.melodies.get(started(scene));
  if (!run) throw new Error('nothing is played');
  return run.flow;
};
const stand = (scene: Scene) => [flowOf(scene).state, flowOf(scene).reason];

function play(breakpoints: readonly NodePath[], flow: Flow = TIDY): Scene {
  const scene = new Scene([]);
  const melody = melodyOf(flow);
  scene.command({ name: 'melody-run', melody, parameters: { floor: 'wood' }, by: 'ada', breakpoints });
  return scene;
}

const act = (scene: Scene, what: MelodyAct) =>
  scene.command({ name: 'melody', run: started(scene), act: what, by: 'ada' });

/** The nodes that began, each time they did. */
const begun = (scene: Scene): string[] =>
  scene
    .events('flow-changed')
    .flatMap(({ change }) =>
      change.kind === 'node' && (change.to === 'running' || change.to === 'waiting') ? [change.node] : [],
    );

/** Sweeps three times. */
const ROUNDS: Flow = {
  nodes: [
    {
      id: 'again',
      kind: 'loop',
      times: 3,
      body: {
        nodes: [{ id: 'sweep', kind: 'operator', operator: 'value', config: { value: 1 } }],
        edges: [],
      },
    },
  ],
  edges: [],
};

describe('P9 breakpoints of a melody', () => {
  test('it stops before the node, across a restart, and goes on past it', () => {
    const scene = play(['sweep', 'done']).playAll();
    expect(stand(scene)).toEqual(['paused', 'stopped before sweep']);
    expect(begun(scene)).toEqual(['look']);
    expect(statusView(scene.state, scene.now, null, false).melodies).toMatchObject([
      { breakpoints: ['sweep', 'done'], dry: false, state: 'paused' },
    ]);
    scene.crash();
    scene.playAll();
    expect(begun(scene)).toEqual(['look']);
    act(scene, { kind: 'resume' });
    scene.crash();
    scene.playAll();
    expect(scene.merges).toHaveLength(1);
    act(scene, { kind: 'answer', node: 'happy', text: 'yes' });
    expect(stand(scene)).toEqual(['paused', 'stopped before done']);
    act(scene, { kind: 'breakpoints', nodes: [] });
    act(scene, { kind: 'resume' });
    scene.playAll();
    expect(flowOf(scene).state).toBe('completed');
  });

  test('in a loop it stops in each round', () => {
    const scene = play(['again/1/sweep'], ROUNDS);
    const stops: string[] = [];
    for (scene.playAll(); flowOf(scene).state === 'paused'; scene.playAll()) {
      stops.push(flowOf(scene).reason);
      scene.crash();
      act(scene, { kind: 'resume' });
    }
    expect(stops).toEqual([1, 2, 3].map((round) => `stopped before again/${round}/sweep`));
    expect(flowOf(scene).state).toBe('completed');
  });

  test('a breakpoint that names nothing is refused, at the start and on the way', () => {
    expect(play(['dust']).events('melody-refused')).toMatchObject([
      { reason: 'tidy has no node "dust" to stop before.' },
    ]);
    const scene = play(['look']);
    act(scene, { kind: 'breakpoints', nodes: ['dust'] });
    expect(flowOf(scene).breakpoints).toEqual(['look']);
  });
});

describe('P9 step of a melody', () => {
  test('each step lets one node begin; what is at work ends meanwhile', () => {
    const scene = play(['look']);
    for (const node of ['look', 'sweep', 'happy']) {
      act(scene, { kind: 'step' });
      scene.playAll();
      expect([begun(scene).at(-1), ...stand(scene)]).toEqual([node, 'paused', `stopped after ${node}`]);
      scene.crash();
    }
    expect(begun(scene)).toEqual(['look', 'sweep', 'happy']);
    expect(flowOf(scene).nodeState('sweep')).toBe('completed');
    expect(scene.merges).toHaveLength(1);
  });

  test('draining in the middle of a step goes on with the step, not with the melody', () => {
    const scene = play(['sweep']).playAll();
    act(scene, { kind: 'step' });
    act(scene, { kind: 'step' });
    expect(flowOf(scene).isStepping).toBe(true);
    scene.command({ name: 'drain', on: true, by: 'ada' });
    expect(flowOf(scene).state).toBe('paused');
    scene.command({ name: 'drain', on: false, by: 'ada' });
    scene.playAll();
    expect(stand(scene)).toEqual(['paused', 'stopped after happy']);
  });

  test.each(Array.from({ length: 20 }, (_, at) => at + 1))(
    'killed at any point, step by step and past breakpoints, it ends as it would have (seed %i)',
    (seed) => {
      const scene = play(['look', 'sweep', 'happy', 'done', 'result']);
      const chance = seeded(seed);
      const over = () => flowOf(scene).state === 'completed';
      for (let step = 0; step < 800 && !over(); step++) {
        const dice = chance();
        const before = begun(scene).length;
        if (dice < 0.08) scene.crash();
        else if (dice < 0.7) {
          const effect = scene.takeOne();
          if (effect) scene.answer(effect, 0);
          else if (flowOf(scene).state === 'paused') act(scene, { kind: chance() < 0.6 ? 'step' : 'resume' });
          else if (flowOf(scene).gates().length > 0) act(scene, { kind: 'answer', node: null, text: 'yes' });
          else scene.tick(1_000);
        } else {
          const agent = scene.chooses([...scene.agents]);
          if (agent) scene.act(agent[0], agent[1], 0);
        }
        // Everything has a breakpoint: nothing begins unless a person says so, and then one at a time.
        if (dice >= 0.08) expect(begun(scene).length - before).toBeLessThanOrEqual(1);
      }
      expect([over(), scene.merges.length]).toEqual([true, 1]);
      expect(flowOf(scene).results()).toEqual({ result: 'shine' });
    },
  );
});
