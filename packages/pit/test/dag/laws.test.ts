import type { FlowNode } from '@symphony/domain';
import { FlowRun } from '@symphony/pit/dag';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { playOn, recipes, stageOf } from './random-flow.ts';
import { outcome, Stage } from './stage.ts';

const OVER = ['completed', 'failed', 'cancelled'];
const RUNS = { numRuns: Number(process.env.SYMPHONY_RUNS ?? 150) };

const folded = (stage: Stage, count = stage.log.length): FlowRun => {
  const run = new FlowRun(stage.flow, stage.limits, stage.parameters);
  for (const { at, change } of stage.log.slice(0, count)) run.apply(change, at);
  return run;
};

/** Whether some node that works, ended in the log, is started again without having been reopened. */
function restartedCompleted(stage: Stage): string[] {
  const completed = new Set<string>();
  const wrong: string[] = [];
  for (const { change } of stage.log) {
    if (change.kind !== 'node') continue;
    if (change.to === 'completed') completed.add(change.node);
    if (change.to === 'pending')
      for (const path of [...completed])
        if (path === change.node || path.startsWith(`${change.node}/`)) completed.delete(path);
    if (change.to === 'running' && completed.has(change.node)) wrong.push(change.node);
    // A loop that is played again plays its rounds again.
    if (change.to === 'running')
      for (const path of [...completed]) if (path.startsWith(`${change.node}/`)) completed.delete(path);
  }
  return wrong;
}

test('P2 every random flow ends, within its bounds, and its log folds to where it stands', () => {
  fc.assert(
    fc.property(recipes, (recipe) => {
      const stage = stageOf(recipe);
      const tell = stage.tell.bind(stage);
      stage.tell = (input) => {
        const before = JSON.stringify(stage.run.toJson());
        const first = stage.ask(input);
        expect(JSON.stringify(stage.run.toJson())).toBe(before);
        const decision = tell(input);
        expect(decision).toEqual(first);
        const running = [...stage.run.active()].filter(
          ({ node, state }) => state === 'running' && node.kind === 'operator',
        );
        expect(running.length).toBeLessThanOrEqual(recipe.parallel);
        expect(running.reduce((sum, { node }) => sum + (node.resources?.gpu ?? 0), 0)).toBeLessThanOrEqual(
          recipe.gpus,
        );
        return decision;
      };
      playOn(stage);
      expect(OVER).toContain(stage.run.state);
      expect(folded(stage).toJson()).toEqual(stage.run.toJson());
      expect(restartedCompleted(stage)).toEqual([]);
      const restored = FlowRun.fromJson(
        stage.flow,
        stage.limits,
        {},
        JSON.parse(JSON.stringify(stage.run.toJson())),
      );
      expect(restored.toJson()).toEqual(stage.run.toJson());
    }),
    RUNS,
  );
});

/** Whether `path` is played when `node` fails. */
function standsInFor(node: FlowNode | undefined, path: string): boolean {
  const recovery = node?.recovery?.kind === 'retry' ? node.recovery.then : node?.recovery;
  return recovery?.kind === 'fallback' && 'node' in recovery && recovery.node === path;
}

test('P2 the order respects every edge: nothing begins before what it needs has ended', () => {
  fc.assert(
    fc.property(recipes, (recipe) => {
      const stage = stageOf(recipe);
      const incoming = Map.groupBy(stage.flow.edges, ({ to }) => to);
      const nodes = new Map(stage.flow.nodes.map((node) => [node.id, node]));
      const record = stage.record.bind(stage);
      stage.record = (change) => {
        if (change.kind === 'node' && change.to === 'running' && !change.node.includes('/')) {
          const node = nodes.get(change.node);
          for (const edge of incoming.get(change.node) ?? []) {
            if (standsInFor(nodes.get(edge.from), change.node)) continue;
            const state = stage.run.nodeState(edge.from);
            expect(['completed', 'failed', 'skipped'], `${edge.from} before ${change.node}`).toContain(state);
            const dependency = edge.kind === 'conditional' ? 'hard' : (edge.dependency ?? 'hard');
            if (dependency === 'hard' && node?.kind === 'operator') expect(state).not.toBe('failed');
          }
        }
        record(change);
      };
      playOn(stage);
    }),
    RUNS,
  );
});

test('P8 stopped after any change, going on from the fold or from JSON comes to the same end', () => {
  fc.assert(
    fc.property(
      recipes,
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.boolean(),
      (recipe, where, fromJson) => {
        const whole = stageOf({ ...recipe, parallel: 1 });
        playOn(whole);
        const cut = Math.floor(where * whole.log.length);
        const resumed = stageOf({ ...recipe, parallel: 1 });
        for (const each of whole.log.slice(0, cut)) resumed.log.push(each);
        resumed.now = whole.log[cut - 1]?.at ?? resumed.now;
        resumed.run = folded(whole, cut);
        if (fromJson)
          resumed.run = FlowRun.fromJson(
            whole.flow,
            whole.limits,
            {},
            JSON.parse(JSON.stringify(resumed.run.toJson())),
          );
        const done = new Set(
          [...resumed.run.nodes()].flatMap(({ path, state }) => (state === 'completed' ? [path] : [])),
        );
        const decision = resumed.tell({ kind: 'recovered' });
        for (const { path } of decision.starts) expect(done.has(path)).toBe(false);
        if (resumed.run.state === 'waiting' || resumed.run.gates().length > 0) playOn(resumed);
        playOn(resumed);
        expect(restartedCompleted(resumed)).toEqual([]);
        expect(outcome(resumed.run)).toEqual(outcome(whole.run));
      },
    ),
    RUNS,
  );
});

