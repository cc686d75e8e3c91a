import type { TrainEntry } from '@symphony/domain';
import { type ConflictPlace, describeSides, unmergedFiles } from './conflict-sides.ts';
import { short } from './revision.ts';

/**
 * What the author of a conflicting branch reads before the next turn. It is bounded in every
 * direction, because it becomes part of a prompt and of the log.
 */
const MAX_SHOWN_FILES = 10;
const MAX_COMMITS = 20;
const MAX_SAID_LINES = 20;
export const MAX_NAMED_FILES = 100;

export const describeUnrelated = ({ entry, target }: ConflictPlace): string =>
  `${titleOf(entry)} could not be merged into ${target}: the two have unrelated histories, there is no common commit to merge from.`;

export async function describeConflict(
  place: ConflictPlace,
  conflict: { readonly files: readonly string[]; readonly said: string },
): Promise<string> {
  const { entry, target, merged } = place;
  const count = conflict.files.length;
  const head = await place.git(place.scratch, 'rev-parse', 'HEAD');
  const parts = [
    `${titleOf(entry)} could not be merged into ${target} (${short(head)}${merged > 0 ? `, with ${merged} more merged before it` : ''}): ${count === 1 ? '1 file conflicts' : `${count} files conflict`}.`,
    `Ours, between <<<<<<< and =======, is ${target}. Theirs, between ======= and >>>>>>>, is the work of ${entry.identifier}.`,
    saidByGit(conflict.said),
  ];
  const unmerged = await unmergedFiles(place.git, place.scratch);
  for (const file of conflict.files.slice(0, MAX_SHOWN_FILES)) {
    const sides = await describeSides(place, file, unmerged.get(file) ?? {});
    parts.push(`--- ${file}\n${sides}`);
  }
  parts.push(unshown(conflict.files), await commitsOnTarget(place, conflict.files));
  return parts.filter((part) => part !== '').join('\n\n');
}

const titleOf = (entry: TrainEntry): string => `${entry.identifier} (${entry.title})`;

/** Git names the kind of each conflict (content, modify/delete, rename …) in lines of its own. */
function saidByGit(said: string): string {
  const lines = said.split('\n').filter((line) => line.startsWith('CONFLICT'));
  return lines.slice(0, MAX_SAID_LINES).join('\n').slice(0, 4_000);
}

function unshown(files: readonly string[]): string {
  const rest = files.slice(MAX_SHOWN_FILES, MAX_NAMED_FILES);
  if (rest.length === 0) return '';
  const beyond = files.length - MAX_SHOWN_FILES - rest.length;
  return `Also in conflict: ${rest.join(', ')}${beyond > 0 ? ` and ${beyond} more` : ''}.`;
}

async function commitsOnTarget(place: ConflictPlace, files: readonly string[]): Promise<string> {
  const { git, scratch, entry, target } = place;
  const since = await git.try(scratch, ['merge-base', 'HEAD', entry.head]);
  const range = `${since.stdout.trim()}..HEAD`;
  const format = ['--format=%h %s', '--no-show-signature', `--max-count=${MAX_COMMITS}`];
  const paths = files.slice(0, MAX_NAMED_FILES);
  const log = await git.try(scratch, ['--literal-pathspecs', 'log', ...format, range, '--', ...paths]);
  const subjects = log.code === 0 ? log.stdout.trim() : '';
  return subjects === ''
    ? ''
    : `Commits on ${target} that touched these files since the branch was cut:\n${subjects}`;
}
