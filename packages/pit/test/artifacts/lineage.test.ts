import type { Lineage, LineageLink } from '@symphony/domain';
import { arrangeLineage } from '@symphony/pit/artifacts';
import { artifactRecord } from '@symphony/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const SEED = Number(process.env.SYMPHONY_SEED ?? 405);

const lineage = (
  focus: string,
  ids: readonly string[],
  links: readonly (readonly [string, string])[],
): Lineage => ({
  focus,
  artifacts: ids.map((id) => artifactRecord(id)),
  links: links.map(([from, to]): LineageLink => ({ from, to, kind: 'derived' })),
});

test('P3 a diamond: generations by the longest way, each with what it was made from', () => {
  const arranged = arrangeLineage(
    lineage(
      'd',
      ['a', 'b', 'c', 'd', 'e'],
      [
        ['a', 'b'],
        ['a', 'c'],
        ['b', 'c'],
        ['b', 'd'],
        ['c', 'd'],
        ['d', 'e'],
      ],
    ),
  );
  expect(
    arranged.map(({ artifact: { id }, relation, generation }) => `${id} ${relation} ${generation}`),
  ).toEqual(['a ancestor 0', 'b ancestor 1', 'c ancestor 2', 'd itself 3', 'e descendant 4']);
  expect(arranged[3]?.madeFrom.map(({ from }) => from)).toEqual(['b', 'c']);
});

test('P3 a ring is refused', () => {
  expect(() =>
    arrangeLineage(
      lineage(
        'a',
        ['a', 'b'],
        [
          ['a', 'b'],
          ['b', 'a'],
        ],
      ),
    ),
  ).toThrow('ring');
});

test('P3 whatever the family, everybody is in it once and after all they were made from', () => {
  const anyLinks = fc.array(fc.tuple(fc.nat(11), fc.nat(11)), { maxLength: 40 });
  fc.assert(
    fc.property(anyLinks, fc.nat(11), (pairs, focus) => {
      const links = pairs
        .filter(([from, to]) => from < to)
        .map(([from, to]) => [`n${from}`, `n${to}`] as const);
      const ids = Array.from({ length: 12 }, (_, number) => `n${number}`);
      const arranged = arrangeLineage(lineage(`n${focus}`, ids, links));
      const place = new Map(arranged.map((each, at) => [each.artifact.id, at]));
      expect([...place.keys()].sort()).toEqual([...ids].sort());
      for (const [from, to] of links) {
        expect(place.get(from)).toBeLessThan(place.get(to) ?? Number.NaN);
        const generationOf = (id: string) => arranged[place.get(id) ?? -1]?.generation ?? Number.NaN;
        expect(generationOf(from)).toBeLessThan(generationOf(to));
      }
    }),
    { seed: SEED },
  );
});
