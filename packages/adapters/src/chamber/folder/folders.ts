import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type {
  Chamber,
  ChamberOnDisk,
  ChamberPort,
  ChamberRequest,
  Inspection,
  Removal,
} from '@symphony/domain';
import type { Git } from '../../git/index.ts';
import { workspaceKey } from '../key.ts';
import { removeFolder, shapeOf } from '../worktree/disk.ts';
import { explain, failure, guarded } from '../worktree/failure.ts';
import { runHook } from '../worktree/hooks.ts';
import { insideRoot } from '../worktree/path.ts';
import { KeyedQueue } from '../worktree/queue.ts';
import type { ChamberSettings, HookName } from '../worktree/settings.ts';
import { checkoutAt } from './checkout.ts';
import { folderDifference } from './difference.ts';
import { inspectFolder, reasonToStay, whatWouldBeLost } from './inspection.ts';
import { FolderBook, type FolderRecord } from './record.ts';

interface FolderOptions {
  readonly git: Git;
  readonly instance: string;
  /** Where folders are made, absolute. Asked for again at every use: it is live. */
  readonly root: () => string;
  /** Where it is written down which folders are ours, absolute. */
  readonly records: string;
  readonly settings: () => ChamberSettings;
  /** Told of failures that stop nothing. */
  readonly notice?: (message: string) => void;
  /** Where what would be lost by force goes, so that it can be brought back; without it, it is lost. */
  readonly store?: FolderStore;
}

/** A place a workspace can be moved to: first it is written down that it comes, then it is taken. */
export type FolderStore = (record: FolderRecord) => Promise<{
  readonly where: string;
  take(from: string): Promise<void>;
}>;

/**
 * Chambers as the public service specification has its workspaces: a folder that is empty when it is
 * made and that `after_create` fills, mostly with a clone (svc-S1). What is in it afterwards is
 * looked at by git where it is a checkout of its own.
 */
export class FolderChambers implements ChamberPort {
  readonly #options: FolderOptions;
  readonly #book: FolderBook;
  /** Two calls for one folder never overlap. */
  readonly #byKey = new KeyedQueue();

  constructor(options: FolderOptions) {
    this.#options = options;
    this.#book = new FolderBook(options.records);
  }

