import { join } from 'node:path';
import { namesIn, textOf, unlinkIfThere, writeWhole } from '../worktree/disk.ts';

/**
 * What Symphony knows of a workspace. It is kept with the repository and not in the workspace or
 * beside it: what is in there is an agent's and may be anything, and several repositories may share
 * one root. A folder without a record is somebody else's.
 */
export interface FolderRecord {
  readonly key: string;
  /** Canonical. */
  readonly path: string;
  readonly item: string;
  readonly identifier: string;
  /** What was checked out when it was first played in; empty where it is no checkout. */
  readonly baseCommit: string;
  /** Made by us; false: it was there, and is played in. */
  readonly made: boolean;
}

const ENDING = '.json';

/** One file for each workspace, in a folder of its own. */
export class FolderBook {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async all(): Promise<FolderRecord[]> {
    const names = (await namesIn(this.#folder)).filter((name) => name.endsWith(ENDING));
    const read = await Promise.all(names.map((name) => this.of(name.slice(0, -ENDING.length))));
    return read.filter((each) => each !== null);
  }

  async of(key: string): Promise<FolderRecord | null> {
    const text = await textOf(this.#file(key));
    return text === null ? null : parse(text, key);
  }

  write(record: FolderRecord): Promise<void> {
    return writeWhole(this.#file(record.key), `${JSON.stringify(record, null, 2)}\n`);
  }

  /** Only where it tells of this path: another root may have the same key by now. */
  async forget({ key, path }: Pick<FolderRecord, 'key' | 'path'>): Promise<void> {
    if ((await this.of(key))?.path === path) await unlinkIfThere(this.#file(key));
  }

  #file = (key: string): string => join(this.#folder, `${key}${ENDING}`);
}

/** Null for what is not ours or damaged: the folder is then nobody's to touch. */
export function parse(text: string, key: string): FolderRecord | null {
  let read: Partial<FolderRecord> | null;
  try {
    read = JSON.parse(text) as Partial<FolderRecord> | null;
  } catch {
    return null;
  }
  if (read?.key !== key || typeof read.path !== 'string' || typeof read.item !== 'string') return null;
  const { path, item, identifier, baseCommit, made } = read;
  return {
    key,
    path,
    item,
    identifier: typeof identifier === 'string' ? identifier : key,
    baseCommit: typeof baseCommit === 'string' ? baseCommit : '',
    made: made === true,
  };
}
