import { emptyState, fold, takeSnapshot } from '../../src/index.ts';
import type { World } from '../world.ts';

/** Whether the log alone leads to the same state. */
export function replayed(world: World): boolean {
  const again = emptyState();
  for (const entry of world.log) fold(again, entry);
  return takeSnapshot(again).state === takeSnapshot(world.state).state;
}
