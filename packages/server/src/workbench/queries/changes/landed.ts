import type { QueryParts } from '../handlers.ts';
import { commitOf } from './revision.ts';

/** A train lands several items with one commit on top; theirs are the merges below it. */
const MOST_MERGES = 1_000;

/**
 * The merge that brought `head` to the target, and what the target was before it. Null when there
 * is no such merge, or none any more.
 */
export async function landedAs(
  { git, root }: Pick<QueryParts, 'git' | 'root'>,
  top: string,
  head: string | null,
): Promise<{ readonly base: string | null; readonly head: string } | null> {
  const landed = await commitOf(git, root, top);
  if (landed === null) return null;
  const listed = await git.try(root, [
    ...['rev-list', '--first-parent', '--parents', `--max-count=${MOST_MERGES}`],
    landed,
  ]);
  if (listed.code !== 0) return null;
  const commits = listed.stdout
    .trim()
    .split('\n')
    .map((line) => line.split(' '));
  const own = head === null ? commits[0] : commits.find(([, , ...merged]) => merged.includes(head));
  if (!own) return null;
  const [commit = landed, first = null] = own;
  return { base: first, head: commit };
}
