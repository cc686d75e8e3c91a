import { findCycle, reversed } from '../graph.ts';
import { checkEdges } from './check-edges.ts';
import { checkNodes } from './check-nodes.ts';
import type { Flow } from './flow.ts';
import { flowGraph } from './flow-graph.ts';
import { type FlowProblem, inside, problemAt } from './problem.ts';

/**
 * Everything that is wrong with a flow (P6), bodies of loops included, in the order of the flow. A flow
 * without problems can be played to its end. The cost is linear in nodes
 * and edges, but for `restart`: each looks at all that comes before it.
 */
export function checkFlow(flow: Flow): readonly FlowProblem[] {
  const bodies = flow.nodes.flatMap((node, at) =>
    node.kind === 'loop'
      ? checkFlow(node.body).map((problem) => inside(['nodes', at, 'body'], node.id, problem))
      : [],
  );
  return [...checkNodes(flow), ...checkEdges(flow), ...checkCycle(flow), ...bodies];
}

function checkCycle(flow: Flow): FlowProblem[] {
  // Turned round, so that the path reads in the order in which it would be played.
  const path = findCycle(reversed(flowGraph(flow)));
  if (path === null) return [];
  const at = flow.edges.findIndex((edge) => edge.from === path[0] && edge.to === path[1]);
  return [
    problemAt(
      ['edges', at],
      { kind: 'cycle', path },
      `${path.map((node) => `\`${node}\``).join(' → ')} is a circle: each waits for the other.`,
      'Take one of these edges out, or put what is to be repeated into a loop.',
    ),
  ];
}
