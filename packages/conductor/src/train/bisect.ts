import type { ItemId } from '@symphony/domain';
import type { TrainState } from '../state.ts';

/** A batch that failed is tried in two parts: one bad branch among n is found in about log2 n attempts. */
export function halves(items: readonly ItemId[]): readonly (readonly ItemId[])[] {
  const middle = Math.ceil(items.length / 2);
  return [items.slice(0, middle), items.slice(middle)].filter((part) => part.length > 0);
}

/**
 * What to try next: parts of a failed batch before anything new, and together only what is merged into
 * the same branch. Null when nothing waits.
 */
export function nextBatch(
  train: TrainState,
  batchSize: number,
  targetOf: (item: ItemId) => string,
): readonly ItemId[] | null {
  const segment = train.segments[0];
  if (segment) return segment;
  const first = train.queue[0];
  if (first === undefined) return null;
  const target = targetOf(first);
  return train.queue.filter((item) => targetOf(item) === target).slice(0, Math.max(1, batchSize));
}
