import { resolve } from 'node:path';
import type { Git } from '@symphony/adapters/git';
import { failureOf } from '@symphony/domain';
import { nearest } from '../config/index.ts';
import { counted, type Finding, ok, problem, warning } from './finding.ts';
import { lookAt } from './look.ts';

/** Git and the repository, as far as Symphony depends on them. */

const LEAST_GIT = [2, 38] as const;

export interface GitSight {
  readonly findings: readonly Finding[];
  /** False: asking git anything else makes no sense. */
  readonly usable: boolean;
}

export async function checkGit(git: Git, root: string): Promise<GitSight> {
  const least = LEAST_GIT.join('.');
  const fix = `Install git ${least} or newer.`;
  const version = await git(root, '--version').catch((error: unknown) => failureOf(error));
  if (typeof version !== 'string') return { findings: [problem('git', version.message, fix)], usable: false };
  const [major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(version) ?? []).slice(1).map(Number);
  if (major < LEAST_GIT[0] || (major === LEAST_GIT[0] && minor < LEAST_GIT[1])) {
    const message = `${version} is too old; ${least} or newer is needed.`;
    return { findings: [problem('git', message, fix)], usable: false };
  }
  const seen = ok('git', `${version}.`);
  const inside = await git.try(root, ['rev-parse', '--is-inside-work-tree']);
  if (inside.stdout.trim() === 'true') {
    return { findings: [seen, ok('repository', `${root} is a git repository.`)], usable: true };
  }
  const bare = inside.code === 0;
  const finding = problem(
    'repository',
    bare
      ? `${root} has no working tree (it is a bare repository).`
      : `${root} is not inside a git repository.`,
    bare ? 'Clone it and run Symphony in the clone.' : 'Go to your repository, or make one with `git init`.',
  );
  return { findings: [seen, finding], usable: false };
}

export async function checkHistory(git: Git, root: string, target: string): Promise<Finding[]> {
  const head = await git.try(root, ['rev-parse', '--verify', '--quiet', 'HEAD']);
  const branches = (
    await git.try(root, ['for-each-ref', '--format=%(refname:lstrip=2)', 'refs/heads'])
  ).stdout
    .split('\n')
    .filter(Boolean);
  if (head.code !== 0 && branches.length === 0) {
    return [
      problem(
        'commits',
        'The repository has no commit yet.',
        'Make a first commit: `git commit --allow-empty -m "Start"`.',
      ),
    ];
  }
  const commits = ok('commits', 'The repository has commits.');
  const found = await git.try(root, ['rev-parse', '--verify', '--quiet', `refs/heads/${target}^{commit}`]);
  if (found.code === 0) return [commits, ok('target', `Work goes into \`${target}\`.`)];
  const remote = await git.try(root, ['rev-parse', '--verify', '--quiet', `refs/remotes/origin/${target}`]);
  const fix =
    remote.code === 0
      ? `Make it from the remote's: \`git branch ${target} origin/${target}\`.`
      : `Make it with \`git branch ${target}\`, or set \`target\` in .symphony/symphony.yaml.`;
  const near = nearest(
    target,
    branches.filter((name) => !name.startsWith('symphony/')),
  );
  const meant = near === null ? '.' : `; did you mean \`${near}\`?`;
  return [commits, problem('target', `There is no branch \`${target}\`${meant}`, fix)];
}

export async function checkIdentity(git: Git, root: string): Promise<Finding> {
  const email = await git.try(root, ['config', 'user.email']);
  if (email.stdout.trim() !== '') return ok('identity', 'Git knows whose name to commit under.');
  return warning(
    'identity',
    'Git has no name to commit under.',
    'Set it: `git config user.name "…"` and `git config user.email "…"`.',
  );
}

const UNFINISHED = {
  MERGE_HEAD: 'merge',
  'rebase-merge': 'rebase',
  'rebase-apply': 'rebase',
  CHERRY_PICK_HEAD: 'cherry-pick',
  REVERT_HEAD: 'revert',
  BISECT_LOG: 'bisect',
} as const;

/** The state of the main checkout: none of it stops Symphony, all of it can make a merge wait. */
export async function checkCheckout(git: Git, root: string, target: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  const names = Object.keys(UNFINISHED).flatMap((name) => ['--git-path', name]);
  const paths = (await git(root, 'rev-parse', ...names)).split('\n');
  for (const [at, what] of Object.values(UNFINISHED).entries()) {
    if (!lookAt(resolve(root, paths[at] ?? ''))) continue;
    const way = what === 'bisect' ? 'reset' : '--abort';
    const fix = `Finish it, or take it back with \`git ${what} ${way}\`.`;
    findings.push(warning('checkout', `A ${what} is under way in the main checkout.`, fix));
  }
  const head = await git.try(root, ['symbolic-ref', '--quiet', '--short', 'HEAD']);
  const branch = head.code === 0 ? head.stdout.trim() : null;
  if (branch === null) {
    findings.push(
      warning(
        'checkout',
        'The main checkout is on no branch (detached).',
        `Set \`target\` in .symphony/symphony.yaml, or check a branch out: \`git switch ${target}\`.`,
      ),
    );
  }
  const changed = (await git(root, 'status', '--porcelain', '--untracked-files=no'))
    .split('\n')
    .filter(Boolean).length;
  if (changed > 0 && branch === target) {
    findings.push(
      warning(
        'checkout',
        `${counted(changed, 'file')} in the main checkout ${changed === 1 ? 'is' : 'are'} changed and not committed; a merge that touches them waits.`,
        'Commit or stash them, or work in another branch.',
      ),
    );
  }
  if (findings.length > 0) return findings;
  return [
    ok(
      'checkout',
      `The main checkout is on \`${branch}\`${changed > 0 ? `, with ${counted(changed, 'changed file')}` : ' and clean'}.`,
    ),
  ];
}
