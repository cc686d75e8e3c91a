import { createHash } from 'node:crypto';
import type { ItemId } from '@symphony/domain';
import type { Git } from '../../git/index.ts';
import { UNATTENDED } from './unattended.ts';

/**
 * A proposed commit is kept by a ref of its own, so that neither a rewritten branch nor git's
 * clean-up can lose it before it is merged.
 */
const FOLDER = 'refs/symphony/handoff';

/** Made from the item alone, because a withdrawal names nothing else. */
export function handoffRef(item: ItemId): string {
  const readable = item.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 60);
  const hash = createHash('sha256').update(item).digest('hex').slice(0, 16);
  return `${FOLDER}/${readable}-${hash}`;
}

export async function keepHandoff(git: Git, repository: string, item: ItemId, head: string): Promise<void> {
  await git(repository, ...UNATTENDED, 'update-ref', handoffRef(item), head);
}

export async function dropHandoff(git: Git, repository: string, item: ItemId): Promise<void> {
  await git(repository, ...UNATTENDED, 'update-ref', '-d', handoffRef(item));
}

/**
 * Drops the refs the target has made superfluous. A failure is passed over: the next landing looks
 * again, and a ref too many costs nothing but its name.
 */
export async function dropMergedHandoffs(git: Git, repository: string, targetRef: string): Promise<void> {
  const format = '--format=delete %(refname) %(objectname)';
  const merged = await git.try(repository, ['for-each-ref', format, `--merged=${targetRef}`, `${FOLDER}/`]);
  if (merged.code !== 0 || merged.stdout === '') return;
  await git.try(repository, [...UNATTENDED, 'update-ref', '--stdin'], { input: merged.stdout });
}
