import { distance } from 'fastest-levenshtein';
import { inTime } from '../../process/index.ts';
import { isAncestor } from './chamber-git.ts';
import { failure } from './failure.ts';
import type { Ground } from './ground.ts';

/** A remote that does not answer must not hold work back that can start from what is here. */
const FETCH_PATIENCE_MS = 60_000;

/** Brings `origin`'s target up to date, if there is an origin. Failing is no failure: work goes on with what is local. */
export async function fetchTarget(ground: Ground, target: string): Promise<void> {
  const origin = await ground.git.try(ground.repository, ['config', '--get', 'remote.origin.url']);
  if (origin.code !== 0) return;
  const fetching = ground.git.try(ground.repository, [
    ...['-c', 'http.lowSpeedLimit=1', '-c', 'http.lowSpeedTime=30'],
    ...['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--recurse-submodules=no', 'origin'],
    `+refs/heads/${target}:refs/remotes/origin/${target}`,
  ]);
  const result = await inTime(fetching, FETCH_PATIENCE_MS, null);
  if (result?.code !== 0)
    ground.notice(
      `origin could not be asked for ${target} (${result?.stderr.trim().split('\n')[0] ?? 'no answer'}); the local state is used.`,
    );
}

/**
 * The commit a new chamber is cut from. The remote's target wins when it only adds to the local
 * one; otherwise the local target holds work nobody else has, and that must be built upon.
 */
export async function baseCommit(ground: Ground, target: string): Promise<string> {
  const refs = await branches(ground);
  const local = refs.get(`refs/heads/${target}`);
  const remote = refs.get(`refs/remotes/origin/${target}`);
  if (local && remote) return (await isAncestor(ground, local, remote)) ? remote : local;
  const only = local ?? remote;
  if (only) return only;
  throw await targetMissing(ground, target, [...refs.keys()]);
}

async function branches(ground: Ground): Promise<Map<string, string>> {
  const format = '--format=%(refname) %(objectname)';
  const lines = await ground.git(
    ground.repository,
    'for-each-ref',
    format,
    'refs/heads',
    'refs/remotes/origin',
  );
  return new Map(
    lines.split('\n').flatMap((line) => {
      const at = line.lastIndexOf(' ');
      return at > 0 ? [[line.slice(0, at), line.slice(at + 1)] as const] : [];
    }),
  );
}

async function targetMissing(ground: Ground, target: string, refs: readonly string[]) {
  const head = await ground.git.try(ground.repository, ['rev-parse', '--verify', '--quiet', 'HEAD']);
  if (refs.length === 0 && head.code !== 0)
    return failure(
      'missing',
      'The repository has no commit yet. Make a first commit, so that there is something to work from.',
      'git add -A && git commit -m "First commit"',
    );
  const near = nearest(target, refs);
  const names =
    near.length === 0 ? 'There are no branches.' : `The nearest branches are: ${near.join(', ')}.`;
  return failure(
    'missing',
    `The target branch ${target} does not exist. ${names}`,
    `Set target in .symphony/symphony.yaml to a branch that exists, or make it: git branch ${target}.`,
  );
}

function nearest(target: string, refs: readonly string[]): string[] {
  const names = new Set(refs.map((ref) => ref.replace(/^refs\/(?:heads|remotes\/origin)\//, '')));
  return [...names]
    .filter((name) => name !== 'HEAD' && !name.startsWith('symphony/'))
    .map((name) => ({ name, far: distance(name.toLowerCase(), target.toLowerCase()) }))
    .sort((a, b) => a.far - b.far || a.name.localeCompare(b.name))
    .slice(0, 3)
    .map(({ name }) => name);
}
