import type { ItemState } from '../state.ts';

/** A chamber may go when its work is merged or its item was called finished; safely, never by force (M2). */
export const mayRemoveChamber = (item: ItemState): boolean =>
  item.cleanup && item.chamber !== null && item.run === null && item.state === 'open';
