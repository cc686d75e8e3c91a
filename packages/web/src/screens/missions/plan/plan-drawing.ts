import type { MissionPlan, PhaseName, Worker } from '@symphony/domain';
import { needsOf, PHASE_RULES } from '@symphony/domain';
import type { GraphEdge, GraphNode } from '../../../graph/graph.ts';
import { plainLine } from '../../../ui/plain-text.ts';
import { phaseWords } from '../mission-words.ts';

export interface Drawing {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

/** What becomes of a worker: the nodes it is drawn as, in order. One that nothing became of is drawn itself. */
export interface Told {
  /** Of one worker in its phase, the first first. */
  partsOf?(worker: Worker): readonly GraphNode[];
  /** Nodes of the phase that are no worker's: what purges, decides, judges. They come after its workers. */
  besides?(phase: PhaseName): readonly GraphNode[];
  /** Before the first phase. */
  readonly before?: readonly GraphNode[];
  /** A worker that nothing became of yet. */
  ahead?(worker: Worker): Partial<GraphNode>;
  gate?(phase: PhaseName): Partial<GraphNode>;
  handOff?(): Partial<GraphNode>;
}

export const gateId = (phase: PhaseName): string => `gate ${phase}`;
export const workerId = (worker: string): string => `worker ${worker}`;
export const HAND_OFF = 'hand-off';

const GATES = {
  confidence: 'facts against assumptions',
  verdict: 'a reviewer judges',
  proof: 'build and tests',
} as const;

/**
 * A mission from left to right: the workers of a phase side by side or one after another, its gate, the
 * next phase, and the hand-off. A gate stands for “everything before it”, so that two phases of eight
 * workers are sixteen lines and not sixty-four.
 */
export function missionDrawing(plan: MissionPlan, told: Told = {}): Drawing {
  const nodes: GraphNode[] = [...(told.before ?? [])];
  const edges = new Map<string, GraphEdge>();
  const link = (from: string, to: string): void => {
    const id = `edge ${from} ${to}`;
    if (from !== to) edges.set(id, { id, from, to, kind: 'control' });
  };
  let entry: readonly string[] = (told.before ?? []).map(({ id }) => id);
  for (const phase of plan.phases) {
    const chains = chainsOf(plan, phase, told);
    for (const chain of chains.values()) {
      nodes.push(...chain);
      chain.forEach((node, at) => {
        const previous = chain[at - 1];
        if (previous) link(previous.id, node.id);
      });
    }
    for (const worker of workersIn(plan, phase)) {
      const first = chains.get(worker.id)?.[0];
      if (!first) continue;
      const needed = needsOf(plan, worker).flatMap((id) => chains.get(id)?.at(-1)?.id ?? []);
      for (const from of needed.length > 0 ? needed : entry) link(from, first.id);
    }
    const besides = told.besides?.(phase) ?? [];
    const leaves = leavesOf([...chains.values()].flat(), edges.values());
    besides.forEach((node, at) => {
      const previous = besides[at - 1];
      for (const from of previous ? [previous.id] : leaves) link(from, node.id);
    });
    nodes.push(...besides);
    const last = besides.at(-1);
    entry = last ? [last.id] : leaves;
    if (phase === plan.phases.at(-1)) continue; // the hand-off is its gate
    nodes.push(gateNode(phase, told));
    for (const from of entry) link(from, gateId(phase));
    entry = [gateId(phase)];
  }
  nodes.push({
    id: HAND_OFF,
    kind: 'output',
    label: 'Hand-off',
    sub: 'criteria met, then merged',
    ...told.handOff?.(),
  });
  for (const from of entry) link(from, HAND_OFF);
  return { nodes, edges: [...edges.values()] };
}

const workersIn = ({ workers }: MissionPlan, phase: PhaseName): readonly Worker[] =>
  workers.filter((worker) => worker.phase === phase);

function chainsOf(
  plan: MissionPlan,
  phase: PhaseName,
  told: Told,
): ReadonlyMap<string, readonly GraphNode[]> {
  return new Map(
    workersIn(plan, phase).map((worker) => {
      const parts = told.partsOf?.(worker) ?? [];
      return [worker.id, parts.length > 0 ? parts : [{ ...workerNode(worker), ...told.ahead?.(worker) }]];
    }),
  );
}

const workerNode = (worker: Worker): GraphNode => ({
  id: workerId(worker.id),
  kind: 'agent',
  label: plainLine(worker.id, 60),
  sub: plainLine(worker.scope.join(', ') || worker.title, 120),
});

const gateNode = (phase: PhaseName, told: Told): GraphNode => ({
  id: gateId(phase),
  kind: 'gate',
  label: phaseWords(phase),
  sub: `gate: ${GATES[PHASE_RULES[phase].gate]}`,
  ...told.gate?.(phase),
});

const leavesOf = (nodes: readonly GraphNode[], edges: Iterable<GraphEdge>): readonly string[] => {
  const left = new Set([...edges].map(({ from }) => from));
  return nodes.map(({ id }) => id).filter((id) => !left.has(id));
};
