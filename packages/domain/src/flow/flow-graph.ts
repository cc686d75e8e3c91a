import { type Graph, graphOf } from '../graph.ts';
import type { Flow } from './flow.ts';

/** Who waits for whom, whatever the kind of the edge. Bodies of loops are flows of their own. */
export const flowGraph = (flow: Flow): Graph =>
  graphOf(
    flow.nodes.map((node) => node.id),
    flow.edges.map((edge) => [edge.to, edge.from] as const),
  );
