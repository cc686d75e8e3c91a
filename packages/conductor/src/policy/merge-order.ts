import { type Collision, graphOf, type ItemId, topologicalOrder } from '@symphony/domain';

/** In the order the radar's arbitration found, as far as it says one; the rest as they come (M10). */
export function mergeOrder(items: readonly ItemId[], collisions: Iterable<Collision>): readonly ItemId[] {
  const known = new Set(items);
  const edges: [string, string][] = [];
  for (const { a, b, first } of collisions) {
    if (!known.has(a) || !known.has(b)) continue;
    edges.push(first === a ? [b, a] : [a, b]);
  }
  if (edges.length === 0) return items;
  const ordered = topologicalOrder(graphOf(items, edges));
  // Rulings may contradict each other in a ring: whoever is in one goes as it comes.
  return [...ordered, ...items.filter((item) => !ordered.includes(item))];
}
