import { type Git, openGit } from '@symphony/adapters/git';
import { PortError } from '@symphony/domain';
import { checkGit, checkHistory, type Finding } from './doctor/index.ts';
import type { Workplace } from './workplace.ts';

/**
 * What `doctor` calls a problem of git or of the repository refuses the start: every item would fail
 * for the same reason, each with all its retries. `wanted` overrides the configured target and is
 * made from it when missing.
 */
export async function preflight(
  { root, instance }: Workplace,
  target: string,
  wanted: string | null,
): Promise<void> {
  const git = openGit(instance);
  refuseOn((await checkGit(git, root)).findings);
  if (wanted !== null && (await hasBranch(git, root, wanted))) return;
  refuseOn(await checkHistory(git, root, target));
  if (wanted !== null) await makeBranch(git, root, wanted, target);
}

function refuseOn(findings: readonly Finding[]): void {
  const wrong = findings.find(({ status }) => status === 'problem');
  if (!wrong) return;
  const nextStep = wrong.fix === null ? {} : { nextStep: wrong.fix };
  throw new PortError({ code: 'refused', message: wrong.message, ...nextStep });
}

async function hasBranch(git: Git, root: string, name: string): Promise<boolean> {
  const found = await git.try(root, ['rev-parse', '--verify', '--quiet', `refs/heads/${name}^{commit}`]);
  return found.code === 0;
}

async function makeBranch(git: Git, root: string, name: string, from: string): Promise<void> {
  const named = await git.try(root, ['check-ref-format', '--branch', name]);
  if (named.code !== 0) {
    throw new PortError({
      code: 'invalid',
      message: `${JSON.stringify(name)} cannot be the name of a branch.`,
      nextStep: 'Name another one with `--target`.',
    });
  }
  await git(root, 'branch', '--no-track', '--', name, from);
}
