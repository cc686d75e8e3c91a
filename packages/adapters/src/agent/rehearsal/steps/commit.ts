import { done, failed, type Stage, type StepEnd } from '../stage.ts';
import { commitStaged, git, headOf, isMerging, removeStaleLocks } from './git.ts';

/**
 * Commits everything. The head before is recorded: where it has moved on by one commit, an
 * interrupted commit had been made and is not made again.
 */
export function commitStep(stage: Stage, message: string): StepEnd {
  const { cwd, journal } = stage;
  if (journal.interrupted) removeStaleLocks(cwd);
  const { head } = journal.begin('commit', () => ({ kind: 'commit', head: headOf(cwd) }));
  if (journal.interrupted && wasMade(cwd, head))
    return done(`committed ${short(headOf(cwd))} before the interruption`);

  const staged = git(cwd, ['add', '--all']);
  if (staged.code !== 0) return failed(`git add failed: ${staged.tail}`);
  const changed = git(cwd, ['diff', '--cached', '--quiet']).code !== 0;
  if (!changed && !isMerging(cwd)) return nothingToCommit();
  const said = commitStaged(cwd, message);
  if (said.code !== 0) return failed(`git commit failed: ${said.tail}`);
  return done(`committed ${short(headOf(cwd))} ${message.split('\n')[0]}`);
}

function wasMade(cwd: string, before: string | null): boolean {
  const head = headOf(cwd);
  if (head === null || head === before) return false;
  const parent = git(cwd, ['rev-parse', '--verify', '--quiet', 'HEAD^1']);
  return before === null ? parent.code !== 0 : parent.out === before;
}

const nothingToCommit = (): StepEnd => ({
  kind: 'done',
  summary: 'nothing to commit',
  told: { type: 'message', text: 'There was nothing to commit.' },
});

export const short = (commit: string | null): string => (commit ?? '').slice(0, 10);
