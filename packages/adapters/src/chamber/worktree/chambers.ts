import { basename, join } from 'node:path';
import type {
  Chamber,
  ChamberOnDisk,
  ChamberPort,
  ChamberRequest,
  Inspection,
  Removal,
} from '@symphony/domain';
import { chamberBranch, isChamberKey } from '../key.ts';
import { fetchTarget } from './base.ts';
import { readBundle } from './bundle.ts';
import { difference } from './difference.ts';
import { shapeOf } from './disk.ts';
import { explain, failure, guarded } from './failure.ts';
import type { Ground, Place } from './ground.ts';
import { runHook } from './hooks.ts';
import { inspect } from './inspection.ts';
import { listChambers } from './listing.ts';
import { type Cut, cutWorktree, guessBase, takeBack } from './making.ts';
import { insideRoot } from './path.ts';
import { provision } from './provision.ts';
import { KeyedQueue, Queue } from './queue.ts';
import { readRecord } from './record.ts';
import { placeAt } from './registration.ts';
import { finishRemoval, removeChamber } from './removal.ts';
import { bringBack, layOut } from './restoring.ts';
import { clearBranchLock, findStanding } from './standing.ts';
import { furnish, moveIn, refuseStranger, type Tenancy } from './tenancy.ts';

/** Chambers as git worktrees of one repository. The order of steps is here; how each is done is in its own file. */
export class WorktreeChambers implements ChamberPort {
  readonly #ground: () => Promise<Ground>;
  /** Two calls for one chamber never overlap. */
  readonly #byKey = new KeyedQueue();
  /** Worktrees are added one at a time: parallel adds are slower and race for ports. */
  readonly #adds = new Queue();
  readonly #fetches = new Map<string, Promise<void>>();

  constructor(ground: () => Promise<Ground>) {
    this.#ground = ground;
  }

  prepare(request: ChamberRequest): Promise<Chamber> {
    return guarded(async () => {
      const ground = await this.#ground();
      const key = request.known?.key ?? ground.keyOf(request.identifier);
      const path = await pathOf(ground, key);
      return this.#alone(ground, key, () => this.#prepare(ground, { ...request, key, path }, request.target));
    });
  }

  inspect(chamber: Chamber): Promise<Inspection> {
    return guarded(async () => {
      const ground = await this.#ground();
      return inspect(ground, await wholePlace(ground, chamber.path), chamber.baseCommit);
    });
  }

  runHook(chamber: Chamber, hook: 'before_run' | 'after_run'): Promise<void> {
    return guarded(async () => {
      const ground = await this.#ground();
      const run = async () => {
        const place = await wholePlace(ground, chamber.path);
        await runHook(ground, chamber, (await readRecord(place.admin)) ?? unknownOwner(chamber), hook);
      };
      return hook === 'before_run' ? run() : noticed(ground, run);
    });
  }

  /** Gives another worktree of ours (the train's scratch) the ignored files chambers get. May be repeated. */
  provision(path: string): Promise<void> {
    return guarded(async () => {
      const ground = await this.#ground();
      const place = await placeAt(ground.common, path);
      if (place) await provision(ground, place, ground.settings());
    });
  }

