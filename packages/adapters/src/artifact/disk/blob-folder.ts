import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { opendir, readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';

/**
 * Where contents are: `blobs/ab/cdef…` by address, and `unfinished/` for those being written. A file
 * below `blobs` is always whole: it gets there by being renamed.
 */
export class BlobFolder {
  readonly #blobs: string;
  readonly #unfinished: string;
  readonly #host = hostname().replaceAll(/[^\w-]/g, '_');

  constructor(folder: string) {
    this.#blobs = join(folder, 'blobs');
    this.#unfinished = join(folder, 'unfinished');
    for (const each of [this.#blobs, this.#unfinished]) mkdirSync(each, { recursive: true });
  }

  pathOf(hash: string): string {
    return join(this.#blobs, hash.slice(0, 2), hash.slice(2));
  }

  sizeOf(hash: string): number | null {
    return statSync(this.pathOf(hash), { throwIfNoEntry: false })?.size ?? null;
  }

  /** A file of one's own to write to. Its name tells whose it is, so that only the dead's are swept. */
  freshPath(): string {
    return join(this.#unfinished, `${this.#host}~${process.pid}~${randomUUID()}`);
  }

  /** Replaces what may be there already: the same content, or a damaged copy of it. */
  place(unfinished: string, hash: string, durable: boolean): void {
    const path = this.pathOf(hash);
    mkdirSync(dirname(path), { recursive: true });
    renameSync(unfinished, path);
    if (!durable) return;
    for (const folder of [dirname(path), this.#blobs]) {
      const fd = openSync(folder, 'r');
      fsyncSync(fd);
      closeSync(fd);
    }
  }

  remove(hash: string): void {
    rmSync(this.pathOf(hash), { force: true });
  }

  /** Every address there is a file for. */
  async *addresses(): AsyncGenerator<string> {
    for await (const fan of await opendir(this.#blobs)) {
      if (!/^[0-9a-f]{2}$/.test(fan.name)) continue;
      for (const name of await readdir(join(this.#blobs, fan.name)))
        if (/^[0-9a-f]{62}$/.test(name)) yield fan.name + name;
    }
  }

  /** Takes away what processes that are gone left half written; returns how many bytes that were. */
  async sweep(now: number): Promise<{ readonly removed: number; readonly bytes: number }> {
    let removed = 0;
    let bytes = 0;
    for (const name of await readdir(this.#unfinished)) {
      const path = join(this.#unfinished, name);
      const found = await stat(path).catch(ifGone);
      if (!found || !this.#isLeft(name, now - found.mtimeMs)) continue;
      await rm(path, { force: true });
      removed += 1;
      bytes += found.size;
    }
    return { removed, bytes };
  }

  #isLeft(name: string, ageMs: number): boolean {
    const [host, pid] = name.split('~');
    // Another machine's (or container's) processes cannot be seen from here.
    return host === this.#host ? !isAlive(Number(pid)) : ageMs > FOREIGN_AGE_MS;
  }
}

const FOREIGN_AGE_MS = 24 * 60 * 60 * 1_000;

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** Another process finished or swept it meanwhile. */
function ifGone(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
