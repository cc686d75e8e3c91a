import type { NodeState } from '@symphony/domain';
import type { GraphNode } from './graph.ts';

/** How many nodes stand in each state, for the legend. */
export function countStates(nodes: readonly GraphNode[]): Readonly<Record<NodeState, number>> {
  const counts = { pending: 0, queued: 0, running: 0, waiting: 0, completed: 0, failed: 0, skipped: 0 };
  for (const { state } of nodes) if (state) counts[state] += 1;
  return counts;
}