  prepare(request: ChamberRequest): Promise<Chamber> {
    return guarded(async () => {
      const root = this.#options.root();
      const key = workspaceKey(request.identifier);
      return this.#byKey.run(key, async () => {
        await mkdir(root, { recursive: true });
        const path = await insideRoot(root, join(root, key));
        if ((await shapeOf(unfinished(path))) !== 'nothing') await this.#startOver(path);
        const shape = await shapeOf(path);
        if (shape === 'nothing') return this.#make(request, path);
        if (shape === 'folder') return this.#moveBackIn(request, path);
        throw failure(
          'refused',
          `${path} is not a folder, so it cannot be a workspace.`,
          `Move ${path} away.`,
        );
      });
    });
  }

  inspect(chamber: Chamber): Promise<Inspection> {
    return guarded(() => inspectFolder(this.#options.git, chamber));
  }

  runHook(chamber: Chamber, name: 'before_run' | 'after_run'): Promise<void> {
    return guarded(async () => {
      await insideRoot(dirname(chamber.path), chamber.path);
      const run = this.#hook(chamber, name);
      return name === 'before_run' ? run : this.#noticed(run);
    });
  }

  /** The folder the run had, also when the root is another one by now (svc-C5). */
  remove(chamber: Chamber, { force }: { readonly force: boolean }): Promise<Removal> {
    return guarded(async () => {
      const path = await insideRoot(dirname(chamber.path), chamber.path);
      if (basename(path) !== chamber.key)
        throw failure('invalid', `The workspace ${chamber.key} does not fit its path ${path}.`);
      return this.#byKey.run(chamber.key, () => this.#remove({ ...chamber, path }, force));
    });
  }

  /** Those that are ours and in the root as it is now. */
  list(): Promise<readonly ChamberOnDisk[]> {
    return guarded(async () =>
      (await this.#standing()).map(({ key, path, item, baseCommit }) => ({
        key,
        path,
        branch: null,
        baseCommit: baseCommit === '' ? null : baseCommit,
        item,
      })),
    );
  }

  /** The workspace with this key, if it is ours; null when there is none. */
  find(key: string): Promise<Chamber | null> {
    return guarded(async () => {
      const record = (await this.#standing()).find((each) => each.key === key);
      return record ? this.#chamberOf(record) : null;
    });
  }

  /** Everything that changed since it was filled. Rejects with `refused` where it is no git checkout. */
  diff(key: string): Promise<string> {
    return guarded(async () => {
      const { path, baseCommit } = await this.#ours(key);
      return folderDifference(this.#options.git, path, baseCommit);
    });
  }

  /** Why a person who cleans up would rather keep it; null: it can go. */
  reasonToStay(key: string): Promise<string | null> {
    return guarded(async () => {
      const record = await this.#ours(key);
      if (!record.made) return 'it was there before Symphony played in it';
      return reasonToStay(this.#options.git, record);
    });
  }

  /**
   * Takes it out of the root: renamed in one step, so that nobody writes into it any more, then taken
   * by the store. Killed between, `settle` goes on.
   */
  moveOut(key: string, store: FolderStore): Promise<void> {
    return guarded(() =>
      this.#byKey.run(key, async () => {
        const record = await this.#ours(key);
        await this.#noticed(this.#hook(this.#chamberOf(record), 'before_remove'));
        await this.#handOver(record, store);
      }),
    );
  }

  settle(record: FolderRecord, take: (from: string) => Promise<void>): Promise<void> {
    return guarded(async () => {
      if ((await shapeOf(going(record.path))) === 'folder') await take(going(record.path));
      if ((await shapeOf(record.path)) === 'nothing') await this.#book.forget(record);
    });
  }

  /** Brings back what was moved out. Rejects where the root is another one by now. */
  moveBack(record: FolderRecord, put: (path: string) => Promise<void>): Promise<void> {
    return guarded(() =>
      this.#byKey.run(record.key, async () => {
        const path = await insideRoot(this.#options.root(), record.path);
        // The record first: a folder without one is nobody's. Where there is another folder, `put` refuses.
        if ((await shapeOf(path)) === 'nothing') await this.#book.write(record);
        await put(path);
      }),
    );
  }

  async #make(request: ChamberRequest, path: string): Promise<Chamber> {
    const record = recordOf(request, path, '', true);
    await this.#book.write(record);
    await mkdir(path);
    await writeFile(unfinished(path), '');
    try {
      await this.#hook(this.#chamberOf(record), 'after_create');
    } catch (error) {
      await rm(path, { recursive: true, force: true });
      await this.#book.forget(record);
      throw error;
    } finally {
      await rm(unfinished(path), { force: true });
    }
    return this.#moveIn({ ...record, baseCommit: (await this.#headOf(path)) ?? '' });
  }

  /** Half-made when it was ended. What another Symphony is filling just now is not ours to take away. */
  async #startOver(path: string): Promise<void> {
    const record = await this.#book.of(basename(path));
    if (record?.made && record.path === path) return takeAway(path);
    throw failure(
      'conflict',
      `${path} is being filled by another Symphony, or was when that one ended.`,
      `If nobody is at it, remove ${path} and ${unfinished(path)}.`,
    );
  }

  /** A folder that stands there is played in whoever made it (svc-S1), and stays theirs. */
  async #moveBackIn(request: ChamberRequest, path: string): Promise<Chamber> {
    const before = await this.#book.of(basename(path));
    const ours = before?.path === path ? before : null;
    const known = request.known?.path === path ? request.known.baseCommit : (ours?.baseCommit ?? null);
    const base = known ?? (await this.#headOf(path)) ?? '';
    return this.#moveIn(recordOf(request, path, base, ours?.made ?? false));
  }

  async #moveIn(record: FolderRecord): Promise<Chamber> {
    await this.#book.write(record);
    return this.#chamberOf(record);
  }

  async #remove(chamber: Chamber, force: boolean): Promise<Removal> {
    const { git, store } = this.#options;
    if ((await shapeOf(chamber.path)) !== 'folder') return { kind: 'removed', bundle: null };
    const lost = await whatWouldBeLost(git, chamber);
    if (lost !== null && !force) return { kind: 'kept', reason: lost };
    await this.#noticed(this.#hook(chamber, 'before_remove'));
    const record = await this.#book.of(chamber.key);
    if (store && force && record?.path === chamber.path && (await reasonToStay(git, chamber)) !== null)
      return { kind: 'removed', bundle: await this.#handOver(record, store) };
    await takeAway(chamber.path);
    await this.#book.forget(chamber);
    return { kind: 'removed', bundle: null };
  }

  async #handOver(record: FolderRecord, store: FolderStore): Promise<string> {
    const { where, take } = await store(record);
    await rename(record.path, going(record.path));
    await take(going(record.path));
    await this.#book.forget(record);
    return where;
  }

  /** Records whose folder is there, really a folder, and directly in the root. */
  async #standing(): Promise<FolderRecord[]> {
    const root = this.#options.root();
    const standing: FolderRecord[] = [];
    for (const record of await this.#book.all()) {
      const inside = await insideRoot(root, record.path).catch(() => null); // of another root: not looked at
      if (inside === record.path && (await shapeOf(record.path)) === 'folder') standing.push(record);
    }
    return standing;
  }

  async #ours(key: string): Promise<FolderRecord> {
    const record = (await this.#standing()).find((each) => each.key === key);
    if (record) return record;
    throw failure(
      'missing',
      `There is no workspace ${key} of ours in ${this.#options.root()}.`,
      '`symphony chamber list` shows those there are.',
    );
  }

  #chamberOf({ key, path, item, identifier, baseCommit }: FolderRecord): Chamber {
    const { env } = this.#options.settings();
    const own = { SYMPHONY_ITEM: item, SYMPHONY_IDENTIFIER: identifier };
    // There is no branch of this repository for it: what is checked out there is the hook's and the agent's.
    return { key, path, branch: '', baseCommit, ports: [], env: { ...env, ...own } };
  }

  #hook(chamber: Chamber, name: HookName): Promise<void> {
    const { SYMPHONY_ITEM: item = '', SYMPHONY_IDENTIFIER: identifier = chamber.key } = chamber.env;
    return runHook(this.#options, chamber, { item, identifier }, name);
  }

  /** For hooks whose failure stops nothing. */
  #noticed(work: Promise<void>): Promise<void> {
    return work.catch((error: unknown) => this.#options.notice?.(explain(error).message));
  }

  #headOf = async (path: string): Promise<string | null> =>
    (await checkoutAt(this.#options.git, path))?.head ?? null;
}

const recordOf = (
  { item, identifier }: ChamberRequest,
  path: string,
  baseCommit: string,
  made: boolean,
): FolderRecord => ({ key: basename(path), path, item, identifier, baseCommit, made });

/** There while `after_create` is at it: no key begins like this. */
const unfinished = (path: string): string => join(dirname(path), `~${basename(path)}`);

/** Where it is on its way out. */
const going = (path: string): string => join(dirname(path), `~~${basename(path)}`);

async function takeAway(path: string): Promise<void> {
  await removeFolder(path);
  await rm(unfinished(path), { force: true });
}