/** The same without time limits: while a flow is paused they go on, and it ends otherwise. */
const patient = ({ flow, limits, behave }: Stage): Stage => {
  const text = JSON.stringify(flow, (key, value) => (key === 'timeoutMs' ? undefined : value));
  return new Stage(JSON.parse(text), limits, {}, behave);
};

test('P9 step by step it comes to the same end, one node at a time; breakpoints only stop it', () => {
  fc.assert(
    fc.property(recipes, fc.constantFrom('step', 'resume'), (recipe, kind) => {
      // What had begun when something failed matters to what comes after it.
      const calm = { ...recipe, parallel: 1, onError: 'continue', failures: 0 } as const;
      const whole = patient(stageOf(calm));
      playOn(whole);
      const stage = patient(stageOf(calm));
      const places = stage.flow.nodes.map(({ id }) => id);
      stage.tell({ kind: 'breakpoints', nodes: places });
      stage.tell({ kind: 'start' });
      for (let rounds = 0; rounds < 2_000 && !OVER.includes(stage.run.state); rounds += 1) {
        const before = stage.started.length;
        if (stage.run.state === 'paused') {
          stage.run = folded(stage);
          stage.tell({ kind });
          expect(stage.started.length - before).toBeLessThanOrEqual(1);
        } else if (stage.run.gates()[0])
          stage.tell({ kind: 'provide', node: stage.run.gates()[0]?.path ?? '', value: 'yes' });
        stage.play();
      }
      expect(outcome(stage.run)).toEqual(outcome(whole.run));
      expect(folded(stage).toJson()).toEqual(stage.run.toJson());
    }),
    RUNS,
  );
});

test('P8 pause, resume and cancel at any point', () => {
  fc.assert(
    fc.property(
      recipes,
      fc.array(
        fc.constantFrom(
          ...['step', 'step', 'step', 'pause', 'resume', 'limit', 'restart', 'skip', 'retry'],
          ...['one node', 'mark', 'unmark'],
        ),
        { maxLength: 40 },
      ),
      fc.boolean(),
      (recipe, acts, cancels) => {
        const stage = stageOf(recipe);
        stage.tell({ kind: 'start' });
        acts.forEach((act, at) => {
          const paused = stage.run.state === 'paused';
          const startedBefore = stage.started.length;
          const paths = [...stage.run.nodes()].map(({ path }) => path);
          const node = paths[at % paths.length] ?? '';
          if (act === 'step') stage.step();
          else if (act === 'pause') stage.tell({ kind: 'pause', reason: 'Lunch.' });
          else if (act === 'resume') stage.tell({ kind: 'resume' });
          else if (act === 'limit') stage.tell({ kind: 'limit', parallel: 1 + (at % 4) });
          else if (act === 'skip') stage.tell({ kind: 'skip-node', node, reason: 'Not today.' });
          else if (act === 'one node') stage.tell({ kind: 'step' });
          else if (act === 'mark') stage.tell({ kind: 'breakpoints', nodes: [node] });
          else if (act === 'unmark') stage.tell({ kind: 'breakpoints', nodes: [] });
          else if (act === 'retry') stage.tell({ kind: 'retry-node', node });
          else {
            stage.run = folded(stage);
            stage.playing.clear();
            stage.tell({ kind: 'recovered' });
          }
          const started = stage.started.length - startedBefore;
          if (act === 'one node') expect(started).toBeLessThanOrEqual(1);
          else if (paused && act !== 'resume' && act !== 'restart') expect(started).toBe(0);
        });
        if (cancels && !OVER.includes(stage.run.state)) {
          const busy = [...stage.run.active()].filter(
            ({ node, state }) => state === 'running' && node.kind === 'operator',
          );
          const { stops, starts, refusal } = stage.tell({ kind: 'cancel', reason: 'Enough.' });
          expect([refusal, starts]).toEqual([null, []]);
          expect(new Set(stops)).toEqual(new Set(busy.map(({ path }) => path)));
          expect([...stage.run.active()]).toEqual([]);
          expect(stage.run.state).toBe('cancelled');
        } else {
          stage.tell({ kind: 'breakpoints', nodes: [] });
          if (stage.run.state === 'paused' || stage.run.isStepping) stage.tell({ kind: 'resume' });
          playOn(stage);
          expect(OVER).toContain(stage.run.state);
        }
        expect(folded(stage).toJson()).toEqual(stage.run.toJson());
      },
    ),
    RUNS,
  );
});
