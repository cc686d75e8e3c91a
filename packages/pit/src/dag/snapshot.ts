import type { Instant, NodePath, NodeState, Values } from '@symphony/domain';
import { type FlowFacts, freshFacts, type NodeFacts, type NodeRecord, type Scope } from './record.ts';
import type { Standing } from './standing.ts';

/** Where a flow stands as plain data. Nodes nothing has happened to are left out. */
export interface FlowSnapshot {
  readonly flow: FlowFacts;
  readonly nodes: readonly SavedNode[];
}

/** Path, state, attempt, reason, outputs, started, ended, and the rest where there is any. */
type SavedNode = readonly [
  path: NodePath,
  state: NodeState,
  attempt: number,
  reason: string,
  outputs: Values | null,
  startedAt: Instant | null,
  endedAt: Instant | null,
  more?: Partial<NodeFacts>,
];

export function snapshot(standing: Standing): FlowSnapshot {
  const nodes: SavedNode[] = [];
  save(standing.top, nodes);
  return { flow: standing.flow, nodes };
}

/** Loops come before their rounds, and all rounds are kept: attempts count on in a round that is played again. */
function save(scope: Scope, nodes: SavedNode[]): void {
  for (const record of scope.records) {
    const { state, attempt, reason } = record.facts;
    if (state !== 'pending' || attempt > 0 || reason !== '') nodes.push(saved(record));
    for (const round of record.rounds) save(round, nodes);
  }
}

function saved({ path, plan, facts }: NodeRecord): SavedNode {
  const { state, attempt, reason, outputs, startedAt, endedAt, ways, ...rest } = facts;
  const fresh = freshFacts(plan);
  const more: Record<string, unknown> = ways.some((way) => way !== null) ? { ways } : {};
  for (const [key, value] of Object.entries(rest))
    if (value !== fresh[key as keyof NodeFacts]) more[key] = value;
  const plain = [path, state, attempt, reason, outputs, startedAt, endedAt] as const;
  return Object.keys(more).length === 0 ? plain : [...plain, more];
}

export function restore(standing: Standing, { flow, nodes }: FlowSnapshot): void {
  standing.flow = flow;
  // From the end: a node that is restored before its sources does not seem ready on the way.
  for (const [path, state, attempt, reason, outputs, startedAt, endedAt, more] of nodes.toReversed())
    standing.restore(path, { state, attempt, reason, outputs, startedAt, endedAt, ...more });
}
