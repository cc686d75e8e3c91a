import { type Mark, marksIn } from '@symphony/domain';
import { gitFailure } from '../../chamber/worktree/failure.ts';
import type { Ground } from '../../chamber/worktree/ground.ts';
import { addedLines } from './added-lines.ts';

/** No more than this is read: two versions of a file at most make up its difference. */
const MOST_BYTES = 50 * 1024 * 1024;
/** Names on one command line. */
const AT_ONCE = 200;

/**
 * Only files whose difference has a line with something shaped like a mark: most of the time there is
 * none, and git answers with nothing. What is no text by git's reckoning is left out.
 */
const DIFFERENCE = [
  ...['diff-tree', '-r', '--find-renames', '-G[A-Z]_[A-Z]+:'],
  ...['--no-color', '--no-ext-diff', '--no-textconv'],
];

interface Changed {
  /** The old one too where it moved, so that git sees that it moved. */
  readonly paths: readonly string[];
  readonly objects: readonly string[];
}

/** Marks in lines that `head` has and `base` has not. */
export async function marksBetween(ground: Ground, base: string, head: string): Promise<readonly Mark[]> {
  const asked = [...DIFFERENCE, '--raw', '-z', '--no-abbrev', base, head];
  const changed = rawEntries(await ground.git(ground.repository, ...asked));
  const readable = await withinBounds(ground, changed);
  const marks: Mark[] = [];
  for (let at = 0; at < readable.length; at += AT_ONCE) {
    const paths = readable.slice(at, at + AT_ONCE).flatMap((each) => each.paths);
    const patch = [
      '--patch',
      '--unified=0',
      '--src-prefix=a/',
      '--dst-prefix=b/',
      base,
      head,
      '--',
      ...paths,
    ];
    marks.push(
      ...marksIn(
        addedLines(await ground.git(ground.repository, '--literal-pathspecs', ...DIFFERENCE, ...patch)),
      ),
    );
  }
  return marks;
}

/** `:mode mode object object status`, then one path, or two for what moved. */
function rawEntries(listed: string): readonly Changed[] {
  const parts = listed.split('\0');
  const entries: Changed[] = [];
  for (let at = 0; at < parts.length; ) {
    const [, , before = '', after = '', status = ''] = (parts[at] ?? '').split(' ');
    if (status === '') break;
    const names = /^[RC]/.test(status) ? 2 : 1;
    entries.push({ paths: parts.slice(at + 1, at + 1 + names), objects: [before, after] });
    at += 1 + names;
  }
  return entries;
}

async function withinBounds(ground: Ground, changed: readonly Changed[]): Promise<readonly Changed[]> {
  if (changed.length === 0) return [];
  const input = changed.flatMap(({ objects }) => objects.map((object) => `${object}\n`)).join('');
  const asked = ['cat-file', '--batch-check=%(objectsize)'];
  const answer = await ground.git.try(ground.repository, asked, { input });
  if (answer.code !== 0) throw gitFailure('cat-file', answer);
  // A file that is new or gone has no object on one side.
  const sizes = answer.stdout.split('\n').map((size) => (/^\d+$/.test(size) ? Number(size) : 0));
  let left = MOST_BYTES;
  return changed.filter(({ paths }, at) => {
    const size = (sizes[2 * at] ?? 0) + (sizes[2 * at + 1] ?? 0);
    if (size > left) {
      ground.notice(`${paths.at(-1)} is too large to be searched for marks.`);
      return false;
    }
    left -= size;
    return true;
  });
}
