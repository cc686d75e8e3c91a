import type { Chamber, Sight } from '@symphony/domain';
import { failure } from '../../chamber/worktree/failure.ts';
import type { Ground, Place } from '../../chamber/worktree/ground.ts';
import { inspect } from '../../chamber/worktree/inspection.ts';
import { insideRoot } from '../../chamber/worktree/path.ts';
import { placeAt } from '../../chamber/worktree/registration.ts';
import { takeSnapshot, writeCommit } from '../../chamber/worktree/snapshot.ts';
import { changedPaths } from './changed.ts';

/** Chambers whose last sight is kept. */
const KEPT = 500;

interface Seen {
  readonly fingerprint: string;
  readonly sight: Sight | null;
}

/**
 * What chambers hold now. A chamber is inspected first, which is cheaper than a snapshot by far: one
 * that has not changed gives the sight it gave before, and a clean one is its own commit.
 */
export class Sights {
  /** By folder, the one seen last at the end. */
  readonly #seen = new Map<string, Seen>();

  async of(ground: Ground, chamber: Chamber): Promise<Sight | null> {
    const path = await insideRoot(ground.root, chamber.path);
    const place = await placeAt(ground.common, path);
    if (place === null) throw this.#gone(path);
    try {
      return await this.#look(ground, place, chamber.baseCommit);
    } catch (error) {
      // Taken away while it was looked at: what git says then depends on the moment.
      if ((await placeAt(ground.common, path)) === null) throw this.#gone(path);
      throw error;
    }
  }

  /** Of every chamber as it was seen last. */
  commits(): readonly string[] {
    return [...this.#seen.values()].flatMap(({ sight }) => (sight ? [sight.commit] : []));
  }

  async #look(ground: Ground, place: Place, base: string): Promise<Sight | null> {
    const { head, tree, dirty, fingerprint } = await inspect(ground, place, base);
    const key = `${base} ${fingerprint}`;
    const seen = this.#seen.get(place.path);
    const sight =
      seen?.fingerprint === key
        ? seen.sight
        : await take(ground, place, { base, head, tree, clean: dirty.length === 0 });
    this.#seen.delete(place.path);
    this.#seen.set(place.path, { fingerprint: key, sight });
    for (const oldest of this.#seen.keys()) {
      if (this.#seen.size <= KEPT) break;
      this.#seen.delete(oldest);
    }
    return sight;
  }

  #gone(path: string) {
    this.#seen.delete(path);
    return failure('missing', `There is no whole chamber at ${path}.`);
  }
}

interface Standing {
  readonly base: string;
  readonly head: string;
  readonly tree: string;
  readonly clean: boolean;
}

/** The time is always the same, so that the same content always gives the same commit. */
async function take(
  ground: Ground,
  place: Place,
  { base, head, tree, clean }: Standing,
): Promise<Sight | null> {
  const now = clean ? tree : (await takeSnapshot(ground, { ...place, head })).tree;
  const files = await changedPaths(ground, base, now);
  if (files.length === 0) return null;
  if (now === tree) return { commit: head, tree, files };
  const message = 'What a chamber holds';
  return {
    commit: await writeCommit(ground, { tree: now, parents: [head], at: 0, message }),
    tree: now,
    files,
  };
}
