import { criticalPath, graphOf, type NodePath } from '@symphony/domain';
import type { NodeRecord, Scope } from './record.ts';

export interface CriticalPath {
  readonly path: NodePath[];
  readonly ms: number;
}

/** The chain of nodes that decides how long the whole takes when there are places enough. */
export function longestWay({ plan, records }: Scope): CriticalPath {
  const graph = graphOf(
    records.map(({ path }) => path),
    plan.nodes.flatMap(({ node, incoming }) => incoming.map(({ from }) => [node.id, from.node.id] as const)),
  );
  const weights = new Map(records.map((record) => [record.path, weightOf(record)]));
  const { path, length } = criticalPath(graph, (id) => weights.get(id) ?? 0);
  return { path: [...path], ms: length };
}

function weightOf({ plan, facts }: NodeRecord): number {
  const { state, startedAt, endedAt } = facts;
  if (state === 'skipped') return 0;
  if (startedAt !== null && endedAt !== null) return endedAt - startedAt;
  return plan.node.estimateMs ?? 0;
}
