import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Git } from '@symphony/adapters/git';
import {
  type AgentNeeds,
  type EncloseRequest,
  type Enclosure,
  PortError,
  type Sandbox,
  type SandboxProfile,
} from '@symphony/domain';
import { belowHome, CACHES, makeOwn, REGISTRIES } from './places.ts';

export interface EnclosingOptions {
  readonly sandbox: Sandbox;
  readonly git: Git;
  /** The main working tree. */
  readonly repository: string;
  /** What the configuration adds. Asked again for every run. */
  extra(): { readonly hosts: readonly string[]; readonly caches: readonly string[] };
}

export interface Enclosed {
  readonly run: string;
  readonly profile: SandboxProfile;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly needs: AgentNeeds | undefined;
  /** Hosts of this run besides: its host tools, a model's own address. */
  readonly hosts: readonly string[];
  readonly tmp: string;
  refused(what: string): void;
}

/** Puts a run into its sandbox; null where none is asked for. */
export async function enclose(options: EnclosingOptions, run: Enclosed): Promise<Enclosure | null> {
  if (run.profile === 'off') return null;
  const { sandbox, repository } = options;
  const home = run.env.HOME ?? homedir();
  const own = await makeOwn((run.needs?.own ?? []).map((path) => belowHome(path, home)));
  const { gitDir, common } = await gitFolders(options.git, run.cwd);
  const extra = options.extra();
  const standard = run.profile === 'standard';
  const request: EncloseRequest = {
    run: run.run,
    profile: run.profile,
    chamber: run.cwd,
    repository,
    writable: [common, gitDir, ...own, run.tmp],
    readOnly: [
      ...(run.needs?.program ?? []),
      ...gitSettings(run.cwd, gitDir, common),
      ...ofThePerson(home, run.env),
    ],
    caches: standard ? [...CACHES, ...extra.caches].map((path) => belowHome(path, home)) : [],
    hosts: [
      ...new Set([
        ...(run.needs?.hosts ?? []),
        ...run.hosts,
        ...addressesIn(run.needs, run.env),
        ...extra.hosts,
        ...(standard ? REGISTRIES : []),
      ]),
    ],
    home,
    path: run.env.PATH ?? '',
    refused: run.refused,
  };
  return await sandbox.enclose(request);
}

/** An agent that could write these would have its own programs run by the person's git, or lead it elsewhere. */
const gitSettings = (chamber: string, gitDir: string, common: string): string[] => [
  join(common, 'hooks'),
  join(common, 'config'),
  ...[
    join(common, 'info'),
    join(chamber, '.git'),
    join(gitDir, 'commondir'),
    join(gitDir, 'gitdir'),
    join(gitDir, 'config.worktree'),
  ].filter((path) => path !== gitDir && existsSync(path)),
];

/** What an agent's commands read of the hidden home: who commits, and whom to trust. */
const ofThePerson = (home: string, env: Readonly<Record<string, string>>): string[] =>
  [
    join(home, '.gitconfig'),
    // Not the folder: git may keep passwords in it.
    ...['config', 'ignore', 'attributes'].map((name) => join(home, '.config', 'git', name)),
    env.NODE_EXTRA_CA_CERTS ?? '',
  ].filter((path) => path !== '' && existsSync(path));

/** A model server of the person's own (`ANTHROPIC_BASE_URL` …) is one of the agent's hosts. */
function addressesIn(
  needs: AgentNeeds | undefined,
  env: Readonly<Record<string, string>>,
): readonly string[] {
  return (needs?.variables ?? []).flatMap((name) => {
    const value = env[name];
    if (value === undefined || !URL.canParse(value)) return [];
    const { hostname, port } = new URL(value);
    return hostname === '' ? [] : [port === '' ? hostname : `${hostname}:${port}`];
  });
}

async function gitFolders(git: Git, cwd: string): Promise<{ gitDir: string; common: string }> {
  const found = await git.try(cwd, ['rev-parse', '--path-format=absolute', '--git-dir', '--git-common-dir']);
  const [gitDir, common] = found.stdout.trim().split('\n');
  if (found.code !== 0 || !gitDir || !common)
    throw new PortError({ code: 'invalid', message: `${cwd} is not a git worktree: it cannot be enclosed.` });
  return { gitDir, common };
}
