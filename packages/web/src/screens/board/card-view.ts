import type { Collision, ItemId, ItemView } from '@symphony/domain';
import { type Tone, toneOf, whereabouts } from '@symphony/protocol/words';
import { type Atom, atom } from 'jotai';
import { columnsAtom, findItem, itemAtom, restAtom } from '../../live/board-atoms.ts';

/** Counted down by the card itself, so nothing here depends on the time. */
const ANY_TIME = Number.POSITIVE_INFINITY;

/** Where it is, in words that change only when they read differently: a card is not drawn for every frame. */
export const whereAtom = (id: ItemId): Atom<string> =>
  atom((get) => {
    const item = get(itemAtom(id));
    const rest = get(restAtom);
    return item && rest ? whereabouts(item, { ...rest, at: ANY_TIME }) : '';
  });

/** What an item that asks is not troubled by: it only waits for a word. */
export const toneFor = (item: ItemView, where: string): Tone =>
  where === 'asks you' || where === 'to approve' ? 'warn' : toneOf(item);

/** The items it waits for that the board knows and that are not done, joined. */
export const blockersAtom = (id: ItemId): Atom<string> =>
  atom((get) => {
    const item = get(itemAtom(id));
    if (!item || item.blockedBy.length === 0 || item.state !== 'open') return '';
    get(columnsAtom); // whatever is done has changed its column
    return openBlockers(item.blockedBy, findItem).join(', ');
  });

export const openBlockers = (
  names: readonly string[],
  find: (name: string) => Pick<ItemView, 'state' | 'outcome'> | null,
): readonly string[] =>
  names.filter((name) => {
    const blocker = find(name);
    return blocker !== null && !(blocker.state === 'open' && blocker.outcome !== 'none');
  });

/** The title of the mission it is a part of; its name while that is not known. */
export const missionAtom = (id: ItemId): Atom<string> =>
  atom((get) => {
    const mission = get(itemAtom(id))?.mission ?? null;
    if (mission === null) return '';
    return get(restAtom)?.missions.find((each) => each.id === mission)?.title ?? mission;
  });

/** Who touches the same files, in words that change only when they read differently. */
export const collisionAtom = (id: ItemId): Atom<string> =>
  atom((get) => collisionNote(get(itemAtom(id))?.identifier ?? id, get(restAtom)?.collisions ?? []));

export function collisionNote(identifier: string, collisions: readonly Collision[]): string {
  const others = (sure: boolean): readonly string[] =>
    collisions
      .filter((each) => each.sure === sure && (each.a === identifier || each.b === identifier))
      .map(({ a, b }) => (a === identifier ? b : a));
  const [sure, near] = [others(true), others(false)];
  if (sure.length > 0) return `conflicts with ${sure.join(', ')}`;
  return near.length > 0 ? `near ${near.join(', ')}` : '';
}
