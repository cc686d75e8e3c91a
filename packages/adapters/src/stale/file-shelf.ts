import { join, relative, resolve } from 'node:path';
import {
  PortError,
  type Removing,
  type StaleSource,
  type Thing,
  type ThingKind,
  type Tier,
  type TrashEntry,
} from '@symphony/domain';
import { type Form, plainOf, rewrite } from './compression.ts';
import {
  DRAFT,
  digestOf,
  digestOfFile,
  type Found,
  lookAt,
  moveWhole,
  namesIn,
  removeAll,
  taken,
} from './disk.ts';
import { guardsOf, type Standing } from './standing.ts';
import type { Trash } from './trash.ts';
import type { Uses } from './uses.ts';

export interface ShelfOptions {
  readonly kind: ThingKind;
  /** Where the files are made. */
  readonly folder: string;
  /** `.symphony/archive` */
  readonly archive: string;
  readonly trash: Trash;
  readonly uses: Uses;
  /** Which names are things of this kind. */
  accepts(name: string): boolean;
  /** `file`: where it is now. */
  standing(name: string, file: string): Standing | Promise<Standing>;
  /** Whether compressing is worth it; a git bundle is compressed already. */
  readonly compressible: boolean;
}

interface Place {
  readonly tier: Tier;
  readonly path: string;
  readonly form: Form;
}

const PACKED = '.zst';
/** Takes as much of the disk as the smallest file does: archiving it would free nothing. */
const ONE_BLOCK = 4096;

/**
 * Files of one folder in three tiers: as made, compressed beside where it was, moved to the archive
 * folder. Where a kill left a file in two of them the warmest is the truth and the other a copy.
 */
export class FileShelf implements StaleSource {
  readonly kind: ThingKind;
  readonly #options: ShelfOptions;

  constructor(options: ShelfOptions) {
    this.kind = options.kind;
    this.#options = options;
  }

