import { join } from 'node:path';
import { textOf, writeWhole } from './disk.ts';

interface Use {
  readonly at: number;
  readonly count: number;
}

/**
 * When things were brought back, by id. Files tell by their time when they were last written, not
 * that a person wanted one again; without this the next cleaning would take it away once more.
 */
export class Uses {
  readonly #file: string;

  constructor(archive: string) {
    this.#file = join(archive, 'uses.json');
  }

  async all(): Promise<ReadonlyMap<string, Use>> {
    const text = await textOf(this.#file);
    if (text === null) return new Map();
    try {
      return new Map(Object.entries(JSON.parse(text) as Record<string, Use>));
    } catch {
      return new Map(); // damaged: a use that is not known only makes a thing look older
    }
  }

  async note(thing: string, at: number): Promise<void> {
    const known = new Map(await this.all());
    known.set(thing, { at, count: (known.get(thing)?.count ?? 0) + 1 });
    await writeWhole(this.#file, `${JSON.stringify(Object.fromEntries(known))}\n`);
  }
}
