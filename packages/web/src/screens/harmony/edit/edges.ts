import type { FlowEdge } from '@symphony/domain';

/** What an edge is called on the canvas. No node can be called so: ids have no spaces. */
export function edgeKeys(edges: readonly FlowEdge[]): readonly string[] {
  const seen = new Map<string, number>();
  return edges.map((edge) => {
    const ports = edge.kind === 'data' ? ` ${edge.fromPort} ${edge.toPort}` : '';
    const key = `edge ${edge.kind} ${edge.from} ${edge.to}${ports}`;
    const count = seen.get(key) ?? 0;
    seen.set(key, count + 1);
    return count === 0 ? key : `${key} ${count}`;
  });
}