  remove(chamber: Chamber, options: { readonly target: string; readonly force: boolean }): Promise<Removal> {
    return guarded(async () => {
      const ground = await this.#ground();
      const path = await insideRoot(ground.root, chamber.path);
      if (basename(path) !== chamber.key || chamber.branch !== chamberBranch(chamber.key))
        throw failure(
          'invalid',
          `The chamber ${chamber.key} does not fit its path ${path} and branch ${chamber.branch}.`,
        );
      const beforeRemove = () => this.#beforeRemove(ground, { ...chamber, path });
      return this.#alone(ground, chamber.key, () =>
        removeChamber(ground, { chamber: { ...chamber, path }, ...options, beforeRemove }),
      );
    });
  }

  list(): Promise<readonly ChamberOnDisk[]> {
    return guarded(async () => listChambers(await this.#ground()));
  }

  /** The chamber with this key, as far as disk and git tell; null when there is none. */
  find(key: string): Promise<Chamber | null> {
    return guarded(async () => {
      const ground = await this.#ground();
      const path = await pathOf(ground, key);
      const place = await placeAt(ground.common, path);
      if (place === null && (await shapeOf(path)) === 'nothing') return null;
      const record = place === null ? null : await readRecord(place.admin);
      const { baseCommit = '', ports = [], env = {} } = record ?? {};
      return { key, path, branch: chamberBranch(key), baseCommit, ports, env };
    });
  }

  /** Everything the chamber changed since its base, committed or not, new files included. */
  diff(chamber: Chamber | string): Promise<string> {
    return guarded(async () => {
      const ground = await this.#ground();
      const key = typeof chamber === 'string' ? chamber : chamber.key;
      const place = await wholePlace(ground, await pathOf(ground, key));
      const base =
        typeof chamber === 'string' ? (await readRecord(place.admin))?.baseCommit : chamber.baseCommit;
      return difference(ground, place, base ?? 'HEAD');
    });
  }

  /** Brings a bundled chamber back: commits, staged, changed and new files. */
  restore(bundle: string): Promise<ChamberOnDisk> {
    return guarded(async () => {
      const ground = await this.#ground();
      const { top, story } = await readBundle(ground, bundle);
      const { key, item, identifier } = story;
      const path = await pathOf(ground, key);
      const home = { top, story, path };
      const tenancy: Tenancy = { key, path, item, identifier, known: null };
      const chamber = await this.#alone(ground, key, async () => {
        await finishRemoval(ground, key, path);
        const cut = await this.#adds.run(() => bringBack(ground, home));
        return this.#moveIntoNew(ground, tenancy, cut, () => layOut(ground, cut.place, home));
      });
      return { key, path, branch: chamber.branch, baseCommit: chamber.baseCommit, item };
    });
  }

  #alone<T>(ground: Ground, key: string, work: () => Promise<T>): Promise<T> {
    return this.#byKey.run(key, async () => {
      await clearBranchLock(ground, key);
      return work();
    });
  }

  async #prepare(ground: Ground, tenancy: Tenancy, target: string): Promise<Chamber> {
    const { key, path, known } = tenancy;
    await finishRemoval(ground, key, path);
    if (ground.settings().fetch && (await shapeOf(path)) === 'nothing') await this.#fetch(ground, target);
    const place = await this.#adds.run(() => findStanding(ground, key, path));
    if (place) return this.#moveBackIn(ground, tenancy, place, target);
    const request = { key, path, target, knownBase: known?.baseCommit ?? null };
    const cut = await this.#adds.run(() => cutWorktree(ground, request));
    return this.#moveIntoNew(ground, tenancy, cut, async () => undefined);
  }

  async #moveBackIn(ground: Ground, tenancy: Tenancy, place: Place, target: string): Promise<Chamber> {
    await refuseStranger(place, tenancy);
    const record = await readRecord(place.admin);
    const { known } = tenancy;
    const baseCommit = known?.baseCommit ?? record?.baseCommit ?? (await guessBase(ground, place, target));
    const held = known?.ports ?? record?.ports ?? [];
    const chamber = await this.#adds.run(() => moveIn(ground, tenancy, place, { baseCommit, held }));
    await provision(ground, place, ground.settings());
    return chamber;
  }

  async #moveIntoNew(ground: Ground, tenancy: Tenancy, cut: Cut, lay: () => Promise<void>): Promise<Chamber> {
    const terms = { baseCommit: cut.baseCommit, held: [] };
    const chamber = await this.#adds
      .run(() => moveIn(ground, tenancy, cut.place, terms))
      .catch(async (error: unknown) => {
        await takeBack(ground, tenancy.key, cut);
        throw error;
      });
    return furnish(ground, { tenancy, cut, chamber, lay });
  }

  /** Chambers that start together share one fetch. */
  #fetch(ground: Ground, target: string): Promise<void> {
    const running = this.#fetches.get(target);
    if (running) return running;
    const fetching = fetchTarget(ground, target).finally(() => this.#fetches.delete(target));
    this.#fetches.set(target, fetching);
    return fetching;
  }

  /** Cleanup goes on whatever the hook does (S7). */
  async #beforeRemove(ground: Ground, chamber: Chamber): Promise<void> {
    const place = await placeAt(ground.common, chamber.path);
    if (place === null) return;
    const record = await readRecord(place.admin);
    await noticed(ground, () => runHook(ground, chamber, record ?? unknownOwner(chamber), 'before_remove'));
  }
}

async function pathOf(ground: Ground, key: string): Promise<string> {
  if (!isChamberKey(key))
    throw failure('refused', `"${key}" is no chamber key, so its path would lie outside the chamber root.`);
  return insideRoot(ground.root, join(ground.root, key));
}

async function wholePlace(ground: Ground, path: string): Promise<Place> {
  const place = await placeAt(ground.common, await insideRoot(ground.root, path));
  if (place) return place;
  throw failure(
    'missing',
    `There is no whole chamber at ${path}.`,
    'Start the work item again to have it mended.',
  );
}

const unknownOwner = (chamber: Chamber) => ({ item: '', identifier: chamber.key });

/** For hooks whose failure stops nothing. */
async function noticed(ground: Ground, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    ground.notice(explain(error).message);
  }
}
