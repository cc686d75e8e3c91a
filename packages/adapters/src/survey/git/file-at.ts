import { failure, gitFailure } from '../../chamber/worktree/failure.ts';
import type { Ground } from '../../chamber/worktree/ground.ts';

/** Above this a file is no text that somebody wrote for somebody to read. */
const MOST_BYTES = 1024 * 1024;

/** A file as it is in a commit; null when it is not there, or is a folder. */
export async function readFileAt(ground: Ground, commit: string, path: string): Promise<string | null> {
  const input = `${commit}^{commit}\n${commit}:${path}\n`;
  const asked = ['cat-file', '--batch-check=%(objecttype) %(objectname) %(objectsize)'];
  const answer = await ground.git.try(ground.repository, asked, { input });
  if (answer.code !== 0) throw gitFailure('cat-file', answer);
  const [of = '', found = ''] = answer.stdout.split('\n');
  if (!of.startsWith('commit ')) throw failure('missing', `There is no commit ${commit}.`);
  const [type, object = '', size] = found.split(' ');
  if (type !== 'blob') return null;
  if (Number(size) > MOST_BYTES)
    throw failure(
      'invalid',
      `${path} is larger than 1 MB (${size} bytes), so it is not read.`,
      'Make it shorter.',
    );
  const text = await ground.git.try(ground.repository, ['cat-file', 'blob', object]);
  if (text.code !== 0) throw gitFailure('cat-file blob', text);
  return text.stdout;
}
