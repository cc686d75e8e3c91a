import type { Flow, FlowNode } from '@symphony/domain';
import type { GraphEdge, GraphNode, Places } from '../../../graph/graph.ts';
import { MOST_SINGLE } from '../../../graph/limits.ts';
import { drawingOf, placesOf } from './flow-drawing.ts';
import { moveNodes } from './flow-edits.ts';

type LayOut = (nodes: readonly GraphNode[], edges: readonly GraphEdge[]) => Promise<Places>;

/** The flow with all its nodes laid out anew; bodies of loops stay as they are. */
export async function arranged(flow: Flow, layOut: LayOut): Promise<Flow> {
  const { nodes, edges } = drawingOf(flow, () => ({}));
  return moveNodes(flow, await layOut(nodes, edges));
}

/**
 * The flow with a place for every node, bodies of loops included, so that what is drawn can be saved.
 * Places that somebody chose stay. One that is drawn in groups has no places.
 */
export async function placed(flow: Flow, layOut: LayOut): Promise<Flow> {
  const here =
    flow.nodes.length > MOST_SINGLE || placesOf(flow) !== null ? flow : await arranged(flow, layOut);
  const nodes = await Promise.all(
    here.nodes.map(async (node): Promise<FlowNode> => {
      if (node.kind !== 'loop') return node;
      const body = await placed(node.body, layOut);
      return body === node.body ? node : { ...node, body };
    }),
  );
  return nodes.every((node, at) => node === here.nodes[at]) ? here : { ...here, nodes };
}
