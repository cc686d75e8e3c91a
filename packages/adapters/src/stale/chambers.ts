import {
  type Chamber,
  type ChamberOnDisk,
  type ChamberPort,
  type ItemId,
  PortError,
  type StaleSource,
  type Thing,
  type TrashEntry,
} from '@symphony/domain';
import type { Git } from '../git/index.ts';
import { type ChamberStanding, chamberThings } from './chamber-things.ts';
import type { Trash } from './trash.ts';

/** What cleaning needs of the chambers. */
export interface ChamberDoor extends Pick<ChamberPort, 'list' | 'inspect' | 'prepare' | 'remove'> {
  find(key: string): Promise<Chamber | null>;
  restore(bundle: string): Promise<unknown>;
}

export interface ChamberShelfOptions extends ChamberStanding {
  readonly repository: string;
  readonly git: Git;
  readonly chambers: ChamberDoor;
  readonly target: () => string;
  readonly trash: Trash;
  /** What people call the item; null where the log does not know it. */
  identifier(item: ItemId): string | null;
}

/**
 * Chambers whose work is in the target and whose item is finished. The port itself refuses when
 * anything would be lost; here it is asked beforehand, so that a plan tells the truth. The manifest
 * keeps the commit: restoring cuts the chamber again and lays that commit out. Ignored files (what
 * a build left) do not come back.
 */
export class ChamberShelf implements StaleSource {
  readonly kind = 'chamber';
  readonly #options: ChamberShelfOptions;

  constructor(options: ChamberShelfOptions) {
    this.#options = options;
  }

  /** Killed between manifest and removal: the chamber is there, nothing happened. Otherwise the port finishes. */
  async recover(): Promise<void> {
    const { trash, chambers, target } = this.#options;
    const entries = (await trash.entries('chamber')).filter(({ facts }) => facts.chamber !== undefined);
    const standing = new Set(entries.length === 0 ? [] : (await chambers.list()).map(({ key }) => key));
    for (const entry of entries) {
      const chamber = chamberOf(entry);
      const there = standing.has(chamber.key);
      if (there) await trash.drop(entry);
      else if (entry.facts.removed !== 'yes') {
        const removal = await chambers.remove(chamber, { target: target(), force: false });
        if (removal.kind === 'removed') await this.#finish(entry, removal.bundle);
        else await trash.drop(entry);
      }
    }
  }

  list(): Promise<readonly Thing[]> {
    const { chambers } = this.#options;
    return chamberThings(chambers, this.#options, (chamber) => this.#unmerged(chamber));
  }

  async remove(thing: Thing, because: Parameters<StaleSource['remove']>[1]): Promise<TrashEntry> {
    const { trash, chambers, target, git } = this.#options;
    const on = (await chambers.list()).find(({ key }) => key === thing.label);
    const chamber = await chambers.find(thing.label);
    if (!on || !chamber)
      throw new PortError({ code: 'missing', message: `The chamber ${thing.label} is not there any more.` });
    const head = await git(on.path, 'rev-parse', 'HEAD');
    const facts = { chamber: JSON.stringify(chamber), item: on.item ?? '', head, removed: 'no' };
    const entry = await trash.begin(thing, because, { facts, needs: [] });
    const removal = await chambers.remove(chamber, { target: target(), force: false });
    if (removal.kind === 'removed') return this.#finish(entry, removal.bundle);
    await trash.drop(entry);
    throw refused(thing.label, removal.reason);
  }

  async restore(entry: TrashEntry): Promise<void> {
    const { chambers, git, trash, target, identifier } = this.#options;
    const { bundle, item = '', head = '' } = entry.facts;
    if (entry.facts.chamber === undefined)
      throw new PortError({
        code: 'refused',
        message: `${entry.label} was a folder that a hook filled, and chambers are worktrees now.`,
        nextStep: 'Restore it with the configuration it was made with.',
      });
    const known = chamberOf(entry);
    const there = (await chambers.list()).some(({ key }) => key === known.key);
    if (there) {
      const commit = await git(known.path, 'rev-parse', 'HEAD');
      if (commit !== head)
        throw new PortError({
          code: 'conflict',
          message: `The chamber ${known.key} exists again and holds other work.`,
          nextStep: `Remove it first: symphony chamber remove ${known.key}.`,
        });
    } else if (bundle) await chambers.restore(bundle);
    else {
      const request = { item, identifier: identifier(item) ?? known.key, title: '', target: target(), known };
      const chamber = await chambers.prepare(request);
      await git(chamber.path, 'reset', '--hard', '--quiet', head);
    }
    await trash.drop(entry);
  }

  purge(entry: TrashEntry): Promise<void> {
    return this.#options.trash.drop(entry);
  }

  async #finish(entry: TrashEntry, bundle: string | null): Promise<TrashEntry> {
    const name = bundle?.split('/').at(-1);
    const finished: TrashEntry = {
      ...entry,
      facts: { ...entry.facts, removed: 'yes', ...(bundle === null ? {} : { bundle }) },
      needs: name === undefined ? [] : [`bundle:${name}`],
    };
    await this.#options.trash.rewrite(finished);
    return finished;
  }

  async #unmerged(on: ChamberOnDisk): Promise<string | null> {
    const { chambers, git, repository, target } = this.#options;
    const chamber = await chambers.find(on.key);
    if (chamber === null || on.branch === null)
      return 'it is not a whole chamber, so nobody can tell what is in it';
    try {
      const { head, dirty } = await chambers.inspect(chamber);
      if (dirty.length > 0)
        return `${dirty.length} ${dirty.length === 1 ? 'file has' : 'files have'} uncommitted changes`;
      for (const where of [`refs/heads/${target()}`, `refs/remotes/origin/${target()}`])
        if ((await git.try(repository, ['merge-base', '--is-ancestor', head, where])).code === 0) return null;
      return `not all of its commits are in ${target()}`;
    } catch (error) {
      if (!(error instanceof PortError)) throw error;
      return `it could not be looked at: ${error.failure.message}`;
    }
  }
}

const chamberOf = (entry: TrashEntry): Chamber => JSON.parse(entry.facts.chamber ?? '{}') as Chamber;

const refused = (label: string, reason: string): PortError =>
  new PortError({ code: 'refused', message: `The chamber ${label} stays: ${reason}.` });
