import type { BoardRest, Entry, ItemView } from '@symphony/domain';

/**
 * Another text each time something of a mission is seen to have moved on the board: its own entry, a
 * collision, or the state of one of its items. Words of agents and money do not count: those are read from
 * the board itself.
 */
export function missionMark(
  id: string,
  rest: Pick<BoardRest, 'missions' | 'collisions' | 'inbox'>,
  items: Iterable<Pick<ItemView, 'id' | 'identifier' | 'mission' | 'state' | 'outcome' | 'attempt'>>,
): string {
  const entry = rest.missions.find((each) => each.id === id);
  const mine: string[] = [];
  const states: string[] = [];
  for (const { id: item, identifier, mission, state, outcome, attempt } of items) {
    if (mission !== id) continue;
    mine.push(item, identifier);
    states.push(`${item} ${state} ${outcome} ${attempt}`);
  }
  const known = new Set(mine);
  const { spend: _, ...moved } = entry ?? { spend: null };
  return JSON.stringify([
    moved,
    rest.collisions.filter(({ a, b }) => known.has(a) || known.has(b)),
    rest.inbox.filter(({ item }) => item === id).map(({ question }) => question.id),
    states,
  ]);
}

/** What changes a mission without being seen on the board: how it is understood, what is handed on, who may work where. */
export const QUIET_NEWS = [
  'tool-reported',
  'understanding-changed',
  'scope-judged',
  'deviation-decided',
] as const;

/** The entry that last changed something so; 0 before the first. How far an agent is says nothing of the mission. */
export const lastQuietNews = (entries: readonly Entry[]): number =>
  entries.findLast(({ event }) => event.type !== 'tool-reported' || event.report.kind !== 'progress')?.seq ??
  0;
