import { segmentsOf, segmentsOverlap } from '@symphony/domain';

export interface Holding {
  readonly zone: string;
  /** The id of its holder. */
  readonly by: string;
  readonly name: string;
  /** Not held yet, but kept for one that waited too long. */
  readonly kept: boolean;
}

interface Held extends Holding {
  readonly segments: readonly string[];
}

/**
 * Zones in use. They are kept by their first segment where it is plain, because most of them start
 * in different folders: a question looks at its own folder and at the zones that start with a wildcard.
 */
export class Zones {
  readonly #byFolder = new Map<string, Held[]>();
  readonly #anywhere: Held[] = [];

  hold(holding: Holding): void {
    const segments = segmentsOf(holding.zone);
    const held: Held = { ...holding, segments };
    const folder = plainFolder(segments);
    if (folder === null) {
      this.#anywhere.push(held);
      return;
    }
    const others = this.#byFolder.get(folder);
    if (others) others.push(held);
    else this.#byFolder.set(folder, [held]);
  }

  /** Everything held by others that shares a path with this zone. */
  *overlaps(zone: string, by: string): Generator<Holding, void> {
    const segments = segmentsOf(zone);
    for (const held of this.#near(segments))
      if (held.by !== by && (held.zone === zone || segmentsOverlap(held.segments, segments))) yield held;
  }

  *#near(segments: readonly string[]): Generator<Held, void> {
    yield* this.#anywhere;
    const folder = plainFolder(segments);
    if (folder === null) for (const held of this.#byFolder.values()) yield* held;
    else yield* this.#byFolder.get(folder) ?? [];
  }
}

const plainFolder = ([first]: readonly string[]): string | null =>
  first === undefined || /[*?]/.test(first) ? null : first;
