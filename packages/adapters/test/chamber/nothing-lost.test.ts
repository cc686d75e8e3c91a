import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Chamber } from '@symphony/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Hall, openHall, request, soundness } from './hall.ts';

/**
 * Random histories of two items: whatever is committed or written is, at the end, in the target, in
 * the chamber or in a bundle that can be restored.
 */
type Step =
  | {
      readonly kind: 'prepare' | 'merge' | 'remove' | 'force' | 'restore' | 'restart' | 'detach';
      readonly item: string;
    }
  | { readonly kind: 'commit' | 'write' | 'stage'; readonly item: string; readonly file: string };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constantFrom('commit' as const, 'write' as const, 'stage' as const),
        item: fc.constantFrom('A', 'B'),
        file: fc.constantFrom('README.md', 'new.txt', 'deep/ü.txt'),
      }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constantFrom(
          ...(['prepare', 'merge', 'remove', 'force', 'force', 'restore', 'restart', 'detach'] as const),
        ),
        item: fc.constantFrom('A', 'B'),
      }),
    },
  ),
  { minLength: 4, maxLength: 10 },
);

interface Life {
  chamber: Chamber | null;
  there: boolean;
  /** Every commit the item ever made. */
  readonly commits: string[];
  /** What is uncommitted now. */
  uncommitted: Map<string, string>;
  /** The last bundle, and what was uncommitted in it. */
  bundle: { file: string; uncommitted: Map<string, string> } | null;
}

async function play(hall: Hall, history: readonly Step[]): Promise<Map<string, Life>> {
  const lives = new Map<string, Life>();
  let chambers = hall.chambers;
  let number = 0;
  for (const step of history) {
    const life = lives.get(step.item) ?? {
      chamber: null,
      there: false,
      commits: [],
      uncommitted: new Map(),
      bundle: null,
    };
    lives.set(step.item, life);
    number += 1;
    if (step.kind === 'restart') chambers = hall.restarted();
    if (step.kind === 'restore' && life.bundle && !life.there) {
      await chambers.restore(life.bundle.file);
      Object.assign(life, { there: true, uncommitted: life.bundle.uncommitted, bundle: null });
      continue;
    }
    if (step.kind === 'prepare' || life.chamber === null) {
      life.chamber = await chambers.prepare(request(step.item, life.chamber));
      life.there = true;
    }
    if (!life.there) continue;
    const work = hall.in(life.chamber);
    const text = `${step.item} ${number}\n`;
    if (step.kind === 'write' || step.kind === 'stage') {
      await work.write({ [step.file]: text });
      life.uncommitted.set(step.file, text);
      if (step.kind === 'stage') await work.git('add', '--all');
    } else if (step.kind === 'commit') {
      life.commits.push(await work.commit({ [step.file]: text }, text));
      life.uncommitted = new Map();
    } else if (step.kind === 'detach') await work.git('checkout', '--quiet', '--detach');
    else if (step.kind === 'merge')
      await hall.repository.git(
        'merge',
        '--quiet',
        '--no-edit',
        '--strategy=ours',
        await work.git('rev-parse', 'HEAD'),
      );
    else if (step.kind === 'remove' || step.kind === 'force') {
      const removal = await chambers.remove(life.chamber, { target: 'main', force: step.kind === 'force' });
      if (removal.kind === 'kept') continue;
      if (life.uncommitted.size > 0) expect(removal.bundle).not.toBeNull();
      life.there = false;
      if (removal.bundle) life.bundle = { file: removal.bundle, uncommitted: life.uncommitted };
      life.uncommitted = new Map();
    }
  }
  return lives;
}

async function expectNothingLost(hall: Hall, lives: ReadonlyMap<string, Life>): Promise<void> {
  // Only refs, chambers and bundles count, not what git has not yet collected.
  const heads = ['main'];
  for (const name of await readdir(hall.bundles).catch(() => [])) {
    const file = join(hall.bundles, name);
    await hall.repository.git('bundle', 'verify', '--quiet', file);
    heads.push(
      ...(await hall.repository.git('bundle', 'list-heads', file))
        .split('\n')
        .map((line) => line.slice(0, 40)),
    );
  }
  for (const life of lives.values()) {
    if (!life.chamber || !life.there) continue;
    heads.push(await hall.in(life.chamber).git('rev-parse', 'HEAD'), life.chamber.branch);
    for (const [file, text] of life.uncommitted) expect(await hall.in(life.chamber).read(file)).toBe(text);
  }
  const reachable = new Set((await hall.repository.git('rev-list', ...heads)).split('\n'));
  for (const life of lives.values())
    expect(life.commits.filter((commit) => !reachable.has(commit))).toEqual([]);
  for (const life of lives.values()) {
    if (!life.bundle || life.there || !life.chamber) continue;
    await hall.restarted().restore(life.bundle.file);
    for (const [file, text] of life.bundle.uncommitted)
      expect(await hall.in(life.chamber).read(file)).toBe(text);
  }
  expect(await soundness(hall.repository)).toBe('');
}

test('M2 no history of prepare, work, remove and restore loses anything', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      const hall = await openHall();
      try {
        await expectNothingLost(hall, await play(hall, history));
      } finally {
        await hall.repository.remove();
      }
    }),
    { numRuns: Number(process.env.SYMPHONY_RUNS ?? 12) },
  );
});
