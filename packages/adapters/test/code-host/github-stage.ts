import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openGitHubHost, type PullRequestSettings } from '@symphony/adapters/code-host/github';
import { openLocalHost } from '@symphony/adapters/code-host/local';
import { openGit } from '@symphony/adapters/git';
import { openGitHub } from '@symphony/adapters/github';
import { openProver } from '@symphony/adapters/prover/shell';
import type { Proposal } from '@symphony/domain';
import { makeRepository } from '@symphony/testkit';
import { openGitHubServer, PullDesk, type StoredPull, TEST_TOKEN } from '@symphony/testkit/github-server';

const run = promisify(execFile);

/** What must not be told. */
export const PLANTED = 'planted-secret-9c41';

const PLAIN: PullRequestSettings = {
  remote: 'origin',
  draft: false,
  labels: [],
  reviewers: [],
  mergeMethod: 'merge',
  deleteBranch: false,
  onWithdraw: 'close',
  requiredChecks: [],
  hear: [],
};

/** The GitHub host on a real repository with a real bare remote, and the stand-in that knows its branches. */
export async function openHostStage(
  settings: Partial<PullRequestSettings> = {},
  files: Record<string, string> = {},
) {
  const server = await openGitHubServer({ repositories: ['acme/app'] });
  const repository = await makeRepository({ files: { 'README.md': 'hello\n', ...files } });
  const remote = join(repository.path, '..', 'remote.git');
  await run('git', ['clone', '--quiet', '--bare', repository.path, remote]);
  await repository.git('remote', 'add', 'origin', remote);
  const desk = PullDesk.of(server.world);
  desk.connect('acme/app', remote);
  const git = openGit('github-stage');
  const warnings: string[] = [];
  const access = { endpoint: server.url, auth: { kind: 'token', token: TEST_TOKEN } } as const;
  const host = openGitHubHost({
    repository: repository.path,
    git,
    gitWith: (env) => openGit('github-stage', env),
    github: openGitHub({ access, sleep: async () => undefined }),
    access,
    slug: { owner: 'acme', repo: 'app' },
    settings: () => ({ ...PLAIN, ...settings }),
    now: Date.now,
    redact: (text) => text.replaceAll(PLANTED, '[hidden]'),
    warn: (message) => warnings.push(message),
    target: () => 'main',
    local: openLocalHost({
      repository: repository.path,
      scratch: join(repository.path, '..', 'scratch'),
      git,
      prover: openProver({ instance: 'github-stage' }),
      instance: 'github-stage',
      environment: () => ({}),
    }),
  });
  let commits = 0;
  const work = async (name: string): Promise<Proposal> => {
    const branch = `symphony/${name}`;
    await repository.git('checkout', '--quiet', '-B', branch, (await exists(branch)) ? branch : 'main');
    commits += 1;
    const head = await repository.commit({ [`${name}.txt`]: `${commits}\n` }, `Work on ${name}`);
    await repository.git('checkout', '--quiet', 'main');
    const result = { command: 'npm test', exitCode: 0, timedOut: false, durationMs: 1, outputTail: '' };
    const evidence = { tree: head, commit: head, results: [result], passed: true };
    return {
      item: name,
      identifier: name,
      title: `Work on ${name}`,
      branch,
      target: 'main',
      head,
      evidence,
    };
  };
  const exists = (branch: string) =>
    repository.git('rev-parse', '--verify', '--quiet', branch).then(
      () => true,
      () => false,
    );
  const pullOf = (ref: string): StoredPull => {
    const found = desk.pulls.find(({ issue }) => ref === `acme/app#${issue.number}`);
    if (!found) throw new Error(`${ref} is not there`);
    return found;
  };
  return {
    host,
    server,
    desk,
    repository,
    remote,
    warnings,
    work,
    pullOf,
    onRemote: (...args: string[]) => run('git', ['-C', remote, ...args]).then(({ stdout }) => stdout.trim()),
    end: async () => {
      await repository.remove();
      await server.close();
    },
  };
}
