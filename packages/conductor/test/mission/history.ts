import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { MissionView } from '@symphony/domain';
import { seeded } from '@symphony/testkit';
import { Workshop } from '../loop/workshop.ts';
import { planOf, worker } from './mission-world.ts';
import { CHECK, RandomPlayer } from './random-player.ts';

/** What a history came to, in numbers. */
export interface HistoryEnd {
  readonly chambers: number;
  readonly merged: number;
  readonly left: number;
  readonly conflicts: number;
  readonly commits: number;
}

/**
 * One random mission with real git (M9): three to eight chambers that edit, rename, delete, conflict and
 * fail. Throws with the seed in its words when a law is broken.
 */
export async function playHistory(seed: number): Promise<HistoryEnd> {
  const chance = seeded(seed);
  const count = 3 + Math.floor(chance() * 6);
  const names = Array.from({ length: count }, (_, at) => `w${at}`);
  const workers = names.map((id, at) =>
    worker(id, {
      scope: ['**'],
      shares: names.filter((each) => each !== id),
      needs: at > 0 && chance() < 0.2 ? [`w${Math.floor(chance() * at)}`] : [],
    }),
  );
  const player = new RandomPlayer(chance);
  const files = Object.fromEntries(Array.from({ length: 6 }, (_, at) => [`src/f${at}.txt`, `file ${at}\n`]));
  const settings = {
    verify: [CHECK],
    slots: { total: 4, byState: {}, strategy: 'priority', starvationAfterMs: null } as const,
  };
  const workshop = await Workshop.open(
    [],
    { ...settings, maxRetryBackoffMs: 50, handoff: { mode: 'auto', followUp: true, maxReturns: 6 } },
    { player, files: { ...files, 'README.md': 'x\n' } },
  );
  try {
    const limits = { ...planOf([]).limits, cycles: 12 };
    await workshop.command({
      name: 'mission-start',
      plan: planOf(workers, { limits, criteria: [{ text: 'checks', check: CHECK }] }),
      approved: true,
      by: 'law',
    });
    const view = await playToEnd(workshop, chance);
    await holdLaws(workshop, player, view);
    return {
      chambers: view.chambers.length,
      merged: view.merges.reduce((sum, { merged }) => sum + merged.length, 0),
      left: view.merges.reduce((sum, { left }) => sum + left.length, 0),
      conflicts: workshop.events('handoff-returned').length,
      commits: player.commits.size,
    };
  } catch (error) {
    throw new Error(`seed ${seed}: ${(error as Error).message}`, { cause: error });
  } finally {
    await workshop.close();
  }
}

/** A person who answers by chance and brings back what is stuck. */
async function playToEnd(workshop: Workshop, chance: () => number): Promise<MissionView> {
  const { conductor } = workshop;
  const mission = () => conductor.mission('units') as MissionView;
  for (;;) {
    await workshop.until(
      'the mission moves',
      () => mission().step === 'ended' || mission().needsYou,
      120_000,
    );
    const view = mission();
    if (view.step === 'ended') return view;
    for (const { id, choices } of view.questions) {
      const wanted = choices.filter((each) => each !== 'abort');
      const text = wanted[Math.floor(chance() * wanted.length)] ?? '';
      await conductor.command({
        name: 'mission',
        mission: 'units',
        act: { kind: 'answer', question: id, text },
        by: 'law',
      });
    }
    if (view.paused) throw new Error(`it paused: ${view.now}`);
    for (const { state, item } of view.chambers)
      if (state === 'needs_human' || state === 'failed')
        await conductor.command({ name: chance() < 0.7 ? 'retry' : 'kill', item, by: 'law' });
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function holdLaws(workshop: Workshop, player: RandomPlayer, view: MissionView): Promise<void> {
  const { repository } = workshop;
  for (const { queued, merged, left } of view.merges) {
    demand(
      queued.length === merged.length + left.length,
      'merged plus stated reasons is not what was queued',
    );
    demand(
      left.every(({ reason }) => reason !== ''),
      'something was left out without a reason',
    );
    for (const { commit } of merged) await repository.git('merge-base', '--is-ancestor', commit, view.branch);
  }
  // Every commit anybody made is reachable from a branch, or kept in a bundle.
  const bundles = join(workshop.folder, 'bundles');
  for (const name of await readdir(bundles).catch(() => []))
    if (name.endsWith('.bundle'))
      await repository.git('fetch', '--quiet', join(bundles, name), `refs/*:refs/bundled/${name}/*`);
  const reachable = new Set((await repository.git('rev-list', '--all')).split('\n'));
  const lost = [...player.commits].filter((commit) => !reachable.has(commit));
  demand(lost.length === 0, `${lost.length} commits are reachable from nowhere`);
  // The target was green at every commit it ever pointed at, and so was the mission's branch.
  for (const { commit, attempt } of workshop.events('train-landed')) {
    const names = (await repository.git('ls-tree', '-r', '--name-only', commit)).split('\n');
    const together = names.filter((name) => name.startsWith('together/')).length;
    demand(!names.includes('broken.txt') && together < 2, `${attempt} landed a tree that fails the checks`);
  }
  if (view.outcome === 'done') await repository.git('merge-base', '--is-ancestor', view.branch, 'main');
  await repository.git('fsck', '--full', '--strict', '--no-dangling');
}

function demand(holds: boolean, sentence: string): void {
  if (!holds) throw new Error(sentence);
}
