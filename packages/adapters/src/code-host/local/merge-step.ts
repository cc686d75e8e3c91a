import { PortError, type TrainEntry } from '@symphony/domain';
import { type Git, isDiskTrouble } from '../../git/index.ts';
import { IN_SCRATCH } from './unattended.ts';

/** What merging one entry onto the scratch worktree's HEAD came to. A conflict is left in the index. */
export type MergeStep =
  | { readonly kind: 'merged' }
  | { readonly kind: 'conflict'; readonly files: readonly string[]; readonly said: string }
  | { readonly kind: 'unrelated' };

/** Does nothing, successfully, when an earlier entry brought this one along. */
export async function mergeEntry(
  git: Git,
  scratch: string,
  identity: readonly string[],
  entry: TrainEntry,
): Promise<MergeStep> {
  const merge = await git.try(scratch, [
    ...IN_SCRATCH,
    ...identity,
    'merge',
    ...['--no-ff', '--commit', '--no-edit', '--no-squash', '--no-stat', '--no-verify', '--no-signoff'],
    ...['--strategy=ort', '--cleanup=whitespace'],
    ...['-m', `Merge ${oneLine(entry.identifier)}: ${oneLine(entry.title)}`],
    ...['-m', `Symphony-Item: ${oneLine(entry.item)}`],
    entry.head,
  ]);
  if (merge.code === 0) return { kind: 'merged' };
  if (merge.stderr.includes('refusing to merge unrelated histories')) return { kind: 'unrelated' };
  const unmerged = await git(scratch, 'diff', '--name-only', '--diff-filter=U', '-z');
  const files = [...new Set(unmerged.split('\0'))].filter((file) => file !== '');
  if (files.length > 0) return { kind: 'conflict', files, said: merge.stdout };
  const said = (merge.stderr || merge.stdout).trim().split('\n').slice(0, 6).join(' / ').slice(0, 600);
  const code = isDiskTrouble(said) ? 'disk' : 'refused';
  throw new PortError({ code, message: `git could not merge ${entry.identifier}: ${said}` });
}

/**
 * Ours only where the user has none. Git would otherwise refuse, or make up an address from the
 * machine's name; what the environment names still goes first.
 */
export async function committerIdentity(git: Git, scratch: string): Promise<string[]> {
  const asked = ['-c', 'user.useConfigOnly=true', 'var'];
  const author = await git.try(scratch, [...asked, 'GIT_AUTHOR_IDENT']);
  const committer = await git.try(scratch, [...asked, 'GIT_COMMITTER_IDENT']);
  if (author.code === 0 && committer.code === 0) return [];
  return ['-c', 'user.name=Symphony', '-c', 'user.email=symphony@localhost'];
}

/** Titles come from trackers: line breaks and control characters would change the message's form. */
const oneLine = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: taking them out is the point
    .replaceAll(/[\u0000-\u001f\u007f\s]+/g, ' ')
    .trim()
    .slice(0, 200);
