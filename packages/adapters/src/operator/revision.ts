import { PortError } from '@symphony/domain';
import type { OperatorPlace } from './operator.ts';

/**
 * The commit a name stands for. From there on only the hash is used, so that a branch that moves
 * meanwhile, or a name that looks like an option, changes nothing.
 */
export async function commitOf(
  { git, repository }: Pick<OperatorPlace, 'git' | 'repository'>,
  name: string,
): Promise<string> {
  const asked = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`];
  const { code, stdout } = await git.try(repository, asked);
  if (code === 0) return stdout.trim();
  throw new PortError({
    code: 'missing',
    message: `There is no branch, tag or commit "${name}" in this repository.`,
    nextStep: '`git branch --all` and `git tag` list the names there are.',
  });
}
