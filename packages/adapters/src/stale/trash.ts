import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Removing, Thing, ThingKind, TrashEntry } from '@symphony/domain';
import { DRAFT, lookAt, moveWhole, namesIn, removeAll, textOf, writeWhole } from './disk.ts';

/**
 * Removed things, each with a manifest that tells how to put it back. The manifest is written first
 * and taken away last: whatever was interrupted between is either not begun (the original is in
 * place) or can be finished.
 *
 *   .symphony/archive/trash/<entry>.json
 *                           <entry>.payload    what was moved here, where it is a file or a folder
 */
export class Trash {
  readonly #folder: string;

  constructor(archive: string) {
    this.#folder = join(archive, 'trash');
  }

  /** Oldest first. A manifest that cannot be read is none of ours, or damaged: it is left for a person. */
  async entries(kind?: ThingKind): Promise<TrashEntry[]> {
    const found: TrashEntry[] = [];
    for (const name of await namesIn(this.#folder)) {
      const entry = name.endsWith('.json') ? readEntry(await textOf(join(this.#folder, name))) : null;
      if (`${entry?.id}.json` === name && entry !== null && (kind === undefined || entry.kind === kind))
        found.push(entry);
    }
    return found;
  }

  async begin(
    thing: Pick<Thing, 'id' | 'kind' | 'label' | 'size'>,
    because: Removing,
    more: Pick<TrashEntry, 'facts' | 'needs'>,
  ): Promise<TrashEntry> {
    const entry: TrashEntry = {
      id: entryId(thing.id, because.at),
      thing: thing.id,
      kind: thing.kind,
      label: thing.label,
      size: thing.size,
      ...because,
      ...more,
    };
    await this.rewrite(entry);
    return entry;
  }

  rewrite(entry: TrashEntry): Promise<void> {
    return writeWhole(this.#manifest(entry), `${JSON.stringify(entry, null, 2)}\n`);
  }

  payload(entry: TrashEntry): string {
    return join(this.#folder, `${entry.id}.payload`);
  }

  #manifest(entry: TrashEntry): string {
    return join(this.#folder, `${entry.id}.json`);
  }

  /** What it takes on disk while it waits. */
  async bytes(entry: TrashEntry): Promise<number> {
    const found = await Promise.all([this.#manifest(entry), this.payload(entry)].map(lookAt));
    return found.reduce((sum, each) => sum + (each?.size ?? 0), 0);
  }

  async take(entry: TrashEntry, path: string): Promise<void> {
    await moveWhole(path, this.payload(entry));
  }

  async giveBack(entry: TrashEntry, path: string): Promise<void> {
    if ((await lookAt(this.payload(entry))) !== null) await moveWhole(this.payload(entry), path);
    await this.drop(entry);
  }

  /** The payload first: a manifest without one is finished by the next call, the other way round it would be lost room. */
  async drop(entry: TrashEntry): Promise<void> {
    await removeAll(this.payload(entry));
    await removeAll(`${this.payload(entry)}${DRAFT}`);
    await removeAll(this.#manifest(entry));
  }
}

/** Sorts by time. The same thing removed at the same moment is the same entry. */
const entryId = (thing: string, at: number): string =>
  `${at.toString(36).padStart(9, '0')}-${createHash('sha256').update(thing).digest('hex').slice(0, 8)}`;

function readEntry(text: string | null): TrashEntry | null {
  if (text === null) return null;
  try {
    const entry = JSON.parse(text) as Partial<TrashEntry> | null;
    const whole =
      typeof entry?.id === 'string' && typeof entry.thing === 'string' && typeof entry.at === 'number';
    return whole && typeof entry.facts === 'object' ? (entry as TrashEntry) : null;
  } catch {
    return null; // not written by us, or damaged
  }
}
