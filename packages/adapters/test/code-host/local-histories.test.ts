import type { Proposal, TrainEntry } from '@symphony/domain';
import { afterAll, expect, test } from 'vitest';
import { LocalStage } from './local-stage.ts';
import { SeededChance, writeHistory } from './random-history.ts';
import { SampleRepository } from './sample-repository.ts';

/** `SEED=123 HISTORIES=1` plays one history again. */
const FIRST_SEED = Number(process.env.SEED ?? 1);
const HISTORIES = Number(process.env.HISTORIES ?? 12);

const seen = { merged: 0, conflicts: 0, moved: 0 };

const proposalOf = (entry: TrainEntry): Proposal => ({
  ...entry,
  branch: entry.branch,
  target: 'main',
  evidence: { tree: '', commit: entry.head, results: [], passed: true },
});

for (let seed = FIRST_SEED; seed < FIRST_SEED + HISTORIES; seed += 1) {
  test(`M9 no commit is lost in a random history (seed ${seed})`, async () => {
    const chance = new SeededChance(seed);
    const repository = await SampleRepository.make();
    try {
      const { entries, commits } = writeHistory(repository, chance);
      const stage = LocalStage.on(repository);
      repository.git('reset', '--quiet', '--hard');
      const where = chance.pick(['checked out', 'checked out', 'detached', 'elsewhere']);
      if (where === 'detached') repository.git('checkout', '--quiet', '--detach');
      if (where === 'elsewhere') repository.git('checkout', '--quiet', '-b', 'elsewhere');
      for (const entry of entries) {
        await stage.host.propose(proposalOf(entry));
        // From here on only the handoff ref keeps the commit.
        if (chance.below(3) === 0) repository.git('branch', '--quiet', '-D', entry.branch);
      }
      const { merged, conflicts } = await playTrain(stage, entries, chance);
      expect(merged.length + conflicts.length).toBe(entries.length);
      for (const entry of merged) expect(stage.isMerged(entry.head)).toBe(true);
      for (const entry of conflicts) {
        // A branch that conflicted may still come in with one that was built on it.
        const carried = merged.some(({ head }) => repository.contains(head, entry.head));
        expect(stage.isMerged(entry.head)).toBe(carried);
      }
      const reachable = new Set(repository.git('rev-list', '--all').split('\n'));
      expect(commits.filter((commit) => !reachable.has(commit))).toEqual([]);
      expect(repository.git('fsck', '--connectivity-only', '--no-dangling')).toBe('');
      expect(repository.git('status', '--porcelain')).toBe('');
    } finally {
      await repository.remove();
    }
  });
}

/** The smallest train there can be: whatever conflicts is set aside, everything else lands. */
async function playTrain(stage: LocalStage, entries: readonly TrainEntry[], chance: SeededChance) {
  const queue = [...entries];
  const merged: TrainEntry[] = [];
  const conflicts: TrainEntry[] = [];
  while (queue.length > 0) {
    const before = stage.target;
    const batch = queue.slice(0, 1 + chance.below(3));
    const assembly = await stage.assemble(batch);
    expect(stage.target).toBe(before);
    if (assembly.kind === 'conflict') {
      const at = queue.findIndex((entry) => entry.item === assembly.item);
      conflicts.push(...queue.splice(at, 1));
      seen.conflicts += 1;
      continue;
    }
    if (chance.below(5) === 0) await moveTarget(stage, chance);
    const moved = stage.target !== before && assembly.commit !== before;
    const landing = await stage.land(assembly);
    expect(landing).toEqual(moved ? { kind: 'moved', now: stage.target } : { kind: 'landed' });
    if (moved) seen.moved += 1;
    if (moved) continue;
    if (stage.target === assembly.commit)
      expect(stage.repository.git('rev-parse', 'main^{tree}')).toBe(assembly.evidence.tree);
    expect(stage.isMerged(before)).toBe(true);
    merged.push(...queue.splice(0, batch.length));
    seen.merged += batch.length;
  }
  return { merged, conflicts };
}

async function moveTarget({ repository, target }: LocalStage, chance: SeededChance): Promise<void> {
  const file = `foreign-${chance.below(1e9)}.txt`;
  if (repository.git('rev-parse', '--abbrev-ref', 'HEAD') === 'main') {
    await repository.commit('Somebody else', { [file]: 'x\n' });
    return;
  }
  const commit = repository.git('commit-tree', `${target}^{tree}`, '-p', target, '-m', 'Somebody else');
  repository.git('update-ref', 'refs/heads/main', commit);
}

afterAll(() => {
  // Histories that never conflict or never move would prove nothing.
  if (HISTORIES >= 12) for (const count of Object.values(seen)) expect(count).toBeGreaterThan(1);
});
