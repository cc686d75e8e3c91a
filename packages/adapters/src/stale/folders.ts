import { type ChamberPort, PortError, type StaleSource, type Thing, type TrashEntry } from '@symphony/domain';
import type { FolderRecord, FolderStore } from '../chamber/folder/index.ts';
import { type ChamberStanding, chamberThings } from './chamber-things.ts';
import { lookAt, removeAll } from './disk.ts';
import type { Trash } from './trash.ts';

/** What cleaning needs of workspaces that hooks fill. */
export interface FolderDoor extends Pick<ChamberPort, 'list'> {
  reasonToStay(key: string): Promise<string | null>;
  moveOut(key: string, store: FolderStore): Promise<void>;
  settle(record: FolderRecord, take: (from: string) => Promise<void>): Promise<void>;
  moveBack(record: FolderRecord, put: (path: string) => Promise<void>): Promise<void>;
}

export interface FolderShelfOptions extends ChamberStanding {
  readonly folders: FolderDoor;
  readonly trash: Trash;
}

/**
 * Workspaces of finished items whose work is elsewhere. They are no part of this repository, so
 * nothing could make them again: the folder itself waits in the trash, with everything in it.
 */
export class FolderShelf implements StaleSource {
  readonly kind = 'chamber';
  readonly #options: FolderShelfOptions;

  constructor(options: FolderShelfOptions) {
    this.#options = options;
  }

  /** Killed on the way out: gone on with. Killed before: nothing happened. */
  async recover(): Promise<void> {
    const { trash, folders } = this.#options;
    for (const entry of await trash.entries(this.kind)) {
      const record = recordIn(entry);
      if (record === null) continue; // of a worktree
      const payload = trash.payload(entry);
      await folders.settle(record, async (from) =>
        (await lookAt(payload)) === null ? trash.take(entry, from) : removeAll(from),
      );
      if ((await lookAt(payload)) === null) await trash.drop(entry);
    }
  }

  list(): Promise<readonly Thing[]> {
    const { folders } = this.#options;
    return chamberThings(folders, this.#options, ({ key }) => folders.reasonToStay(key));
  }

  async remove(thing: Thing, because: Parameters<StaleSource['remove']>[1]): Promise<TrashEntry> {
    const { folders, trash } = this.#options;
    const reason = await folders.reasonToStay(thing.label);
    if (reason !== null)
      throw new PortError({ code: 'refused', message: `The workspace ${thing.label} stays: ${reason}.` });
    const { size } = thing;
    let removed: TrashEntry | undefined;
    await folders.moveOut(thing.label, async (record) => {
      removed = await begin(trash, record, { ...because, size });
      return placeOf(trash, removed);
    });
    if (removed === undefined) throw new Error(`${thing.label} was moved without a manifest.`);
    return removed;
  }

  async restore(entry: TrashEntry): Promise<void> {
    const { folders, trash } = this.#options;
    const record = recordIn(entry);
    if (record === null)
      throw new PortError({
        code: 'refused',
        message: `${entry.label} was a worktree, and workspaces are folders that a hook fills now.`,
        nextStep: 'Restore it with the configuration it was made with.',
      });
    await folders.moveBack(record, (path) => trash.giveBack(entry, path));
  }

  purge(entry: TrashEntry): Promise<void> {
    return this.#options.trash.drop(entry);
  }
}

/** For a person who removes one by force: it waits in the trash like what was cleaned. */
export const folderTrash =
  (trash: Trash, now: () => number): FolderStore =>
  async (record) => {
    const at = now();
    const size = (await lookAt(record.path))?.size ?? 0;
    const because = { at, batch: `remove-${at.toString(36)}`, reason: 'removed by hand', size };
    return placeOf(trash, await begin(trash, record, because));
  };

const placeOf = (trash: Trash, entry: TrashEntry): Awaited<ReturnType<FolderStore>> => ({
  where: trash.payload(entry),
  take: (from) => trash.take(entry, from),
});

function begin(
  trash: Trash,
  record: FolderRecord,
  { size, ...because }: Parameters<StaleSource['remove']>[1] & { readonly size: number },
): Promise<TrashEntry> {
  const thing = { id: `chamber:${record.key}`, kind: 'chamber', label: record.key, size } as const;
  return trash.begin(thing, because, { facts: { folder: JSON.stringify(record) }, needs: [] });
}

const recordIn = ({ facts }: TrashEntry): FolderRecord | null =>
  facts.folder === undefined ? null : (JSON.parse(facts.folder) as FolderRecord);
