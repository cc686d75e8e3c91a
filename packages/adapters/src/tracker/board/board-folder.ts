import {
  type BigIntStats,
  closeSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
} from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { diskFailure, systemCode, systemReason } from './disk-failure.ts';
import { type FileStamp, isSettled, sameStamp } from './file-stamp.ts';
import { malformed, type ParsedFile, parseItemFile } from './item-file.ts';

/** A file on the board as it was last read. The same object is given again while the file is unchanged. */
export interface BoardFile {
  readonly name: string;
  /** Where it is written: for a link within the folder, the file it leads to. */
  readonly path: string;
  readonly parsed: ParsedFile;
}

interface CachedFile extends BoardFile {
  readonly stamp: FileStamp | null;
  /** Kept until the stamp alone tells this version from the next; null from then on. */
  readonly unsettled: Buffer | null;
}

/** Larger files are no work items; reading them on every change would stall the poll. */
export const MAX_FILE_BYTES = 1024 * 1024;

const SLICE_MS = 10;
const BY_NAME = new Intl.Collator('en', { numeric: true });

/**
 * The board's folder, read as often as asked: unchanged files cost one `lstat` each. Those calls
 * are synchronous because ten thousand of them take a quarter of the time the asynchronous ones
 * do; the process gets its turn back every few milliseconds.
 */
export class BoardFolder {
  readonly #folder: string;
  readonly #states: readonly string[];
  #cache: ReadonlyMap<string, CachedFile> = new Map();
  #listed: readonly string[] = [];
  #sorted: readonly string[] = [];

  constructor(folder: string, states: readonly string[]) {
    this.#folder = folder;
    this.#states = states;
  }

  /** Every item file in the order of names, numbers counted. Rejects only when the folder cannot be read. */
  async read(): Promise<readonly BoardFile[]> {
    const before = this.#cache;
    const files = new Map<string, CachedFile>();
    let sliceStart = performance.now();
    for (const name of await this.#names()) {
      const file = this.#readOne(name, before.get(name));
      if (file) files.set(name, file);
      if (performance.now() - sliceStart < SLICE_MS) continue;
      await nextTurn();
      sliceStart = performance.now();
    }
    this.#cache = files;
    return [...files.values()];
  }

  async #names(): Promise<readonly string[]> {
    let listed: string[];
    try {
      listed = readdirSync(this.#folder).filter((name) => /\.md$/i.test(name) && !name.startsWith('.'));
    } catch (error) {
      if (systemCode(error) !== 'ENOENT') throw diskFailure(error, `read ${this.#folder}`);
      await makeFolder(this.#folder);
      listed = [];
    }
    const same =
      listed.length === this.#listed.length && listed.every((each, at) => each === this.#listed[at]);
    if (!same) this.#sorted = listed.toSorted((a, b) => BY_NAME.compare(a, b) || (a < b ? -1 : 1));
    this.#listed = listed;
    return this.#sorted;
  }

  /** Null: the file went away since the folder was listed. */
  #readOne(name: string, before: CachedFile | undefined): CachedFile | null {
    const path = join(this.#folder, name);
    const bad = (message: string): CachedFile => {
      // What the file was called when it could be read is a better guess than its name.
      const id = before?.parsed.kind === 'item' ? before.parsed.item.id : before?.parsed.id;
      return { name, path, stamp: null, unsettled: null, parsed: malformed(name, message, undefined, id) };
    };
    try {
      const stats = lstatSync(path, { bigint: true });
      const same = before?.stamp && sameStamp(before.stamp, stats);
      if (same && before.unsettled === null) return before;
      if (stats.isSymbolicLink()) return this.#readLink(name, path, bad);
      if (!stats.isFile()) return bad('This is not a file, so it cannot be a work item.');
      if (stats.size > MAX_FILE_BYTES) return bad(tooLarge(Number(stats.size)));
      const read = readWithStamp(path);
      const settled = isSettled(read.stats, Date.now());
      if (same && before.unsettled?.equals(read.bytes)) {
        return settled ? { ...before, unsettled: null } : before;
      }
      return this.#parse(name, path, read, settled);
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return null;
      return bad(`The file cannot be read: ${systemReason(error)}.`);
    }
  }

  /** A link is read every time: its own stamp says nothing about the file it leads to. */
  #readLink(name: string, path: string, bad: (message: string) => CachedFile): CachedFile {
    const target = resolveLink(path);
    if (target === null) return bad('This link leads nowhere.');
    if (!target.startsWith(realpathSync(this.#folder) + sep)) {
      return bad('This link leads out of the board folder, so it is neither read nor written.');
    }
    const stats = lstatSync(target, { bigint: true });
    if (!stats.isFile()) return bad('This is not a file, so it cannot be a work item.');
    if (stats.size > MAX_FILE_BYTES) return bad(tooLarge(Number(stats.size)));
    return { ...this.#parse(name, target, readWithStamp(target), false), stamp: null };
  }

  #parse(name: string, path: string, { bytes, stats }: StampedBytes, settled: boolean): CachedFile {
    const changedAt = Number(stats.mtimeNs / 1_000_000n);
    const bornAt = Number(stats.birthtimeNs / 1_000_000n);
    const source = { name, bytes, changedAt, bornAt: bornAt > 0 ? Math.min(bornAt, changedAt) : changedAt };
    const parsed = parseItemFile(source, this.#states);
    return { name, path, stamp: stats, unsettled: settled ? null : bytes, parsed };
  }
}

export interface StampedBytes {
  readonly bytes: Buffer;
  readonly stats: BigIntStats;
}

/** The stamp is taken before the bytes: a change in between makes the stamp old, never the bytes. */
function readWithStamp(path: string): StampedBytes {
  const file = openSync(path, 'r');
  try {
    return readOpenFile(file);
  } finally {
    closeSync(file);
  }
}

/** Reads from the start, wherever an earlier read ended. */
export function readOpenFile(file: number): StampedBytes {
  const stats = fstatSync(file, { bigint: true });
  const chunks: Buffer[] = [];
  for (let position = 0; ; ) {
    const chunk = Buffer.allocUnsafe(Math.max(Number(stats.size) - position, 512));
    const length = readSync(file, chunk, 0, chunk.length, position);
    if (length === 0)
      return { stats, bytes: chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks) };
    chunks.push(chunk.subarray(0, length));
    position += length;
  }
}

/** Not Node's `recursive`: that reports a read-only disk as a missing folder. */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    const code = systemCode(error);
    if (code === 'EEXIST') return; // what is there instead of a folder is told by reading it
    if (code !== 'ENOENT' || dirname(folder) === folder)
      throw diskFailure(error, `make its folder ${folder}`);
    await makeFolder(dirname(folder));
    await makeFolder(folder);
  }
}

function resolveLink(path: string): string | null {
  try {
    return realpathSync(path);
  } catch (error) {
    if (systemCode(error) === 'ENOENT' || systemCode(error) === 'ELOOP') return null;
    throw error;
  }
}

export const tooLarge = (bytes: number): string =>
  `The file has ${(bytes / 1024 / 1024).toFixed(1)} MB; a work item may have at most 1 MB.`;
