import type { Flow, FlowChange, FlowEdge, FlowNode } from '@symphony/domain';
import { type FlowDecision, type FlowInput, type FlowLimits, FlowRun } from '@symphony/pit/dag';
import { seeded } from '@symphony/testkit';
import { DirectedGraph } from 'graphology';
import { topologicalGenerations } from 'graphology-dag';
import PQueue from 'p-queue';
import { memoryNow } from '../memory.ts';
import { percentile } from '../statistics.ts';
import type { PitPart, Row } from './part.ts';

const ROUNDS = 3;
/** Nodes played before anything is measured, so that small flows are not judged by code that is not compiled yet. */
const WARM_NODES = 5_000;
const LIMITS: FlowLimits = { parallel: 64, timeoutMs: null, onError: 'halt' };

/** A flow as plans look: each node needs up to three of the hundred before it. */
function flowOf(size: number): Flow {
  const chance = seeded(size);
  const nodes: FlowNode[] = [];
  const edges: FlowEdge[] = [];
  for (let at = 0; at < size; at += 1) {
    nodes.push({
      id: `n${at}`,
      kind: 'operator',
      operator: 'none',
      priority: at % 3,
      estimateMs: 1 + Math.floor(chance() * 100),
      inputs: [{ name: 'in', type: 'any', required: false }],
    });
    const sources = new Set<number>();
    for (let each = 0; each < Math.min(at, 3); each += 1)
      sources.add(Math.max(0, at - 1 - Math.floor(chance() * 100)));
    for (const source of sources)
      edges.push(
        chance() < 0.5
          ? { kind: 'data', from: `n${source}`, fromPort: 'out', to: `n${at}`, toPort: 'in' }
          : { kind: 'control', from: `n${source}`, to: `n${at}` },
      );
  }
  return { nodes, edges };
}

interface Played {
  readonly run: FlowRun;
  readonly log: readonly FlowChange[];
  /** Milliseconds of each decision, after the first. */
  readonly decisions: readonly number[];
  readonly startMs: number;
  readonly wholeMs: number;
  readonly most: number;
}

/** Decides, applies and answers at once, as fast as it goes. */
function play(flow: Flow, limits: FlowLimits): Played {
  const began = performance.now();
  const run = new FlowRun(flow, limits, {});
  const log: FlowChange[] = [];
  const decisions: number[] = [];
  const waiting: FlowInput[] = [];
  const context = { now: 1, chance: () => 0.5, evaluate: () => null };
  let most = 0;
  let startMs = 0;
  const tell = (input: FlowInput): void => {
    const before = performance.now();
    const decision: FlowDecision = run.decide(input, context);
    const took = performance.now() - before;
    if (input.kind === 'start') startMs = took;
    else decisions.push(took);
    for (const change of decision.changes) {
      log.push(change);
      run.apply(change, context.now);
    }
    for (const { path: node, attempt } of decision.starts)
      waiting.push({ kind: 'node-done', node, attempt, outputs: { out: attempt } });
    most = Math.max(most, waiting.length - next);
  };
  let next = 0;
  tell({ kind: 'start' });
  for (let input = waiting[next]; input; input = waiting[next]) {
    next += 1;
    context.now += 1;
    tell(input);
  }
  if (run.state !== 'completed') throw new Error(`The flow is ${run.state}: ${run.reason}`);
  return { run, log, decisions, startMs, wholeMs: performance.now() - began, most };
}

/** The middle of several rounds. */
function timed(call: () => void): number {
  const took = Array.from({ length: ROUNDS + 2 }, () => {
    const before = performance.now();
    call();
    return performance.now() - before;
  });
  return percentile(took, 0.5);
}

/** What a library does to bring the nodes into an order by levels. */
function generations(flow: Flow): string[][] {
  const graph = new DirectedGraph();
  for (const { id } of flow.nodes) graph.addNode(id);
  for (const { from, to } of flow.edges) graph.mergeEdge(from, to);
  return topologicalGenerations(graph);
}

async function queued(flow: Flow): Promise<number> {
  const before = performance.now();
  const queue = new PQueue({ concurrency: LIMITS.parallel });
  for (const level of generations(flow)) {
    for (const _ of level) void queue.add(async () => undefined);
    await queue.onIdle();
  }
  return performance.now() - before;
}

/** Scheduling, checkpoints and memory of the DAG tracker (P2). */
export const dagPart: PitPart = {
  name: 'dag',
  sizes: (quick) => (quick ? [100, 1_000] : [100, 1_000, 10_000]),
  async measure(size) {
    const flow = flowOf(size);
    for (let played = 0; played < WARM_NODES; played += size) play(flow, LIMITS);
    const heapBefore = memoryNow().heapMb;
    const rounds = Array.from({ length: ROUNDS }, () => play(flow, LIMITS));
    const last = rounds.at(-1) as Played;
    const heapMb = (memoryNow().heapMb - heapBefore) / ROUNDS;
    const all = rounds.flatMap(({ decisions }) => decisions);
    const wholeMs = percentile(
      rounds.map((each) => each.wholeMs),
      0.5,
    );
    const text = JSON.stringify(last.run.toJson());
    const wide: Flow = { nodes: flow.nodes, edges: [] };
    const wideRun = play(wide, { ...LIMITS, parallel: size });
    const peerMs = percentile([await queued(flow), await queued(flow), await queued(flow)], 0.5);
    const row = (what: string, ours: number, goal: Row['goal'] = null, peer: Row['peer'] = null): Row => ({
      what,
      ours,
      goal,
      peer,
    });
    return [
      row('decision, mean ms', all.reduce((sum, each) => sum + each, 0) / all.length, { atMost: 1 }),
      row('decision, p99 ms', percentile(all, 0.99), { atMost: 1 }),
      row('first decision, ms', last.startMs),
      row('whole run, nodes/s', (size / wholeMs) * 1_000, null, {
        name: 'p-queue by levels',
        value: (size / peerMs) * 1_000,
      }),
      row(
        'prepare the flow, ms',
        timed(() => new FlowRun(flow, LIMITS, {})),
        null,
        {
          name: 'graphology-dag',
          value: timed(() => generations(flow)),
        },
      ),
      row(
        'checkpoint (JSON text), ms',
        timed(() => JSON.stringify(last.run.toJson())),
        { atMost: 100 },
      ),
      row(
        'restore, ms',
        timed(() => FlowRun.fromJson(flow, LIMITS, {}, JSON.parse(text))),
        { atMost: 100 },
      ),
      row(
        'fold of all changes, ms',
        timed(() => fold(flow, last.log)),
      ),
      row('all at once: running together', wideRun.most, { atLeast: size }),
      row('all at once: decision, p99 ms', percentile(wideRun.decisions, 0.99), { atMost: 1 }),
      row('heap of a run with its log, MB', heapMb),
    ];
  },
};

function fold(flow: Flow, log: readonly FlowChange[]): FlowRun {
  const run = new FlowRun(flow, LIMITS, {});
  for (const change of log) run.apply(change, 1);
  return run;
}
