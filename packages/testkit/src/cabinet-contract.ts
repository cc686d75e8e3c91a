import type { Cabinet, CabinetRecord } from '@symphony/domain';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

export interface OpenedCabinet {
  readonly cabinet: Cabinet;
  /** Closes it and opens the same one again; absent where it ends with its process. */
  reopen?(): Cabinet;
  close(): void;
}

const AT = Date.UTC(2025, 0, 2, 3, 4, 5);
const SEED = Number(process.env.SYMPHONY_SEED ?? 4_711);

const record = (key: string, more: Partial<CabinetRecord> = {}): CabinetRecord => ({
  drawer: 'd',
  key,
  value: key,
  at: AT,
  ...more,
});
const keys = (records: readonly CabinetRecord[]): string[] => records.map(({ key }) => key);

/** What every cabinet keeps to, whatever it stands on. `open` gives a new, empty one. */
export function cabinetContract(name: string, open: () => OpenedCabinet): void {
  describe(`cabinet contract: ${name}`, () => {
    let opened: OpenedCabinet;
    let cabinet: Cabinet;
    beforeEach(() => {
      opened = open();
      cabinet = opened.cabinet;
    });
    afterEach(() => opened.close());

    test('what is not there is null', () => {
      expect(cabinet.get('d', 'k', AT)).toBeNull();
      expect(cabinet.list('d', AT)).toEqual([]);
      cabinet.take('d', ['k']);
      cabinet.put([]);
      expect(cabinet.sweep(AT)).toBe(0);
    });

    test('a value comes back as it was put, and as a copy', () => {
      const value = { list: [1, 'two', null, { deep: true }], text: 'ü 🎻' };
      cabinet.put([record('k', { value })]);
      value.text = 'changed';
      const read = cabinet.get('d', 'k', AT) as { list: unknown[] };
      expect(read).toEqual({ list: [1, 'two', null, { deep: true }], text: 'ü 🎻' });
      read.list.length = 0;
      expect((cabinet.get('d', 'k', AT) as { list: unknown[] }).list).toHaveLength(4);
    });

    test('drawers do not know of each other', () => {
      cabinet.put([record('k'), record('k', { drawer: 'other', value: 2 })]);
      cabinet.take('d', ['k', 'never there']);
      expect(cabinet.get('d', 'k', AT)).toBeNull();
      expect(cabinet.list('other', AT)).toEqual([
        { drawer: 'other', key: 'k', value: 2, at: AT, expiresAt: null },
      ]);
    });

    test('newest first: by instant, then by when it was put', () => {
      cabinet.put([record('b'), record('a'), record('old', { at: AT - 1 }), record('new', { at: AT + 1 })]);
      cabinet.put([record('b', { value: 'again' })]);
      expect(keys(cabinet.list('d', AT))).toEqual(['new', 'b', 'a', 'old']);
      expect(keys(cabinet.list('d', AT, 2))).toEqual(['new', 'b']);
      expect(cabinet.list('d', AT, 0)).toEqual([]);
      expect(cabinet.get('d', 'b', AT)).toBe('again');
    });

    test('what has expired is not seen, and sweeping takes it out', () => {
      cabinet.put([
        record('short', { expiresAt: AT + 10 }),
        record('long', { expiresAt: AT + 20 }),
        record('ever'),
      ]);
      expect(cabinet.get('d', 'short', AT + 9)).toBe('short');
      expect(cabinet.get('d', 'short', AT + 10)).toBeNull();
      expect(keys(cabinet.list('d', AT + 10))).toEqual(['ever', 'long']);
      expect(cabinet.sweep(AT + 10)).toBe(1);
      expect(cabinet.sweep(AT + 10)).toBe(0);
      expect(cabinet.get('d', 'short', AT)).toBeNull();
      cabinet.put([record('long', { expiresAt: null })]);
      expect(cabinet.sweep(AT + 100)).toBe(0);
    });

    test('all or none: one record that cannot be kept leaves nothing behind', () => {
      const cyclic: Record<string, unknown> = {};
      cyclic.self = cyclic;
      for (const bad of [
        record('bad', { value: cyclic as never }),
        record('bad', { at: Number.NaN }),
        record('bad', { value: undefined as never }),
      ])
        expect(() => cabinet.put([record('good'), bad])).toThrow();
      expect(cabinet.list('d', AT)).toEqual([]);
    });

    test(`law: it holds what a map would hold (seed ${SEED})`, () => {
      const key = fc.constantFrom('a', 'b', 'c', 'd');
      const act = fc.oneof(
        fc.record({ do: fc.constant('put' as const), key, value: fc.jsonValue() }),
        fc.record({ do: fc.constant('take' as const), key }),
      );
      fc.assert(
        fc.property(fc.array(act, { maxLength: 30 }), (acts) => {
          cabinet.take('law', ['a', 'b', 'c', 'd']);
          const model = new Map<string, unknown>();
          for (const each of acts) {
            if (each.do === 'take') {
              cabinet.take('law', [each.key]);
              model.delete(each.key);
            } else {
              cabinet.put([record(each.key, { drawer: 'law', value: each.value as never })]);
              model.delete(each.key);
              model.set(each.key, JSON.parse(JSON.stringify(each.value)));
            }
          }
          expect(cabinet.list('law', AT).map((each) => [each.key, each.value])).toEqual([...model].reverse());
        }),
        { seed: SEED, numRuns: 60 },
      );
    });

    test('what was put is there after it was opened again', (context) => {
      if (!opened.reopen) context.skip('it ends with its process');
      cabinet.put([record('k', { expiresAt: AT + 5 })]);
      const again = opened.reopen?.() as Cabinet;
      expect(again.get('d', 'k', AT)).toBe('k');
      expect(again.get('d', 'k', AT + 5)).toBeNull();
    });
  });
}
