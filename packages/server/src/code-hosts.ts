import type { GitHubHostOptions, HostGround, PullRequestSettings } from '@symphony/adapters/code-host/github';
import { type Git, openGit } from '@symphony/adapters/git';
import { type CodeHost, PortError } from '@symphony/domain';
import type { LoadedConfig } from './config/index.ts';
import type { Redact } from './hosting/redact.ts';
import { warn } from './warning.ts';
import type { Workplace } from './workplace.ts';

/** Which code host the configuration asks for. What it needs is loaded when it is first used. */

export interface CodeHostParts {
  readonly workplace: Workplace;
  readonly git: Git;
  readonly config: () => LoadedConfig;
  readonly target: () => string;
  readonly local: CodeHost;
  readonly redact: () => Redact;
}

export function composeCodeHost(parts: CodeHostParts): CodeHost {
  if (parts.config().config.code_host.kind === 'local') return parts.local;
  let opening: Promise<CodeHost> | null = null;
  const host = (): Promise<CodeHost> => {
    opening ??= openHost(parts).catch((error: unknown) => {
      opening = null; // a remote that is added later is found then
      throw error;
    });
    return opening;
  };
  const reviews = async () => {
    const { reviews: found } = await host();
    if (!found) throw new PortError({ code: 'refused', message: 'This code host knows no pull requests.' });
    return found;
  };
  return {
    kind: 'github',
    propose: async (proposal) => (await host()).propose(proposal),
    withdraw: async (item, ref) => (await host()).withdraw(item, ref),
    assemble: (request) => parts.local.assemble(request),
    land: (request) => parts.local.land(request),
    reviews: {
      decides: (branch) => branch === parts.target(),
      look: async (refs) => (await reviews()).look(refs),
      merge: async (ref, head) => (await reviews()).merge(ref, head),
      mayWrite: async (author) => (await reviews()).mayWrite(author),
      comment: async (ref, key, text) => (await reviews()).comment(ref, key, text),
    },
  };
}

async function openHost(parts: CodeHostParts): Promise<CodeHost> {
  const { openGitHubHost } = await import('@symphony/adapters/code-host/github');
  const { workplace, git, config, redact } = parts;
  const ground = await openGround({
    root: workplace.root,
    instance: workplace.instance,
    git,
    config,
    redact: (text) => redact()(text),
  });
  const options: GitHubHostOptions = { ...ground, local: parts.local, target: parts.target };
  return openGitHubHost(options);
}

/** What pull requests need: the client, and which repository it is over there. */
export async function openGround(place: {
  readonly root: string;
  readonly instance: string;
  readonly git: Git;
  readonly config: () => LoadedConfig;
  /** Left out where nothing is looked at. */
  readonly redact?: HostGround['redact'];
}): Promise<HostGround> {
  const { root, git, instance, config, redact = (text) => text } = place;
  const [{ openGitHub, readGitHubAccess }, { slugOf }] = await Promise.all([
    import('@symphony/adapters/github'),
    import('@symphony/adapters/code-host/github'),
  ]);
  const { access, problems } = readGitHubAccess(config().codeHost, process.env);
  const first = problems[0];
  if (first)
    throw new PortError({
      code: 'invalid',
      message: `\`code_host.provider.${first.path.join('.')}\` ${first.sentence}`,
    });
  const { remote, repository } = config().config.code_host;
  const address = repository ?? (await git.try(root, ['remote', 'get-url', remote])).stdout.trim();
  const slug = repository === null ? slugOf(address) : slugOf(`github:${repository}`);
  if (!slug)
    throw new PortError({
      code: 'missing',
      message: `Which repository on GitHub \`${remote}\` is cannot be told from its address.`,
      nextStep: 'Write it as code_host.repository: owner/name.',
    });
  return {
    repository: root,
    git,
    gitWith: (env) => openGit(instance, env),
    github: openGitHub({ access }),
    access,
    slug,
    settings: () => pullRequestSettings(config()),
    now: Date.now,
    redact,
    warn,
  };
}

const pullRequestSettings = ({ config }: LoadedConfig): PullRequestSettings => ({
  remote: config.code_host.remote,
  draft: config.code_host.draft,
  labels: config.code_host.labels,
  reviewers: config.code_host.reviewers,
  mergeMethod: config.code_host.merge_method,
  deleteBranch: config.code_host.delete_branch,
  onWithdraw: config.code_host.on_withdraw,
  requiredChecks: config.code_host.required_checks,
  hear: config.code_host.hear,
});
