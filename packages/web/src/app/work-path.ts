import { restAtom, store } from '../live/board-atoms.ts';
import { itemPath, missionPath } from './places.ts';

/** Where what the train carries is looked at: an item, or a mission that is merged as a whole. */
export const workPath = (name: string): string =>
  store.get(restAtom)?.missions.some(({ id }) => id === name) ? missionPath(name) : itemPath(name);
