import { PortError, type Removing, type StaleSource, type Thing, type TrashEntry } from '@symphony/domain';
import type { Git } from '../git/index.ts';
import { guardsOf, type Standing } from './standing.ts';
import type { Trash } from './trash.ts';
import type { Uses } from './uses.ts';

export interface BranchOptions {
  readonly repository: string;
  readonly git: Git;
  readonly target: () => string;
  readonly trash: Trash;
  readonly uses: Uses;
  standing(branch: string): Standing;
}

const PREFIX = 'refs/heads/symphony/';
const NOWHERE = '0'.repeat(40);

/**
 * Branches of chambers that are gone. One goes only when every commit of it is in the target; the
 * manifest keeps its commit, so that restoring makes the same branch again.
 */
export function openBranches(options: BranchOptions): StaleSource {
  const { repository, git, trash, uses } = options;

  const list = async (): Promise<readonly Thing[]> => {
    const [refs, merged, places, known] = [
      await branchesIn(git, repository),
      await mergedBranches(git, repository, options.target()),
      await checkedOut(git, repository),
      await uses.all(),
    ];
    return refs.map(({ ref, at }) => {
      const branch = ref.slice('refs/heads/'.length);
      const id = `branch:${branch}`;
      const { guards, training, usedAt } = options.standing(branch);
      const place = places.get(ref);
      return {
        id,
        kind: 'branch',
        label: branch,
        size: 0,
        createdAt: at,
        lastUsedAt: Math.max(at, usedAt ?? 0, known.get(id)?.at ?? 0),
        uses: known.get(id)?.count ?? 0,
        quality: null,
        tags: [],
        guards: guardsOf(guards, {
          running: place === undefined ? null : `it is checked out in ${place}`,
          unmerged: merged.has(ref) ? null : `not all of it is in ${options.target()}`,
        }),
        references: [],
        training,
        tier: 'hot',
        tiers: ['hot'],
        content: null,
      } satisfies Thing;
    });
  };

  const commitAt = async (ref: string): Promise<string | null> => {
    const found = await git.try(repository, ['rev-parse', '--verify', '--quiet', `${ref}^{commit}`]);
    return found.code === 0 ? found.stdout.trim() : null;
  };

  return {
    kind: 'branch',
    list,
    async recover() {
      for (const entry of await trash.entries('branch'))
        if ((await commitAt(refOf(entry))) === entry.facts.commit) await trash.drop(entry);
    },
    async remove(thing: Thing, because: Removing) {
      const ref = `refs/heads/${thing.label}`;
      // Asked once more, at the last moment: a commit may have been added since it was listed.
      const now = (await list()).find(({ id }) => id === thing.id);
      const why = now?.guards.running ?? now?.guards.unmerged ?? null;
      const commit = await commitAt(ref);
      if (now === undefined || commit === null)
        throw new PortError({ code: 'missing', message: `The branch ${thing.label} is not there any more.` });
      if (why !== null) throw new PortError({ code: 'refused', message: `${thing.label} stays: ${why}.` });
      const entry = await trash.begin(thing, because, { facts: { ref, commit }, needs: [] });
      await git(repository, 'update-ref', '-d', ref, commit);
      return entry;
    },
    async restore(entry) {
      const { commit = '' } = entry.facts;
      const there = await commitAt(refOf(entry));
      if (there !== null && there !== commit)
        throw new PortError({
          code: 'conflict',
          message: `The branch ${entry.label} exists again and is elsewhere.`,
          nextStep: `Make it under another name: git branch NAME ${commit.slice(0, 12)}.`,
        });
      if (there === null)
        await git(repository, 'update-ref', refOf(entry), commit, NOWHERE.slice(0, commit.length));
      await trash.drop(entry);
    },
    purge: (entry) => trash.drop(entry),
  };
}

/** Only a branch of ours: a manifest must not lead to another one. */
function refOf(entry: TrashEntry): string {
  const ref = entry.facts.ref ?? '';
  if (ref.startsWith(PREFIX)) return ref;
  throw new PortError({
    code: 'invalid',
    message: `The manifest of ${entry.id} names no branch of Symphony.`,
  });
}

async function branchesIn(git: Git, repository: string): Promise<{ ref: string; at: number }[]> {
  const format = '--format=%(committerdate:unix) %(refname)';
  return lines(await git(repository, 'for-each-ref', format, PREFIX)).map((line) => {
    const gap = line.indexOf(' ');
    return { ref: line.slice(gap + 1), at: Number(line.slice(0, gap)) * 1000 };
  });
}

async function mergedBranches(git: Git, repository: string, target: string): Promise<Set<string>> {
  const merged = new Set<string>();
  for (const where of [`refs/heads/${target}`, `refs/remotes/origin/${target}`]) {
    const found = await git.try(repository, [
      'for-each-ref',
      '--format=%(refname)',
      `--merged=${where}`,
      PREFIX,
    ]);
    if (found.code === 0) for (const ref of lines(found.stdout)) merged.add(ref);
  }
  return merged;
}

/** By branch, the worktree that has it. */
async function checkedOut(git: Git, repository: string): Promise<Map<string, string>> {
  const places = new Map<string, string>();
  let path = '';
  for (const field of (await git(repository, 'worktree', 'list', '--porcelain', '-z')).split('\0')) {
    if (field.startsWith('worktree ')) path = field.slice('worktree '.length);
    if (field.startsWith('branch ')) places.set(field.slice('branch '.length), path);
  }
  return places;
}

const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '');
