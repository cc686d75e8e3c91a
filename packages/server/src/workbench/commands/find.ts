import type { ConductorState } from '@symphony/conductor';
import { type MissionId, normaliseName } from '@symphony/domain';
import { RequestError } from '@symphony/protocol';

/** By id, or by identifier in any case. */
export function findItem(items: ConductorState['items'], id: string): string | null {
  if (items.has(id)) return id;
  const wanted = normaliseName(id);
  for (const [key, item] of items) if (normaliseName(item.tracked.identifier) === wanted) return key;
  return null;
}

/**
 * The mission of that name, in any case; null where there is none, or where an item is meant: what is
 * written exactly as one of the two is called goes before what differs in its case.
 */
export function findMission(
  { missions, items }: Pick<ConductorState, 'missions' | 'items'>,
  id: string,
): MissionId | null {
  if (items.has(id)) return null;
  if (missions.has(id)) return id;
  return findItem(items, id) === null ? missionNamed(missions, id) : null;
}

/** Where only a mission can be meant. */
export function missionNamed(missions: ConductorState['missions'], id: string): MissionId | null {
  if (missions.has(id)) return id;
  const wanted = normaliseName(id);
  for (const key of missions.keys()) if (normaliseName(key) === wanted) return key;
  return null;
}

/** By id, or by a beginning of it that only one run has. */
export function findRun(melodies: ConductorState['melodies'], id: string): string {
  if (melodies.has(id)) return id;
  const wanted = id.startsWith('melody-') ? id : `melody-${id}`;
  const found = [...melodies.keys()].filter((key) => key.startsWith(wanted));
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  throw new RequestError(
    'missing',
    found.length === 0 ? `There is no run ${id}.` : `${id} may be ${found.length} runs.`,
    '`symphony melody status` lists them.',
  );
}
