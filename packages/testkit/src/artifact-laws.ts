import type { Artifact, ArtifactRequest, ArtifactStore, Names } from '@symphony/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

interface ArtifactGround {
  readonly now: () => number;
  readonly names: Names;
}

export interface OpenedArtifacts {
  readonly store: ArtifactStore;
  /** Closes the store and opens what it kept once more. Left out where nothing outlives the process. */
  readonly reopen?: () => Promise<ArtifactStore>;
  /** Addresses are keyed: they are not the plain SHA-256. */
  readonly keyed?: boolean;
  readonly close: () => void;
}

export type OpenArtifacts = (ground: ArtifactGround) => Promise<OpenedArtifacts>;

const SEED = Number(process.env.SYMPHONY_SEED ?? 31_337);
const START = Date.UTC(2026, 0, 2);

/** Time goes on by a second with every look; names count up. */
export function steadyGround(): ArtifactGround {
  let at = START;
  let count = 0;
  const now = () => {
    at += 1_000;
    return at;
  };
  const names = (prefix: string) => {
    count += 1;
    return `${prefix}-${String(count).padStart(4, '0')}`;
  };
  return { now, names };
}

export const report = (name: string, more: Partial<ArtifactRequest> = {}): ArtifactRequest => ({
  name,
  type: 'report',
  ...more,
});

/** Random histories against a plain list; on failure fast-check prints the seed and the shortest one. */
export function artifactLaws(name: string, open: OpenArtifacts): void {
  describe(`P3 artifact laws: ${name}`, () => {
    test('no history of storing and removing loses bytes, mixes records or counts wrongly', async () => {
      const step = fc.oneof(
        { weight: 4, arbitrary: fc.record({ name: fc.nat(2), content: fc.nat(4), from: fc.nat(9) }) },
        { weight: 1, arbitrary: fc.record({ remove: fc.nat(9) }) },
      );
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
          const opened = await open(steadyGround());
          try {
            await playHistory(opened.store, steps);
          } finally {
            opened.close();
          }
        }),
        { seed: SEED, numRuns: 15 },
      );
    });
  });
}

type Step =
  | { readonly name: number; readonly content: number; readonly from: number }
  | { readonly remove: number };

/** Against a plain list of what must be there. */
async function playHistory(store: ArtifactStore, steps: readonly Step[]): Promise<void> {
  const kept: { readonly artifact: Artifact; readonly text: string }[] = [];
  for (const step of steps) {
    if ('remove' in step) {
      const at = kept.findIndex(
        ({ artifact }, index) =>
          index >= step.remove && !kept.some((each) => each.artifact.derivedFrom.includes(artifact.id)),
      );
      if (at < 0) continue;
      await store.remove(kept[at]?.artifact.id ?? '');
      kept.splice(at, 1);
    } else {
      const source = kept[step.from]?.artifact.id;
      const text = `content ${'x'.repeat(step.content)}`;
      const request = report(`name ${step.name}`, { derivedFrom: source === undefined ? [] : [source] });
      kept.push({ artifact: await store.store(request, text), text });
    }
  }
  expect(await store.list({})).toEqual(kept.map(({ artifact }) => artifact).reverse());
  for (const { artifact, text } of kept) expect(await store.text(artifact.id)).toBe(text);
  const numbers = kept.map(({ artifact: { name, version } }) => `${name}@${version}`);
  expect(new Set(numbers).size).toBe(numbers.length);
  const unique = new Set(kept.map(({ text }) => text));
  expect(await store.stats()).toMatchObject({
    artifacts: kept.length,
    blobs: unique.size,
    uniqueBytes: [...unique].join('').length,
    totalBytes: kept.map(({ text }) => text).join('').length,
  });
  expect(await store.verify()).toEqual({
    checked: unique.size,
    corrupted: [],
    missing: [],
    orphaned: [],
  });
}
