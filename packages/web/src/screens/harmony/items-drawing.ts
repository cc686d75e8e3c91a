import type { ItemView, NodeState } from '@symphony/domain';
import { type Around, groupOf, whereabouts } from '@symphony/protocol/words';
import type { GraphEdge, GraphNode } from '../../graph/graph.ts';
import { plainLine } from '../../ui/plain-text.ts';

/** Who waits for whom among the items. `all`: also those that have nothing to do with others. */
export function itemsDrawing(
  items: Iterable<ItemView>,
  around: Around,
  all: boolean,
): { readonly nodes: readonly GraphNode[]; readonly edges: readonly GraphEdge[] } {
  const list = [...items];
  const ids = new Map<string, string>();
  for (const item of list) ids.set(item.identifier, item.id).set(item.id, item.id);
  const edges = list.flatMap((item) =>
    [...new Set(item.blockedBy.flatMap((name) => ids.get(name) ?? []))].map(
      (from): GraphEdge => ({ id: `edge ${from} ${item.id}`, from, to: item.id, kind: 'control' }),
    ),
  );
  const linked = new Set(edges.flatMap(({ from, to }) => [from, to]));
  return {
    nodes: list.filter(({ id }) => all || linked.has(id)).map((item) => itemNode(item, around)),
    edges,
  };
}

const itemNode = (item: ItemView, around: Around): GraphNode => ({
  id: item.id,
  label: plainLine(`${item.identifier} ${item.title}`, 120),
  sub: plainLine(whereabouts(item, around), 80),
  kind: 'item',
  state: stateOf(item, around),
});

/** Items and nodes of a run share their signs: what is at work looks the same in both. */
function stateOf(item: ItemView, around: Around): NodeState {
  if (item.state === 'failed' || item.givenUp) return 'failed';
  switch (groupOf(item, around)) {
    case 'waiting':
      return item.state === 'queued' ? 'queued' : 'pending';
    case 'working':
    case 'merging':
      return 'running';
    case 'needs-you':
      return 'waiting';
    case 'done':
      return item.outcome === 'merged' ? 'completed' : 'skipped';
  }
}
