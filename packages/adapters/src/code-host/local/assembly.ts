import {
  type AssembleRequest,
  type Assembly,
  type Evidence,
  evidenceOf,
  type Prover,
  type TrainEntry,
} from '@symphony/domain';
import type { Git } from '../../git/index.ts';
import { describeConflict, describeUnrelated, MAX_NAMED_FILES } from './conflict-report.ts';
import { committerIdentity, mergeEntry } from './merge-step.ts';
import { branchCommit, isAncestor, requireHash, treeOf } from './revision.ts';
import type { ScratchWorktree } from './scratch-worktree.ts';

export interface AssemblyParts {
  readonly git: Git;
  readonly repository: string;
  readonly scratch: ScratchWorktree;
  readonly prover: Prover;
  readonly environment: () => Record<string, string>;
}

/** The owner of the train's verify processes; one proof runs at a time, so one name is enough. */
const TRAIN_RUN = 'train';

export async function assemble(parts: AssemblyParts, request: AssembleRequest): Promise<Assembly> {
  const { git, repository, scratch } = parts;
  const base = await branchCommit(git, repository, request.target);
  const { waiting, alreadyMerged } = await sortOut(parts, request.entries, base);
  if (request.entries.length === 0) {
    // The target itself is to be proved.
    await scratch.checkOut(base);
    return {
      kind: 'assembled',
      base,
      commit: base,
      evidence: await prove(parts, request, base),
      alreadyMerged,
    };
  }
  if (waiting.length === 0) {
    // Nothing would move, so there is nothing to prove.
    const evidence = evidenceOf(await treeOf(git, repository, base), base, []);
    return { kind: 'assembled', base, commit: base, evidence, alreadyMerged };
  }
  await scratch.checkOut(base);
  const identity = await committerIdentity(git, scratch.path);
  let merged = 0;
  for (const entry of waiting) {
    const step = await mergeEntry(git, scratch.path, identity, entry);
    if (step.kind === 'merged') {
      merged += 1;
      continue;
    }
    const place = { git, scratch: scratch.path, target: request.target, entry, merged };
    const report = step.kind === 'unrelated' ? describeUnrelated(place) : await describeConflict(place, step);
    const files = step.kind === 'unrelated' ? [] : step.files.slice(0, MAX_NAMED_FILES);
    await scratch.abortMerge();
    return { kind: 'conflict', base, item: entry.item, files, report };
  }
  const commit = await git(scratch.path, 'rev-parse', '--verify', 'HEAD');
  return { kind: 'assembled', base, commit, evidence: await prove(parts, request, commit), alreadyMerged };
}

async function sortOut(
  { git, repository }: AssemblyParts,
  entries: readonly TrainEntry[],
  base: string,
): Promise<{ waiting: TrainEntry[]; alreadyMerged: string[] }> {
  const waiting: TrainEntry[] = [];
  const alreadyMerged: string[] = [];
  for (const entry of entries) {
    requireHash(entry.head);
    if (await isAncestor(git, repository, entry.head, base)) alreadyMerged.push(entry.item);
    else waiting.push(entry);
  }
  return { waiting, alreadyMerged };
}

async function prove(parts: AssemblyParts, request: AssembleRequest, commit: string): Promise<Evidence> {
  const { git, scratch, prover } = parts;
  const tree = await treeOf(git, scratch.path, commit);
  if (request.verify.length === 0 || request.provedTrees.includes(tree)) return evidenceOf(tree, commit, []);
  await scratch.furnish();
  return prover.prove({
    run: TRAIN_RUN,
    cwd: scratch.path,
    env: parts.environment(),
    tree,
    commit,
    commands: request.verify,
    timeoutMs: request.verifyTimeoutMs,
  });
}
