import type { ConductorState } from '@symphony/conductor';
import { normaliseName } from '@symphony/domain';
import { RequestError } from '@symphony/protocol';

/** By id, or by identifier in any case. */
export function findItem(items: ConductorState['items'], id: string): string | null {
  if (items.has(id)) return id;
  const wanted = normaliseName(id);
  for (const [key, item] of items) if (normaliseName(item.tracked.identifier) === wanted) return key;
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
