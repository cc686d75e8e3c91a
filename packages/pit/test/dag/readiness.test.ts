import { Readiness } from '@symphony/pit/dag';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const names = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const acts = fc.array(
  fc.oneof(
    fc.record({ act: fc.constant('set' as const), node: names, needs: fc.array(names, { maxLength: 4 }) }),
    fc.record({ act: fc.constant('settle' as const), node: names, met: fc.boolean() }),
    fc.record({ act: fc.constant('remove' as const), node: names }),
  ),
);

test('P2 readiness is what looking at everything would say', () => {
  fc.assert(
    fc.property(acts, (list) => {
      const readiness = new Readiness<string>();
      const needs = new Map<string, Set<string>>();
      const met = new Set<string>();
      const isReady = (node: string) => [...(needs.get(node) ?? ['nothing'])].every((need) => met.has(need));
      for (const each of list) {
        if (each.act === 'set') {
          readiness.set(each.node, each.needs);
          needs.set(each.node, new Set(each.needs));
        } else if (each.act === 'remove') {
          readiness.remove(each.node);
          needs.delete(each.node);
          met.delete(each.node);
        } else {
          const before = [...needs.keys()].filter(isReady);
          if (each.met) met.add(each.node);
          else met.delete(each.node);
          const became = [...needs.keys()].filter((node) => isReady(node) && !before.includes(node));
          expect(new Set(readiness.settle(each.node, each.met))).toEqual(new Set(became));
        }
        for (const node of ['a', 'b', 'c', 'd', 'e']) {
          expect(readiness.isReady(node)).toBe(isReady(node));
          expect(new Set(readiness.missing(node))).toEqual(
            new Set([...(needs.get(node) ?? [])].filter((need) => !met.has(need))),
          );
          expect(new Set(readiness.dependents(node))).toEqual(
            new Set([...needs].flatMap(([other, set]) => (set.has(node) ? [other] : []))),
          );
        }
      }
    }),
  );
});
