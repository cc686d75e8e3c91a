import { findItem } from '../../live/board-atoms.ts';

/** What a person calls an item; its id when it is on the board no more. */
export const itemName = (id: string): string => findItem(id)?.identifier ?? id;
