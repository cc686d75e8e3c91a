import { useEffect, useState } from 'react';
import type { GraphEdge, GraphNode, Places } from './graph.ts';
import { layOut } from './lay-out.ts';
import { heightOf } from './node-box.ts';

/**
 * Places for a graph that brings none. They are made anew only when its shape changes, and the former
 * ones stay until then: a graph whose nodes change colour does not jump. Null while the first are made.
 */
export function usePlaces(
  nodes: readonly GraphNode[],
  edges: readonly GraphEdge[],
  given: Places | undefined,
): Places | null {
  const [made, setMade] = useState<Places | null>(null);
  const shape = given ? null : shapeOf(nodes, edges);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shape` stands for the nodes and edges.
  useEffect(() => {
    if (shape === null) return;
    let over = false;
    layOut(nodes, edges).then(
      (places) => {
        if (!over) setMade(places);
      },
      (error: unknown) => console.error('The graph could not be laid out.', error),
    );
    return () => {
      over = true;
    };
  }, [shape]);
  return given ?? made;
}

const shapeOf = (nodes: readonly GraphNode[], edges: readonly GraphEdge[]): string =>
  `${nodes.map((node) => `${node.id} ${heightOf(node)}`).join('\n')}\n\n${edges.map(({ from, to }) => `${from} ${to}`).join('\n')}`;
