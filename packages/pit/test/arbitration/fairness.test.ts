import { seeded } from '@symphony/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { giniOf } from '../../src/arbitration/fairness.ts';
import { arbitrate, fairnessOf, GrantHistory, type Strategy } from '../../src/arbitration/index.ts';
import { capacityOf, NOW, petition, rules, slots } from './material.ts';

const OWNERS = ['anna', 'ben', 'cleo', 'dora'] as const;
/** Anna asks for ten times as much as Dora, and with more weight and priority. */
const APPETITE: Readonly<Record<(typeof OWNERS)[number], number>> = { anna: 10, ben: 4, cleo: 2, dora: 1 };

/** Serves three slots in each of `rounds` rulings to owners that always ask, and looks at the window at the end. */
function serve(
  strategy: Strategy,
  { corrected, rounds = 300 }: { readonly corrected: boolean; readonly rounds?: number },
) {
  const history = new GrantHistory(200);
  const chance = seeded(7);
  for (let now = NOW; now < NOW + rounds; now++) {
    const asking = OWNERS.flatMap((owner) =>
      Array.from({ length: APPETITE[owner] }, (_, n) =>
        petition(`${owner} ${n}`, {
          owner,
          priority: APPETITE[owner],
          weight: APPETITE[owner],
          since: now - n,
        }),
      ),
    );
    const ruling = arbitrate(
      asking,
      capacityOf({ slots: slots(3) }),
      rules({ strategy, now, chance, ...(corrected && { history }) }),
    );
    for (const { id } of ruling.granted) {
      const served = asking.find((each) => each.id === id);
      if (served) history.record({ owner: served.owner, at: now, waitedMs: now - served.since });
    }
  }
  return fairnessOf(history, NOW + rounds - 1, { owners: OWNERS });
}

test.each<readonly [Strategy, number]>([
  ['fair-share', 0.01],
  ['round-robin', 0.01],
  ['weighted', 0.2],
])('P4 %s: with the window the Gini coefficient stays under %d', (strategy, most) => {
  const fairness = serve(strategy, { corrected: true });
  expect(fairness.grants).toBe(600);
  expect(fairness.gini).toBeLessThan(most);
  expect(fairness.isFair).toBe(true);
});

test.each<Strategy>(['weighted', 'priority'])(
  'P4 %s: without correction the same load is unfair',
  (strategy) => {
    const fairness = serve(strategy, { corrected: false });
    expect(fairness.gini).toBeGreaterThan(0.4);
    expect(fairness.isFair).toBe(false);
    const { anna, dora } = Object.fromEntries(fairness.byOwner);
    expect(dora?.correctionFactor).toBeGreaterThan(1);
    expect(anna?.correctionFactor).toBeLessThan(1);
  },
);

test('P4 fair share keeps every owner within 10 % of its share', () => {
  const { byOwner, grants } = serve('fair-share', { corrected: true });
  for (const [owner, { granted }] of byOwner)
    expect(Math.abs(granted / (grants / OWNERS.length) - 1), owner).toBeLessThan(0.1);
});

test('P4 the Gini coefficient is half the mean difference, in shares of the mean', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(50), { minLength: 1, maxLength: 20 }), (counts) => {
      const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
      const difference = counts
        .flatMap((a) => counts.map((b) => Math.abs(a - b)))
        .reduce((sum, d) => sum + d, 0);
      const expected = mean === 0 ? 0 : difference / counts.length ** 2 / 2 / mean;
      expect(giniOf(counts)).toBeCloseTo(expected, 9);
    }),
  );
});

test('P4 the window counts what is in it and forgets what is not', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ owner: fc.constantFrom(...OWNERS), gap: fc.nat(30), waitedMs: fc.nat(99) })),
      fc.nat(200),
      (grants, later) => {
        const history = new GrantHistory(100);
        let at = 0;
        const all = grants.map(({ owner, gap, waitedMs }) => {
          at += gap;
          return { owner, waitedMs, at };
        });
        for (const grant of all) history.record(grant);
        const now = at + later;
        const inside = all.filter((grant) => grant.at > now - 100);
        const fairness = fairnessOf(history, now, { owners: OWNERS });
        expect([...history]).toEqual(inside);
        for (const owner of OWNERS)
          expect(fairness.byOwner.get(owner)?.granted).toBe(
            inside.filter((grant) => grant.owner === owner).length,
          );
        expect(fairness.maxWaitMs).toBe(Math.max(0, ...inside.map(({ waitedMs }) => waitedMs)));
        const sum = inside.reduce((total, { waitedMs }) => total + waitedMs, 0);
        expect(fairness.averageWaitMs).toBeCloseTo(inside.length === 0 ? 0 : sum / inside.length, 9);
      },
    ),
  );
});

test('P4 in round-robin the turn goes on where the last ruling left it', () => {
  const history = new GrantHistory(1000);
  const asking = ['anna', 'anna', 'ben', 'cleo'].map((owner, n) => petition(`S-${n}`, { owner }));
  const served: string[] = [];
  for (let turn = 0; turn < 6; turn++) {
    const [grant] = arbitrate(
      asking,
      capacityOf({ slots: slots(1) }),
      rules({ strategy: 'round-robin', history }),
    ).granted;
    const owner = asking.find(({ id }) => id === grant?.id)?.owner ?? '';
    served.push(owner);
    history.record({ owner, at: NOW, waitedMs: 0 });
  }
  expect(served).toEqual(['anna', 'ben', 'cleo', 'anna', 'ben', 'cleo']);
});
