import type { Melody } from '@symphony/domain';
import { seeded } from '@symphony/testkit';
import { describe, expect, test } from 'vitest';
import { explainView, restoreSnapshot, statusView, takeSnapshot } from '../../src/index.ts';
import type { ConductorState } from '../../src/state.ts';
import { melodyOf, TIDY } from '../melody.ts';
import { Scene } from './scene.ts';

const started = (scene: Scene): string => scene.events('melody-started')[0]?.run ?? '';
const stateOf = (scene: Scene, run = started(scene)) => scene.state.melodies.get(run)?.flow.state;
const nodeOf = (scene: Scene, node: string) => scene.state.melodies.get(started(scene))?.flow.nodeState(node);
const view = (scene: Scene) => statusView(scene.state, scene.now, null, false);

function play(scene: Scene, melody: Melody = melodyOf(TIDY), key: string | null = null): Scene {
  const trigger = { kind: 'manual', detail: 'asked for', key } as const;
  scene.say({ type: 'melody-wanted', melody, parameters: { floor: 'wood' }, trigger, by: 'ada' });
  return scene;
}

const act = (scene: Scene, kind: 'pause' | 'resume' | 'cancel') =>
  scene.command({ name: 'melody', run: started(scene), act: { kind }, by: 'ada' });
const answerGate = (scene: Scene, words: string) =>
  scene.command({
    name: 'melody',
    run: started(scene),
    act: { kind: 'answer', node: null, text: words },
    by: 'ada',
  });

describe('P7 P8 a melody is played', () => {
  test('from the first node to its result: operator, work item, gate, operator', () => {
    const scene = play(new Scene([]));
    expect(stateOf(scene)).toBe('running');
    scene.answerAll('make-item');
    const [make] = scene.waiting('make-item');
    expect(make).toMatchObject({ node: 'sweep', work: { title: 'Sweep {{ look.value }}' } });
    expect(make?.scope).toMatchObject({ look: { value: 'dust' }, floor: 'wood' });
    scene.playAll();
    expect(scene.merges.map(({ item }) => item)).toEqual([make?.id]);
    expect(nodeOf(scene, 'sweep')).toBe('completed');
    expect(stateOf(scene)).toBe('waiting');
    expect(view(scene).inbox).toMatchObject([
      { item: started(scene), question: { id: 'happy', text: 'Is it clean?' } },
    ]);
    answerGate(scene, 'perhaps');
    expect(stateOf(scene)).toBe('waiting');
    answerGate(scene, 'yes');
    scene.playAll();
    expect(stateOf(scene)).toBe('completed');
    expect(scene.state.melodies.get(started(scene))?.flow.results()).toEqual({ result: 'shine' });
    expect(view(scene).melodies).toMatchObject([{ melody: 'tidy', state: 'completed' }]);
  });

  test('an item that fails fails its node, with the reason', () => {
    const scene = play(new Scene([], { maxRetries: 0 }));
    scene.answerAll('prepare-chamber');
    const { item, run } = scene.take('prepare-chamber');
    scene.say({ type: 'chamber-failed', item, run, failure: { code: 'internal', message: 'no luck' } });
    scene.playAll();
    expect(scene.stand(item)).toBe('failed');
    expect(nodeOf(scene, 'sweep')).toBe('failed');
    expect(stateOf(scene)).toBe('failed');
    expect(explainView(scene.state, item, scene.now, null)?.item.state).toBe('failed');
  });

  test('pausing lets nothing new start; resuming goes on; cancelling stops the work item', () => {
    const scene = play(new Scene([]));
    act(scene, 'pause');
    scene.playAll();
    expect(stateOf(scene)).toBe('paused');
    expect(nodeOf(scene, 'sweep')).toBe('pending');
    act(scene, 'resume');
    scene.answerAll('play-turn');
    const [turn] = scene.waiting('play-turn');
    act(scene, 'cancel');
    scene.playAll();
    expect(stateOf(scene)).toBe('cancelled');
    expect(scene.item(turn?.item).outcome).toBe('cancelled');
  });

  test('draining starts nothing and takes no melody; afterwards it goes on', () => {
    const scene = play(new Scene([]));
    scene.command({ name: 'drain', on: true, by: 'ada' });
    expect(stateOf(scene)).toBe('paused');
    play(scene, melodyOf(TIDY, { name: 'other' }));
    expect(scene.events('melody-refused')).toMatchObject([{ melody: 'other' }]);
    scene.command({ name: 'drain', on: false, by: 'ada' });
    expect(stateOf(scene)).toBe('running');
  });

  test('one trigger starts one run, and not more at once than the limit allows', () => {
    const scene = play(new Scene([]), undefined, 'schedule:tidy:9');
    play(scene, undefined, 'schedule:tidy:9');
    expect(scene.events('melody-started')).toHaveLength(1);
    play(scene, undefined, 'schedule:tidy:10');
    expect(scene.events('melody-refused')).toMatchObject([{ reason: expect.stringContaining('limit is 1') }]);
  });

  test('a flow that cannot be played is refused and never reaches the log', () => {
    const loop = melodyOf({
      nodes: TIDY.nodes.slice(0, 1),
      edges: [{ kind: 'control', from: 'look', to: 'look' }],
    });
    expect(play(new Scene([]), loop).events('melody-started')).toEqual([]);
  });

  test('what it costs beyond its limit ends it', () => {
    const melody = melodyOf(TIDY, { limits: { parallel: 4, timeoutMs: null, runs: 1, usd: 1 } });
    const scene = play(new Scene([]), melody).answerAll();
    const [run, item] = [...scene.agents][0] ?? ['', ''];
    const usage = { inputTokens: 1, outputTokens: 1, usd: 2 };
    scene.hear(item, run, { type: 'usage', usage: { ...usage, model: null } as never });
    scene.playAll();
    expect(stateOf(scene)).toBe('cancelled');
  });

  test('a snapshot holds where it stands', () => {
    const scene = play(new Scene([])).answerAll('make-item');
    const restored = restoreSnapshot(takeSnapshot(scene.state)) as ConductorState;
    expect(takeSnapshot(restored)).toEqual(takeSnapshot(scene.state));
    expect([...restored.nodeWork]).toEqual([...scene.state.nodeWork]);
    expect(restored.nodeWork.size).toBe(1);
  });
});

describe('P8 killed at any point, a melody ends as it would have', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])('seed %i', (seed) => {
    const scene = play(new Scene([]));
    const chance = seeded(seed);
    for (let step = 0; step < 400 && stateOf(scene) !== 'completed'; step++) {
      const dice = chance();
      if (dice < 0.08) scene.crash();
      else if (dice < 0.7) {
        const effect = scene.takeOne();
        if (effect) scene.answer(effect, 0);
        else if (stateOf(scene) === 'waiting') answerGate(scene, 'yes');
        else scene.tick(1_000);
      } else {
        const agent = scene.chooses([...scene.agents]);
        if (agent) scene.act(agent[0], agent[1], 0);
      }
    }
    expect(stateOf(scene)).toBe('completed');
    expect(scene.merges).toHaveLength(1);
    expect(
      scene
        .events('flow-changed')
        .filter(({ change }) => change.kind === 'node' && change.to === 'completed')
        .map(({ change }) => (change.kind === 'node' ? change.node : ''))
        .sort(),
    ).toEqual(['done', 'happy', 'look', 'result', 'sweep']);
  });
});
