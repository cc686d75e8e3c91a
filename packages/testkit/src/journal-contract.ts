import type { Journal, JournalEntry, RuntimeEvent } from '@symphony/domain';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

export interface OpenedJournal {
  readonly journal: Journal;
  /** Closes it and opens the same one again; absent where it ends with its process. */
  reopen?(): Journal;
  close(): void;
}

const AT = Date.UTC(2025, 0, 2, 3, 4, 5);
const SEED = Number(process.env.SYMPHONY_SEED ?? 4_711);

const began = (task: string): RuntimeEvent => ({ type: 'began', task, agent: 'symphony' });
const insight = (text: string): RuntimeEvent => ({ type: 'insight', text });
const state: RuntimeEvent = { type: 'state', to: 'working' };
const seqs = (entries: readonly JournalEntry[]): number[] => entries.map((entry) => entry.seq);
const texts = (entries: readonly JournalEntry[]): string[] =>
  entries.map(({ event }) => (event.type === 'insight' ? event.text : event.type));

/** What every journal keeps to, whatever it stands on. `open` gives a new, empty one. */
export function journalContract(name: string, open: () => OpenedJournal): void {
  describe(`journal contract: ${name}`, () => {
    let opened: OpenedJournal;
    let journal: Journal;
    beforeEach(() => {
      opened = open();
      journal = opened.journal;
    });
    afterEach(() => opened.close());

    test('a new journal is empty, and nothing is waited for', async () => {
      await journal.written();
      expect(journal.readAll(0, 10)).toEqual([]);
      expect(journal.read('s', 0, 10)).toEqual([]);
      expect(journal.sessions(10)).toEqual([]);
    });

    test('what is recorded is numbered in its order, across sessions', async () => {
      journal.record('a', AT, began('first'));
      journal.record('b', AT + 1, began('second'));
      journal.record('a', AT + 2, state);
      await journal.written();
      expect(journal.readAll(0, 10)).toEqual([
        { seq: 1, session: 'a', at: AT, event: began('first') },
        { seq: 2, session: 'b', at: AT + 1, event: began('second') },
        { seq: 3, session: 'a', at: AT + 2, event: state },
      ]);
      expect(seqs(journal.read('a', 0, 10))).toEqual([1, 3]);
      expect(seqs(journal.read('a', 1, 10))).toEqual([3]);
    });

    test('what was recorded is read at once, written or not', () => {
      journal.record('a', AT, insight('now'));
      expect(texts(journal.read('a', 0, 10))).toEqual(['now']);
      expect(journal.sessions(1)).toHaveLength(1);
    });

    test('what was recorded does not change with the object it came from, nor with what was read', async () => {
      const event = { type: 'insight', text: 'as it was' } as const;
      journal.record('a', AT, event);
      (event as { text: string }).text = 'changed';
      await journal.written();
      (journal.read('a', 0, 1)[0] as { event: { text: string } }).event.text = 'changed too';
      expect(texts(journal.read('a', 0, 1))).toEqual(['as it was']);
    });

    test('misuse throws at once and records nothing', async () => {
      const cyclic: { type: string; text?: unknown } = { type: 'insight' };
      cyclic.text = cyclic;
      expect(() => journal.record('a', AT, cyclic as unknown as RuntimeEvent)).toThrow();
      expect(() => journal.record('a', Number.NaN, state)).toThrow(RangeError);
      await journal.written();
      expect(journal.readAll(0, 10)).toEqual([]);
    });

    test('reads page by number and limit, and by types', () => {
      for (const text of ['1', '2', '3']) journal.record('a', AT, insight(text));
      journal.record('b', AT, state);
      expect(seqs(journal.readAll(1, 2))).toEqual([2, 3]);
      expect(seqs(journal.readAll(0, 10, ['state']))).toEqual([4]);
      expect(seqs(journal.readAll(0, 2, ['insight', 'state']))).toEqual([1, 2]);
      expect(journal.readAll(0, 10, [])).toEqual([]);
      expect(seqs(journal.readAll(-7, Number.POSITIVE_INFINITY))).toEqual([1, 2, 3, 4]);
      for (const limit of [0, -1, Number.NaN]) expect(journal.readAll(0, limit)).toEqual([]);
    });

    test('sessions are told newest first, with what they were begun with', async () => {
      journal.record('a', AT, began('old'));
      await journal.written();
      journal.record('b', AT + 5, state);
      journal.record('b', AT + 6, began('new'));
      journal.record('a', AT + 9, state);
      expect(journal.sessions(10)).toEqual([
        { session: 'b', title: 'new', startedAt: AT + 5, lastAt: AT + 6, entries: 2 },
        { session: 'a', title: 'old', startedAt: AT, lastAt: AT + 9, entries: 2 },
      ]);
      expect(journal.sessions(1).map(({ session }) => session)).toEqual(['b']);
    });

    test('sessions are found by how their names begin, in the order they began', () => {
      for (const session of ['c-1.z', 'c-10.a', 'c-1.', 'c-1', 'c-1.ä', 'C-1.b', 'c-1.a', 'c-1/a'])
        journal.record(session, AT, state);
      journal.record('c-1.z', AT + 1, state);
      expect(journal.sessionsOf('c-1.')).toEqual(['c-1.z', 'c-1.', 'c-1.ä', 'c-1.a']);
      expect(journal.sessionsOf('')).toHaveLength(8);
      expect(journal.sessionsOf('%')).toEqual([]);
    });

    test(`law: a session is what was recorded in it, however it is paged (seed ${SEED})`, () => {
      const said = fc.record({
        session: fc.constantFrom('x', 'y', 'z'),
        text: fc.string({ unit: 'grapheme' }),
      });
      fc.assert(
        fc.property(fc.array(said, { maxLength: 30 }), fc.integer({ min: 1, max: 7 }), (all, page) => {
          const before = journal.readAll(0, Number.POSITIVE_INFINITY).at(-1)?.seq ?? 0;
          for (const { session, text } of all) journal.record(session, AT, insight(text));
          for (const session of ['x', 'y', 'z']) {
            const found: JournalEntry[] = [];
            for (let last = before; ; last = found.at(-1)?.seq ?? last) {
              const next = journal.read(session, last, page);
              found.push(...next);
              if (next.length < page) break;
            }
            expect(texts(found)).toEqual(
              all.filter((each) => each.session === session).map(({ text }) => text),
            );
          }
        }),
        { seed: SEED, numRuns: 40 },
      );
    });

    test('what was written is there after it was opened again, and numbers go on', async (context) => {
      if (!opened.reopen) context.skip('it ends with its process');
      journal.record('a', AT, insight('before'));
      await journal.written();
      journal.record('a', AT, insight('while closing'));
      const again = opened.reopen?.() as Journal;
      again.record('a', AT, insight('after'));
      await again.written();
      expect(texts(again.readAll(0, 10))).toEqual(['before', 'while closing', 'after']);
      expect(seqs(again.readAll(0, 10))).toEqual([1, 2, 3]);
    });
  });
}
