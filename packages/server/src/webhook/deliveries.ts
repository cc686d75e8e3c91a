import { readFileSync, writeFileSync } from 'node:fs';

/** More than a tracker has under way at once, and little enough to keep in memory and in one small file. */
const REMEMBERED = 4_096;

/**
 * Deliveries that were heard, so that one that comes again does nothing. Written down when Symphony stops; what a
 * crash forgets costs one more look at the tracker, and no command is obeyed twice: those are in the log.
 */
export class Deliveries {
  readonly #file: string | null;
  readonly #known: Set<string>;

  /** Null: they are kept in memory only. */
  constructor(file: string | null) {
    this.#file = file;
    this.#known = new Set(file === null ? [] : readNames(file));
  }

  has(delivery: string): boolean {
    return this.#known.has(delivery);
  }

  add(delivery: string): void {
    this.#known.add(delivery);
    for (const oldest of this.#known) {
      if (this.#known.size <= REMEMBERED) return;
      this.#known.delete(oldest);
    }
  }

  /** Throws when it cannot be written. */
  save(): void {
    if (this.#file !== null && this.#known.size > 0)
      writeFileSync(this.#file, JSON.stringify([...this.#known]), { mode: 0o600 });
  }
}

/** A file that is not there or not ours to read is none: nothing but a hint hangs on it. */
function readNames(file: string): readonly string[] {
  try {
    const names: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return Array.isArray(names) ? names.filter((each) => typeof each === 'string').slice(-REMEMBERED) : [];
  } catch {
    return [];
  }
}
