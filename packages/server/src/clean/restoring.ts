import { failureOf, type Instant, PortError, type Thing, type TrashEntry } from '@symphony/domain';
import { sourceOf } from './carry-out.ts';
import type { Sources } from './sources.ts';

export interface Restored {
  readonly back: readonly { readonly id: string; readonly label: string }[];
  readonly left: readonly { readonly id: string; readonly label: string; readonly reason: string }[];
}

/**
 * Brings back what was removed or archived: by the name of the thing, of its place in the trash, or
 * of a whole cleaning; `last` is the last cleaning that removed something. Being wanted counts as a
 * use, so that the next cleaning leaves it alone.
 */
export async function restore(
  what: string,
  sources: Sources,
  things: ReadonlyMap<string, Thing>,
  now: Instant,
): Promise<Restored> {
  const entries = await sources.trash.entries();
  const batch = what === 'last' ? entries.at(-1)?.batch : what;
  const chosen = entries.filter((entry) => isMeant(entry, what) || entry.batch === batch);
  const back: Restored['back'][number][] = [];
  const left: Restored['left'][number][] = [];
  // A name that was removed twice: the last one is meant.
  for (const entry of lastOfEach(chosen)) {
    const { thing: id, label } = entry;
    try {
      await sources.uses.note(id, now);
      await sourceOf(sources, entry.kind).restore(entry);
      back.push({ id, label });
    } catch (error) {
      left.push({ id, label, reason: failureOf(error).message });
    }
  }
  if (chosen.length > 0) return { back, left };
  const cold = [...things.values()].find(
    ({ id, label, kind, tier }) => kind !== 'archive' && tier !== 'hot' && (id === what || label === what),
  );
  if (cold === undefined) throw unknown(what, entries.length);
  await sources.uses.note(cold.id, now);
  await sourceOf(sources, cold.kind).archive?.(cold, 'hot');
  return { back: [{ id: cold.id, label: cold.label }], left: [] };
}

const isMeant = ({ id, thing, label }: TrashEntry, what: string): boolean =>
  [id, thing, label].includes(what);

const lastOfEach = (entries: readonly TrashEntry[]): TrashEntry[] => [
  ...new Map(entries.map((entry) => [entry.thing, entry])).values(),
];

const unknown = (what: string, count: number): PortError =>
  new PortError({
    code: 'missing',
    message: count === 0 ? 'The trash is empty.' : `Nothing in the trash or the archive is called ${what}.`,
    nextStep: '`symphony clean --trash` shows what can be restored.',
  });
