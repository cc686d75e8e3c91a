import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openGit } from '@symphony/adapters/git';
import { failureOf } from '@symphony/domain';
import { defaultPlayers, isReady, offered, wayToRealPlayer } from './default-players.ts';
import { type AgentSearch, type Found, findAgents } from './find-agents.ts';
import { type GitHubRemote, readGitHubRemote } from './tracker.ts';
import { guessVerify } from './verify-guess.ts';

/** What can be told from the repository and the machine before anybody is asked. */
export interface Guess {
  readonly target: string;
  /** In the order they should run, the quick ones first. Empty when nothing is recognised. */
  readonly verify: readonly string[];
  /** Ignored folders the commands need, so that a chamber has them too. */
  readonly links: readonly string[];
  readonly handoff: 'auto' | 'review';
  readonly slots: number;
  /** The coding agents that were looked for. */
  readonly found: readonly Found[];
  /** The agents a person may choose from, the preferred one first. The rehearsal player always can play. */
  readonly choices: readonly string[];
  /** The agent that plays. */
  readonly player: string;
  /** The repository on GitHub this one is a copy of. */
  readonly remote: GitHubRemote | null;
  /** How to let a coding agent play, where none is ready; else null. */
  readonly advice: string | null;
}

/** Only reads, and spends nothing. What cannot be found out falls back to the defaults of a repository without configuration. */
export async function guess(root: string, search: AgentSearch = { agents: [], env: {} }): Promise<Guess> {
  const finding = findAgents(search);
  const files = new Set((await readdir(root).catch(nullWhenUnreadable)) ?? []);
  const read = async (name: string): Promise<string | null> =>
    files.has(name) ? readFile(join(root, name), 'utf8').catch(nullWhenUnreadable) : null;
  const repository = {
    target: await guessTarget(root),
    verify: await guessVerify(files, read),
    links: await guessLinks(root, files),
    remote: readGitHubRemote((await ask(root, ['remote', 'get-url', 'origin'])) ?? ''),
  };
  const found = await finding;
  return {
    ...repository,
    handoff: 'auto',
    slots: 4,
    found,
    choices: offered(found).map(({ agent }) => agent),
    player: defaultPlayers(found).default_player,
    advice: found.some(isReady) ? null : wayToRealPlayer(found),
  };
}

/** What the disk does not let us read (gone, a folder, not ours) says nothing about the repository. */
function nullWhenUnreadable(error: NodeJS.ErrnoException): null {
  if (error.syscall === undefined) throw error;
  return null;
}

/** The branch of the main checkout; with a detached head what the remote calls its head, `main` or `master`. */
export async function guessTarget(root: string): Promise<string> {
  const current = await ask(root, ['symbolic-ref', '--quiet', '--short', 'HEAD']);
  if (current) return current;
  const branches = (await ask(root, ['branch', '--format=%(refname:short)']))?.split('\n') ?? [];
  const remote = await ask(root, ['symbolic-ref', '--quiet', '--short', 'refs/remotes/origin/HEAD']);
  const candidates = [remote?.replace(/^origin\//, ''), 'main', 'master'];
  return candidates.find((name) => name !== undefined && branches.includes(name)) ?? 'main';
}

const LINKED = ['node_modules', '.venv', 'venv'];

async function guessLinks(root: string, files: ReadonlySet<string>): Promise<string[]> {
  const found: string[] = [];
  for (const name of LINKED.filter((each) => files.has(each))) {
    if ((await ask(root, ['check-ignore', '--quiet', name])) !== null) found.push(name);
  }
  return found;
}

/** The answer, or null when git says no or is not there: a guess needs no reason. */
async function ask(root: string, args: readonly string[]): Promise<string | null> {
  try {
    const { code, stdout } = await openGit('init').try(root, args);
    return code === 0 ? stdout.trim() : null;
  } catch (error) {
    if (failureOf(error).code === 'internal') throw error;
    return null;
  }
}
