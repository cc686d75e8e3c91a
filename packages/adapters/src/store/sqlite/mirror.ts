import { closeSync, existsSync, fstatSync, ftruncateSync, openSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { EntryRow, EntryTable } from './entry-table.ts';
import { lastLine, startOf } from './line-file.ts';

const NAME = 'events.jsonl';
/** Lines are written together up to about this size: ten thousand at once would double what memory holds. */
const CHUNK = 256 * 1024;

/**
 * The log once more, as a text file for people and their tools: one line an entry. The database is
 * the truth; the mirror follows each commit, and a mirror that cannot be written stops nothing.
 *
 * States: `fd` set, it holds every entry; `fd` null, it is behind, `problem` says why (or it was
 * not opened yet), and the next `follow` brings it up to date, as opening does.
 */
export class Mirror {
  readonly #folder: string;
  readonly #entries: EntryTable;
  #fd: number | null = null;
  #problem: string | null = null;

  constructor(folder: string, entries: EntryTable) {
    this.#folder = folder;
    this.#entries = entries;
    this.follow([]);
  }

  problem(): string | null {
    return this.#problem;
  }

  /** Adds rows that were committed just now, or, when it is behind, everything it lacks. */
  follow(rows: readonly EntryRow[]): void {
    try {
      if (this.#fd === null) this.#fd = this.#caughtUp();
      else writeLines(this.#fd, (visit) => rows.forEach(visit));
      this.#problem = null;
    } catch (error) {
      this.close();
      const why = error instanceof Error ? error.message : String(error);
      this.#problem = `${join(this.#folder, NAME)} is behind the log: ${why}. It is tried again with the next entry.`;
    }
  }

  close(): void {
    if (this.#fd !== null) closeSync(this.#fd);
    this.#fd = null;
  }

  /** Cuts off what a killed process left half-written, adds what is missing, and keeps the file open. */
  #caughtUp(): number {
    const path = join(this.#folder, NAME);
    const last = opened(path, (fd) => this.#mirroredUntil(fd));
    if (last === null) this.#setAside(path);
    opened(path, (fd) => this.#addAfter(fd, last ?? 0));
    return openSync(path, 'a');
  }

  /**
   * The last entry the file holds, or null when it is not a mirror of this log. Its first and last
   * lines are compared, not all: a file that was edited in the middle is not noticed.
   */
  #mirroredUntil(fd: number): number | null {
    const last = lastLine(fd);
    if (last.end < fstatSync(fd).size) ftruncateSync(fd, last.end);
    if (last.end === 0) return 0;
    const seq = Number(/^\{"seq":(\d+),/.exec(last.text)?.[1]);
    const row = Number.isSafeInteger(seq) ? this.#entries.one(seq) : null;
    if (row === null || lineOf(row) !== last.text) return null;
    const opening = '{"seq":1,';
    return startOf(fd, opening.length) === opening ? seq : null;
  }

  /** A mirror of another log may be the last copy of it: it is renamed, never overwritten. */
  #setAside(path: string): void {
    let number = 1;
    const target = () => join(this.#folder, `events.set-aside-${number}.jsonl`);
    while (existsSync(target())) number += 1;
    renameSync(path, target());
  }

  #addAfter(fd: number, after: number): void {
    writeLines(fd, (visit) => this.#entries.each(after, this.#entries.lastSeq(), visit));
  }
}

/** Runs `use` on the file, made when it is missing; it is closed again whatever happens. */
function opened<T>(path: string, use: (fd: number) => T): T {
  const fd = openSync(path, 'a+');
  try {
    return use(fd);
  } finally {
    closeSync(fd);
  }
}

function writeLines(fd: number, each: (visit: (row: EntryRow) => void) => void): void {
  let waiting = '';
  each((row) => {
    waiting += `${lineOf(row)}\n`;
    if (waiting.length < CHUNK) return;
    write(fd, waiting);
    waiting = '';
  });
  if (waiting !== '') write(fd, waiting);
}

/** No event has a field named `seq` or `at`, so its own fields can follow on the same level. */
const lineOf = ([seq, at, body]: EntryRow): string =>
  `{"seq":${seq},"at":"${new Date(at).toISOString()}",${body.slice(1)}`;

/** One system call, more only when the system took a part. A line that is cut short is mended when catching up. */
function write(fd: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let written = 0; written < bytes.length; ) written += writeSync(fd, bytes, written);
}
