import { randomUUID } from 'node:crypto';
import { closeSync, linkSync, lstatSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { copyFile, constants as modes, open } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { PortError } from '@symphony/domain';
import { makeFolder, readOpenFile, type StampedBytes } from './board-folder.ts';
import { diskFailure, systemCode } from './disk-failure.ts';
import { sameStamp } from './file-stamp.ts';

const TEMPORARY = /^\.symphony-.*\.tmp$/;
const LEFTOVER_AFTER_MS = 60 * 60 * 1000;
const MAX_REDOS = 50;
const SAVING_MS = 20;

/**
 * Writes whole files or nothing: a temporary file beside the target is flushed to the disk and then
 * takes the target's place in one step. Readers see the old text or the new one, a crash leaves one
 * of both, and a failed write leaves the old one and no temporary file.
 */
export class SafeWriter {
  readonly #folder: string;
  readonly #turns = new Map<string, Promise<unknown>>();
  #swept = false;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Makes a file that must not be there yet; false when somebody was faster. */
  async create(path: string, bytes: Buffer): Promise<boolean> {
    await makeFolder(this.#folder);
    try {
      const temporary = await this.#writeTemporary(bytes, 0o666);
      try {
        await claimName(temporary, path);
      } finally {
        rmSync(temporary, { force: true });
      }
      await flushFolder(dirname(path));
      return true;
    } catch (error) {
      if (systemCode(error) === 'EEXIST') return false;
      throw diskFailure(error, `write ${path}`);
    }
  }

  /**
   * Changes a file. `change` gets what is there and answers what should be, or the same bytes for
   * no change. When a person saves the file meanwhile, `change` is asked again with their version.
   */
  async replace(path: string, change: (bytes: Buffer) => Buffer): Promise<void> {
    const before = this.#turns.get(path) ?? Promise.resolve();
    const turn = before.then(
      () => this.#replace(path, change),
      () => this.#replace(path, change),
    );
    this.#turns.set(path, turn);
    try {
      await turn;
    } catch (error) {
      if (systemCode(error) !== 'ENOENT') throw diskFailure(error, `write ${path}`);
      const message = `${path} was removed while it was being changed.`;
      throw new PortError({ code: 'missing', message }, error);
    } finally {
      if (this.#turns.get(path) === turn) this.#turns.delete(path);
    }
  }

  async #replace(path: string, change: (bytes: Buffer) => Buffer): Promise<void> {
    let late: LateEdit | null = null;
    for (let redo = 0; redo < MAX_REDOS; redo++) {
      const file = openSync(path, 'r');
      try {
        const before = readOpenFile(file);
        const source: Buffer | null = late ? withLateEdit(before.bytes, late) : before.bytes;
        if (source === null) throw await this.#keptBeside(path, late?.theirs ?? before.bytes);
        const after = change(source);
        if (after.equals(before.bytes)) return;
        if (!(await this.#putInPlace(path, file, before, after))) continue;
        await pause(SAVING_MS);
        const theirs = await readSettled(file, before.bytes);
        if (theirs.equals(before.bytes)) return;
        late = { read: before.bytes, theirs, ours: after, alone: source === before.bytes };
      } finally {
        closeSync(file);
      }
    }
    if (late) throw await this.#keptBeside(path, late.theirs);
    throw new PortError({
      code: 'conflict',
      message: `${path} is being changed by another program all the time.`,
      nextStep: 'Try again when it is done.',
    });
  }

  /** Two saves that cannot be brought together: one stays in place, the other is kept under a name. */
  async #keptBeside(path: string, theirs: Buffer): Promise<PortError> {
    const kept = join(dirname(path), `.${basename(path)}.${Date.now()}.late`);
    const temporary = await this.#writeTemporary(theirs, 0o666);
    renameSync(temporary, kept);
    return new PortError({
      code: 'conflict',
      message: `${path} was saved twice at once by another program; the save that came late is kept as ${kept}.`,
      nextStep: 'Bring over what is missing from it, then remove it.',
    });
  }

  /** False when the file is no longer what was read: nothing was written then. */
  async #putInPlace(path: string, file: number, before: StampedBytes, after: Buffer): Promise<boolean> {
    const temporary = await this.#writeTemporary(after, Number(before.stats.mode) & 0o777);
    try {
      // No await from here to the rename: nothing of ours can come in between, and what is left for
      // others is a few microseconds.
      const same = readOpenFile(file).bytes.equals(before.bytes);
      if (!same || !sameStamp(lstatSync(path, { bigint: true }), before.stats)) return false;
      renameSync(temporary, path);
      await flushFolder(dirname(path));
      return true;
    } finally {
      rmSync(temporary, { force: true });
    }
  }

  async #writeTemporary(bytes: Buffer, mode: number): Promise<string> {
    this.#sweep();
    const path = join(this.#folder, `.symphony-${process.pid}-${randomUUID()}.tmp`);
    try {
      const file = await open(path, 'wx', mode);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      return path;
    } catch (error) {
      rmSync(path, { force: true });
      throw error;
    }
  }

  /** A process that was killed while writing leaves its temporary file behind. */
  #sweep(): void {
    if (this.#swept) return;
    this.#swept = true;
    for (const name of readdirSync(this.#folder)) {
      if (!TEMPORARY.test(name)) continue;
      const path = join(this.#folder, name);
      const stats = lstatSync(path, { throwIfNoEntry: false });
      if (stats && Date.now() - stats.mtimeMs > LEFTOVER_AFTER_MS) rmSync(path, { force: true });
    }
  }
}

/**
 * A program that had the file open when it was replaced writes into the old one, which nobody can
 * see any more. It is still open here, so what came late is found and the change is made on it again.
 */
interface LateEdit {
  /** What the replaced file held when it was read. */
  readonly read: Buffer;
  readonly theirs: Buffer;
  readonly ours: Buffer;
  /** `ours` was made from `read` and nothing else, so redoing the change on `theirs` loses nothing. */
  readonly alone: boolean;
}

/** What is in place now together with what came late; null when they cannot be brought together. */
function withLateEdit(now: Buffer, late: LateEdit): Buffer | null {
  const appended = late.theirs.subarray(0, late.read.length).equals(late.read);
  if (appended) return Buffer.concat([now, late.theirs.subarray(late.read.length)]);
  return late.alone && now.equals(late.ours) ? late.theirs : null;
}

/** What the file holds once it stops changing; a program that saves in place empties it first. */
async function readSettled(file: number, known: Buffer): Promise<Buffer> {
  let last = known;
  for (let round = 0; round < MAX_REDOS; round++) {
    const now = readOpenFile(file).bytes;
    if (now.equals(last)) return now;
    last = now;
    await pause(SAVING_MS);
  }
  return last;
}

/** A hard link takes the name only if it is free, and with its whole content at once. */
async function claimName(temporary: string, path: string): Promise<void> {
  try {
    linkSync(temporary, path);
  } catch (error) {
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(systemCode(error) ?? '')) throw error;
    // A file system without hard links (exFAT, say): still exclusive, only not at once.
    await copyFile(temporary, path, modes.COPYFILE_EXCL);
  }
}

/** The name itself survives a power cut only when the folder is flushed; Windows has no such call. */
async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
