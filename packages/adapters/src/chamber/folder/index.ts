import { lstat, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
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
import { explain, failure, guarded } from '../worktree/failure.ts';
import { runHook } from '../worktree/hooks.ts';
import { insideRoot } from '../worktree/path.ts';
import { KeyedQueue } from '../worktree/queue.ts';
import type { ChamberSettings } from '../worktree/settings.ts';
import { headOf, inspectFolder, whatWouldBeLost } from './inspection.ts';

interface FolderOptions {
  readonly git: Git;
  readonly instance: string;
  /** Where folders are made, absolute. Asked for again at every use: it is live. */
  readonly root: () => string;
  readonly settings: () => ChamberSettings;
  /** Told of failures that stop nothing. */
  readonly notice?: (message: string) => void;
}

/**
 * Chambers as the public service specification has its workspaces: a folder that is empty when it is
 * made and that `after_create` fills, mostly with a clone (svc-S1). What is in it afterwards is
 * looked at by git where it is a repository of its own.
 */
export function openFolders(options: FolderOptions): ChamberPort {
  const { git, root } = options;
  const notice = options.notice ?? (() => undefined);
  const byKey = new KeyedQueue();
  const hook = (chamber: Chamber, identifier: string, name: Parameters<typeof runHook>[3]) =>
    runHook(options, chamber, { item: '', identifier, ...ownerOf(chamber) }, name);
  const noticed = (work: Promise<void>) => work.catch((error: unknown) => notice(explain(error).message));

  async function make(request: ChamberRequest, path: string): Promise<Chamber> {
    const chamber = chamberAt(request, path, null);
    await mkdir(path);
    await writeFile(unfinished(path), '');
    try {
      await hook(chamber, request.identifier, 'after_create');
    } catch (error) {
      await rm(path, { recursive: true, force: true });
      throw error;
    } finally {
      await rm(unfinished(path), { force: true });
    }
    return chamberAt(request, path, (await headOf(git, path)) ?? '');
  }

  function chamberAt(request: ChamberRequest, path: string, base: string | null): Chamber {
    const key = basename(path);
    const { env } = options.settings();
    const own = { SYMPHONY_ITEM: request.item, SYMPHONY_IDENTIFIER: request.identifier };
    return { key, path, branch: key, baseCommit: base ?? '', ports: [], env: { ...env, ...own } };
  }

  return {
    prepare: (request) =>
      guarded(async () => {
        const folder = root();
        const key = workspaceKey(request.identifier);
        return byKey.run(key, async () => {
          await mkdir(folder, { recursive: true });
          const path = await insideRoot(folder, join(folder, key));
          if ((await kindOf(unfinished(path))) !== null) await takeAway(path);
          const kind = await kindOf(path);
          if (kind === 'other')
            throw failure(
              'refused',
              `${path} is not a folder, so it cannot be a workspace.`,
              `Move ${path} away.`,
            );
          if (kind === null) return make(request, path);
          const known = request.known?.path === path ? request.known.baseCommit : null;
          return chamberAt(request, path, known ?? (await headOf(git, path)));
        });
      }),

    inspect: (chamber): Promise<Inspection> => guarded(() => inspectFolder(git, chamber)),

    runHook: (chamber, name) =>
      guarded(async () => {
        await insideRoot(dirname(chamber.path), chamber.path);
        const run = hook(chamber, chamber.key, name);
        return name === 'before_run' ? run : noticed(run);
      }),

    // The folder the run had, also when the root is another one by now (svc-C5).
    remove: (chamber, { force }): Promise<Removal> =>
      guarded(async () => {
        const path = await insideRoot(dirname(chamber.path), chamber.path);
        if (basename(path) !== chamber.key)
          throw failure('invalid', `The workspace ${chamber.key} does not fit its path ${path}.`);
        return byKey.run(chamber.key, async () => {
          if ((await kindOf(path)) !== 'folder') return { kind: 'removed', bundle: null };
          const lost = force ? null : await whatWouldBeLost(git, chamber);
          if (lost !== null) return { kind: 'kept', reason: lost };
          await noticed(hook(chamber, chamber.key, 'before_remove'));
          await takeAway(path);
          return { kind: 'removed', bundle: null };
        });
      }),

    list: (): Promise<readonly ChamberOnDisk[]> =>
      guarded(async () => {
        const entries = await readdir(root(), { withFileTypes: true }).catch(() => []); // none was made yet
        return entries
          .filter((entry) => entry.isDirectory() && !entry.name.startsWith('~'))
          .map(({ name }) => ({
            key: name,
            path: join(root(), name),
            branch: null,
            baseCommit: null,
            item: null,
          }));
      }),
  };
}

/** There while `after_create` is at it: no key begins like this. */
const unfinished = (path: string): string => join(dirname(path), `~${basename(path)}`);

async function takeAway(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true });
  await rm(unfinished(path), { force: true });
}

const ownerOf = ({ env }: Chamber): { item?: string; identifier?: string } => ({
  ...(env.SYMPHONY_ITEM === undefined ? {} : { item: env.SYMPHONY_ITEM }),
  ...(env.SYMPHONY_IDENTIFIER === undefined ? {} : { identifier: env.SYMPHONY_IDENTIFIER }),
});

async function kindOf(path: string): Promise<'folder' | 'other' | null> {
  try {
    return (await lstat(path)).isDirectory() ? 'folder' : 'other';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
