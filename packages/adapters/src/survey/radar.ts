import { type Chamber, failureOf, type ItemId, type Sight, type Survey } from '@symphony/domain';
import { KeyedQueue } from '../chamber/worktree/queue.ts';

/** One other chamber that touches the same files. */
export interface Met {
  readonly other: ItemId;
  readonly files: readonly string[];
  /** Where a merge of the two was tried and conflicts. */
  readonly conflicts: readonly string[];
}

export interface Look {
  /** The chamber holds something else than at the last look. */
  readonly changed: boolean;
  /** Everything it collides with now, whichever of the two changed last. */
  readonly collisions: readonly Met[];
}

interface Watched {
  sight: Sight | null;
  /** Compared with all others; false when that was cut short. */
  settled: boolean;
  readonly met: Map<ItemId, Met>;
}

/** Pairs of trees whose trial merge is remembered. */
const REMEMBERED = 10_000;

/**
 * The collision radar (M10). It knows which chamber touches which file, so a change costs one look at
 * the chamber that changed and a trial merge with each chamber that shares a file with it, once for
 * every pair of contents. Looks at one item never overlap; looks at different ones may.
 */
export class Radar {
  readonly #survey: Pick<Survey, 'sight' | 'trial'>;
  readonly #turns = new KeyedQueue();
  readonly #watched = new Map<ItemId, Watched>();
  readonly #touching = new Map<string, Set<ItemId>>();
  /** By pair of trees, the oldest first. Held while it is tried too: two looks share one merge. */
  readonly #tried = new Map<string, Promise<readonly string[]>>();

  constructor(survey: Pick<Survey, 'sight' | 'trial'>) {
    this.#survey = survey;
  }

  /** Rejects with what the survey says. A chamber that is gone collides with nothing. */
  look(item: ItemId, chamber: Chamber): Promise<Look> {
    return this.#turns.run(item, () => this.#look(item, chamber));
  }

  /** Also while it is looked at: the look then finds nothing. */
  forget(item: ItemId): void {
    const watched = this.#watched.get(item);
    if (!watched) return;
    this.#touch(item, watched.sight, null);
    for (const other of watched.met.keys()) this.#watched.get(other)?.met.delete(item);
    this.#watched.delete(item);
  }

  async #look(item: ItemId, chamber: Chamber): Promise<Look> {
    const mine = this.#watched.get(item) ?? { sight: null, settled: true, met: new Map() };
    this.#watched.set(item, mine);
    const sight = await this.#sight(chamber);
    if (this.#watched.get(item) !== mine) return { changed: false, collisions: [] };
    if (sight === 'gone') {
      this.forget(item);
      return { changed: mine.sight !== null, collisions: [] };
    }
    const changed = !sameSight(mine.sight, sight);
    if (!changed && mine.settled) return { changed, collisions: listed(mine) };
    this.#touch(item, mine.sight, sight);
    mine.sight = sight;
    mine.settled = false;
    await this.#compare(item, mine);
    if (this.#watched.get(item) !== mine) return { changed: false, collisions: [] };
    mine.settled = true;
    return { changed: true, collisions: listed(mine) };
  }

  async #sight(chamber: Chamber): Promise<Sight | null | 'gone'> {
    try {
      return await this.#survey.sight(chamber);
    } catch (error) {
      if (failureOf(error).code === 'missing') return 'gone';
      throw error;
    }
  }

  async #compare(item: ItemId, mine: Watched): Promise<void> {
    const sharing = this.#sharing(item, mine);
    for (const other of [...mine.met.keys()].filter((each) => !sharing.has(each))) this.#part(item, other);
    for (const other of sharing) await this.#meet(item, mine, other);
  }

  /** Tried until both hold what they held when it was tried: the other may change meanwhile. */
  async #meet(item: ItemId, mine: Watched, other: ItemId): Promise<void> {
    for (;;) {
      const theirs = this.#watched.get(other);
      const sight = theirs?.sight ?? null;
      const files = mine.sight && sight ? sharedFiles(mine.sight, sight) : [];
      if (!theirs || !mine.sight || !sight || files.length === 0) return this.#part(item, other);
      const conflicts = await this.#trial(mine.sight, sight);
      if (this.#watched.get(item) !== mine) return;
      if (this.#watched.get(other)?.sight !== sight) continue;
      mine.met.set(other, { other, files, conflicts });
      theirs.met.set(item, { other: item, files, conflicts });
      return;
    }
  }

  #part(item: ItemId, other: ItemId): void {
    this.#watched.get(item)?.met.delete(other);
    this.#watched.get(other)?.met.delete(item);
  }

  #trial(a: Sight, b: Sight): Promise<readonly string[]> {
    const [first, second] = a.tree < b.tree ? [a, b] : [b, a];
    const key = `${first.tree} ${second.tree}`;
    const known = this.#tried.get(key);
    if (known) return known;
    const trying = this.#survey.trial(first, second);
    this.#tried.set(key, trying);
    trying.catch(() => this.#tried.delete(key)); // whoever asked hears of it, and the next one tries again
    for (const oldest of this.#tried.keys()) {
      if (this.#tried.size <= REMEMBERED) break;
      this.#tried.delete(oldest);
    }
    return trying;
  }

  #touch(item: ItemId, before: Sight | null, after: Sight | null): void {
    for (const file of before?.files ?? []) {
      const items = this.#touching.get(file);
      items?.delete(item);
      if (items?.size === 0) this.#touching.delete(file);
    }
    for (const file of after?.files ?? []) {
      const items = this.#touching.get(file) ?? new Set();
      this.#touching.set(file, items.add(item));
    }
  }

  #sharing(item: ItemId, { sight }: Watched): ReadonlySet<ItemId> {
    const found = new Set((sight?.files ?? []).flatMap((file) => [...(this.#touching.get(file) ?? [])]));
    found.delete(item);
    return found;
  }
}

const listed = ({ met }: Watched): readonly Met[] =>
  [...met.values()].sort((a, b) => (a.other < b.other ? -1 : 1));

/** Files too: after its base moved, the same content touches other files. */
const sameSight = (a: Sight | null, b: Sight | null): boolean =>
  a?.tree === b?.tree && a?.files.join('\0') === b?.files.join('\0');

function sharedFiles(a: Sight, b: Sight): readonly string[] {
  const theirs = new Set(b.files);
  return a.files.filter((file) => theirs.has(file)).sort();
}
