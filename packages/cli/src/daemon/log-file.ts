import {
  chmodSync,
  closeSync,
  copyFileSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** What a daemon says, in `.symphony/run/daemon.log`; what was said before it grew too large is in `daemon.log.1`. */
export const LOG_FILE = join('.symphony', 'run', 'daemon.log');

const LARGEST = 5 * 1024 * 1024;
const LOOK_EVERY_MS = 60_000;
/** Enough for the last lines, however long they are. */
const TAIL_BYTES = 64 * 1024;

/** Opened for a daemon to write to. `from` is where its own words begin. */
export function openLog(root: string): {
  readonly file: number;
  readonly path: string;
  readonly from: number;
} {
  const path = join(root, LOG_FILE);
  mkdirSync(dirname(path), { recursive: true });
  turnOver(path);
  // Appending always: the file may be emptied while the daemon writes to it.
  const file = openSync(path, 'a', 0o600);
  return { file, path, from: fstatSync(file).size };
}

/**
 * Moves a log that is too large aside. It is copied and emptied, not renamed: the daemon and what it
 * started go on writing to the file they were given.
 */
export function turnOver(path: string, largest = LARGEST): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= largest) return;
  copyFileSync(path, `${path}.1`);
  chmodSync(`${path}.1`, 0o600);
  truncateSync(path, 0);
}

/** Keeps the log small for as long as this process writes to it. Does nothing when it writes elsewhere. */
export function keepLogSmall(root: string): () => void {
  const path = join(root, LOG_FILE);
  const log = statSync(path, { throwIfNoEntry: false });
  const own = fstatSync(1);
  if (log === undefined || log.ino !== own.ino || log.dev !== own.dev) return () => undefined;
  const timer = setInterval(() => turnOver(path), LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** The last lines from this byte on. */
export function lastLines(path: string, from: number, count: number): string[] {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const start = Math.max(Math.min(from, size), size - TAIL_BYTES);
    const bytes = Buffer.alloc(size - start);
    const read = readSync(file, bytes, 0, bytes.length, start);
    const lines = bytes.subarray(0, read).toString('utf8').split('\n');
    return lines.filter((line) => line.trim() !== '').slice(-count);
  } finally {
    closeSync(file);
  }
}
