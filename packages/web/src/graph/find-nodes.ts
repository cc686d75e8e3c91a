import type { GraphNode } from './graph.ts';

const MOST = 12;

/** Nodes whose label, id or second line holds the words: those that begin with them first. */
export function findNodes(nodes: readonly GraphNode[], words: string): readonly GraphNode[] {
  const wanted = words.trim().toLowerCase();
  if (wanted === '') return nodes.slice(0, MOST);
  const beginning: GraphNode[] = [];
  const holding: GraphNode[] = [];
  for (const node of nodes) {
    const label = node.label.toLowerCase();
    const id = node.id.toLowerCase();
    if (label.startsWith(wanted) || id.startsWith(wanted)) beginning.push(node);
    else if (holding.length < MOST && `${label} ${id} ${node.sub?.toLowerCase() ?? ''}`.includes(wanted))
      holding.push(node);
    if (beginning.length === MOST) break;
  }
  return [...beginning, ...holding].slice(0, MOST);
}
