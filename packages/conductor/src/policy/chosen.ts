import type { ItemId, TrackedItem } from '@symphony/domain';

/** In place of an item's id: only what melodies ask for is played. No tracker gives such an id. */
export const ONLY_MELODIES = ' melodies ';
/** The same for what missions ask for. */
export const ONLY_MISSIONS = ' missions ';

/** Whether this conductor plays the item at all: it may have been started for one piece of work. */
export const isChosen = ({ id, fields }: TrackedItem, only: ItemId | null): boolean =>
  only === null ||
  (only === ONLY_MELODIES && typeof fields.melody === 'string') ||
  (only === ONLY_MISSIONS && typeof fields.mission === 'string') ||
  only === id;
