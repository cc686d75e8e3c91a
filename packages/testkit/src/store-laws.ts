import type { Entry, LogEvent, Store } from '@symphony/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

export interface OpenedStore {
  readonly store: Store;
  /** Closes the store and opens what it recorded once more. Left out where nothing outlives the process. */
  readonly reopen?: () => Store;
  readonly close: () => void;
}

const SEED = Number(process.env.SYMPHONY_SEED ?? 20_251);

export const stopped = (reason: string): LogEvent => ({ type: 'conductor-stopped', reason });
export const refused = (message: string): LogEvent => ({ type: 'settings-rejected', message });
export const left = (item: string): LogEvent => ({ type: 'item-left', item, why: 'missing' });
export const reopened = (item: string, why: string): LogEvent => ({ type: 'item-reopened', item, why });

/** Random histories against a plain array; on failure fast-check prints the seed and the shortest one. */
export function storeLaws(name: string, open: () => OpenedStore): void {
  describe(`store laws: ${name}`, () => {
    test('behaves like a plain array, whatever is done in whatever order', () => {
      fc.assert(
        fc.property(fc.array(anyStep(), { maxLength: 40 }), (steps) => {
          const opened = open();
          try {
            playAgainstModel(opened, steps);
          } finally {
            opened.close();
          }
        }),
        { seed: SEED, numRuns: 60 },
      );
    });
  });
}

type Step =
  | { readonly do: 'append'; readonly at: number; readonly events: readonly LogEvent[] }
  | {
      readonly do: 'read';
      readonly after: number;
      readonly limit: number;
      readonly item: string | null;
      readonly types: readonly string[] | null;
    }
  | { readonly do: 'search'; readonly words: readonly string[]; readonly limit: number }
  | { readonly do: 'fold'; readonly after: number }
  | { readonly do: 'snapshot'; readonly back: number; readonly state: string }
  | { readonly do: 'reopen' };

const ITEMS = ['x', 'y', "o'z", 'ünï'];
const WORDS = ['merge', 'merged', 'conflict', 'failed', 'fail', '12', '123', 'tree'];

/** Made when it is asked for: the tables behind odd characters are large, and most tests never need them. */
function anyStep(): fc.Arbitrary<Step> {
  const anyItem = fc.constantFrom(...ITEMS);
  const anyText = fc.oneof(
    fc.array(fc.constantFrom(...WORDS), { maxLength: 4 }).map((words) => words.join(' ')),
    // What is odd is kept apart by a word that cannot match, so that the model needs no rules for it.
    fc.string({ unit: 'binary', maxLength: 12 }).map((odd) => odd.replaceAll(/[\p{L}\p{N}\p{M}]/gu, '#')),
  );
  const anyEvent: fc.Arbitrary<LogEvent> = fc.oneof(
    anyText.map(stopped),
    anyText.map(refused),
    anyItem.map(left),
    fc.tuple(anyItem, anyText).map(([item, why]) => reopened(item, why)),
  );
  const anyAt = fc.integer({ min: 0, max: 4_102_444_800_000 });
  const anyPlace = fc.integer({ min: -1, max: 60 });
  const anyTypes = fc.uniqueArray(
    fc.constantFrom('conductor-stopped', 'settings-rejected', 'item-left', 'item-reopened', 'never-heard-of'),
  );
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('append'),
        at: anyAt,
        events: fc.array(anyEvent, { maxLength: 6 }),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('read'),
        after: anyPlace,
        limit: fc.integer({ min: -1, max: 20 }),
        item: fc.option(anyItem),
        types: fc.option(anyTypes),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('search'),
        words: fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 }),
        limit: fc.integer({ min: 0, max: 20 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('fold'), after: anyPlace }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('snapshot'), back: fc.nat(5), state: fc.json() }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('reopen') }) },
  ) as fc.Arbitrary<Step>;
}

function playAgainstModel(opened: OpenedStore, steps: readonly Step[]): void {
  let store = opened.store;
  const model: Entry[] = [];
  const snapshots = new Map<number, string>();
  for (const each of steps) {
    switch (each.do) {
      case 'append': {
        const expected = each.events.map((event, index) => ({
          seq: model.length + 1 + index,
          at: each.at,
          event,
        }));
        expect(store.append(each.at, each.events)).toEqual(expected);
        model.push(...expected);
        break;
      }
      case 'read': {
        const { item, types } = each;
        const filter = { ...(item === null ? {} : { item }), ...(types === null ? {} : { types }) };
        const expected = model.filter(
          ({ seq, event }) =>
            seq > each.after &&
            (item === null || ('item' in event && event.item === item)) &&
            (types === null || types.includes(event.type)),
        );
        expect(store.read(each.after, each.limit, filter)).toEqual(
          expected.slice(0, Math.max(0, each.limit)),
        );
        break;
      }
      case 'search': {
        const expected = model.filter(({ event }) => saysAll(event, each.words)).reverse();
        expect(store.search(each.words.join(' '), each.limit)).toEqual(expected.slice(0, each.limit));
        break;
      }
      case 'fold': {
        const seen: Entry[] = [];
        store.fold(each.after, (entry) => seen.push(entry));
        expect(seen).toEqual(model.filter(({ seq }) => seq > each.after));
        break;
      }
      case 'snapshot': {
        const seq = Math.max(0, model.length - each.back);
        store.saveSnapshot({ seq, version: 1, state: each.state });
        snapshots.set(seq, each.state);
        const newest = Math.max(...snapshots.keys());
        expect(store.loadSnapshot()).toEqual({ seq: newest, version: 1, state: snapshots.get(newest) });
        break;
      }
      case 'reopen':
        store = opened.reopen?.() ?? store;
    }
    expect(store.lastSeq()).toBe(model.length);
  }
}

function saysAll(event: LogEvent, words: readonly string[]): boolean {
  const said = Object.entries(event)
    .filter(([key]) => key === 'reason' || key === 'message' || key === 'why')
    .flatMap(([, text]) => String(text).split(' '));
  return words.every((word) =>
    said.some((each) => (/^\d+$/.test(word) ? each === word : each.startsWith(word))),
  );
}