  async recover(): Promise<void> {
    const { trash, folder } = this.#options;
    for (const where of [folder, this.#cold])
      for (const name of await namesIn(where))
        if (name.endsWith(DRAFT) && this.#isOurs(name.slice(0, -DRAFT.length)))
          await removeAll(join(where, name));
    for (const entry of await trash.entries(this.kind)) {
      const home = this.#home(entry);
      if (home === null) continue; // damaged: left for a person to look at
      const payload = await lookAt(trash.payload(entry));
      if (payload === null || (await this.#isCopied(entry, home, payload))) await trash.drop(entry);
    }
    for (const name of await this.#names()) await this.#dropCopies(name);
  }

  async list(): Promise<readonly Thing[]> {
    const uses = await this.#options.uses.all();
    const things: Thing[] = [];
    for (const name of await this.#names()) {
      const [at] = await this.#placesOf(name);
      const found = at === undefined ? null : await lookAt(at.path);
      if (at === undefined || found === null) continue;
      const { guards, training, usedAt } = await this.#options.standing(name, at.path);
      const id = `${this.kind}:${name}`;
      const use = uses.get(id);
      things.push({
        id,
        kind: this.kind,
        label: name,
        size: found.size,
        createdAt: found.createdAt,
        lastUsedAt: Math.max(found.changedAt, usedAt ?? 0, use?.at ?? 0),
        uses: use?.count ?? 0,
        quality: null,
        tags: [],
        guards: guardsOf(guards),
        references: [],
        training,
        tier: at.tier,
        tiers: this.#tiersOf(at, found),
        content: null,
      });
    }
    return things;
  }

  async archive(thing: Thing, tier: Tier): Promise<void> {
    const name = this.#nameOf(thing.id);
    const [from] = await this.#placesOf(name);
    if (from === undefined) throw missing(thing.label);
    const to = this.#place(name, tier);
    if (from.path === to.path) return this.#dropCopies(name);
    if ((await lookAt(to.path)) !== null) {
      if ((await contentOf(from)) !== (await contentOf(to))) throw taken(to.path);
    } else if (from.form === to.form) {
      await moveWhole(from.path, to.path);
      return;
    } else await rewrite(from.path, to.path, { from: from.form, to: to.form });
    await removeAll(from.path);
  }

  async remove(thing: Thing, because: Removing): Promise<TrashEntry> {
    const { trash } = this.#options;
    const [at] = await this.#placesOf(this.#nameOf(thing.id));
    if (at === undefined) throw missing(thing.label);
    const facts = { path: relative(this.#base, at.path) };
    const entry = await trash.begin(thing, because, { facts, needs: [] });
    await trash.take(entry, at.path);
    return entry;
  }

  async restore(entry: TrashEntry): Promise<void> {
    const home = this.#home(entry);
    if (home !== null) return this.#options.trash.giveBack(entry, home);
    throw new PortError({
      code: 'invalid',
      message: `The manifest of ${entry.id} names ${entry.facts.path ?? 'no path'}, where nothing of this kind belongs.`,
      nextStep: 'Look into .symphony/archive/trash and move the payload back by hand.',
    });
  }

  purge(entry: TrashEntry): Promise<void> {
    return this.#options.trash.drop(entry);
  }

  /** Where the manifest says it came from; null where that leads elsewhere. */
  #home(entry: TrashEntry): string | null {
    const path = resolve(this.#base, entry.facts.path ?? '');
    const inside = [this.#options.folder, this.#cold].some((folder) => path.startsWith(`${folder}/`));
    return inside ? path : null;
  }

  get #base(): string {
    return resolve(this.#options.archive, '..');
  }

  get #cold(): string {
    return join(this.#options.archive, 'cold', this.kind);
  }

  #place(name: string, tier: Tier): Place {
    const { folder, compressible } = this.#options;
    const packed = compressible ? name + PACKED : name;
    const form = compressible ? 'zstd' : 'plain';
    if (tier === 'hot') return { tier, path: join(folder, name), form: 'plain' };
    return { tier, path: join(tier === 'warm' ? folder : this.#cold, packed), form };
  }

  #tiersOf(at: Place, found: Found): readonly Tier[] {
    if (found.folder || (at.tier === 'hot' && found.size <= ONE_BLOCK)) return ['hot'];
    return this.#options.compressible ? ['hot', 'warm', 'cold'] : ['hot', 'cold'];
  }

  /** Where it is, the warmest first. */
  async #placesOf(name: string): Promise<Place[]> {
    const tiers: readonly Tier[] = this.#options.compressible ? ['hot', 'warm', 'cold'] : ['hot', 'cold'];
    const places = tiers.map((tier) => this.#place(name, tier));
    const found = await Promise.all(places.map(({ path }) => lookAt(path)));
    return places.filter((_, at) => found[at] !== null);
  }

  async #names(): Promise<string[]> {
    const found = [...(await namesIn(this.#options.folder)), ...(await namesIn(this.#cold))];
    const ours = found.filter((name) => this.#isOurs(name));
    return [...new Set(ours.map((name) => this.#plain(name)))].sort();
  }

  #isOurs = (name: string): boolean => this.#options.accepts(this.#plain(name));

  #plain = (name: string): string =>
    this.#options.compressible && name.endsWith(PACKED) ? name.slice(0, -PACKED.length) : name;

  async #dropCopies(name: string): Promise<void> {
    const [truth, ...copies] = await this.#placesOf(name);
    for (const copy of copies)
      if (truth && (await contentOf(truth)) === (await contentOf(copy))) await removeAll(copy.path);
  }

  /** Killed between copying to another disk and taking the original away. */
  async #isCopied(entry: TrashEntry, home: string, payload: Found): Promise<boolean> {
    const original = await lookAt(home);
    if (original === null || payload.folder || original.folder || payload.size !== original.size)
      return false;
    return (await digestOfFile(this.#options.trash.payload(entry))) === (await digestOfFile(home));
  }

  #nameOf = (id: string): string => id.slice(this.kind.length + 1);
}

const contentOf = ({ path, form }: Place): Promise<string> => digestOf(plainOf(path, form));

const missing = (label: string): PortError =>
  new PortError({ code: 'missing', message: `${label} is not there any more.` });
