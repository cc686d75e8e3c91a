import type { Entry, LogEvent, Store } from '@symphony/domain';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { left, type OpenedStore, refused, reopened, stopped, storeLaws } from './store-laws.ts';

export type { OpenedStore };

const AT = Date.UTC(2025, 0, 2, 3, 4, 5);

const seqs = (entries: readonly Entry[]): number[] => entries.map((entry) => entry.seq);

/** What every store keeps to, whatever it stands on. `open` gives a new, empty one. */
export function storeContract(name: string, open: () => OpenedStore): void {
  describe(`store contract: ${name}`, () => {
    let opened: OpenedStore;
    let store: Store;
    beforeEach(() => {
      opened = open();
      store = opened.store;
    });
    afterEach(() => opened.close());

    test('a new log is empty', () => {
      expect(store.lastSeq()).toBe(0);
      expect(store.read(0, 10)).toEqual([]);
      expect(store.search('anything', 10)).toEqual([]);
      expect(store.loadSnapshot()).toBeNull();
    });

    test('append numbers from 1 without gaps and returns what it recorded', () => {
      const first = store.append(AT, [stopped('a'), left('x')]);
      const none = store.append(AT + 1, []);
      const second = store.append(AT + 2, [stopped('b')]);
      expect(none).toEqual([]);
      expect([...first, ...second]).toEqual([
        { seq: 1, at: AT, event: stopped('a') },
        { seq: 2, at: AT, event: left('x') },
        { seq: 3, at: AT + 2, event: stopped('b') },
      ]);
      expect(store.read(0, 10)).toEqual([...first, ...second]);
      expect(store.lastSeq()).toBe(3);
    });

    test('append records all or none: one event that cannot be recorded leaves nothing behind', () => {
      store.append(AT, [stopped('before')]);
      const cyclic: { type: string; reason?: unknown } = { type: 'conductor-stopped' };
      cyclic.reason = cyclic;
      expect(() => store.append(AT, [stopped('with it'), cyclic as unknown as LogEvent])).toThrow();
      expect(() => store.append(Number.NaN, [stopped('at no time')])).toThrow(RangeError);
      expect(seqs(store.append(AT, [stopped('after')]))).toEqual([2]);
      expect(store.read(0, 10).map((entry) => entry.event)).toEqual([stopped('before'), stopped('after')]);
    });

    test('what was recorded does not change with the object it came from, nor with what was read', () => {
      const event = { type: 'conductor-stopped', reason: 'as it was' } as const;
      store.append(AT, [event]);
      (event as { reason: string }).reason = 'changed';
      (store.read(0, 1)[0] as { event: { reason: string } }).event.reason = 'changed too';
      expect(store.read(0, 1)[0]?.event).toEqual(stopped('as it was'));
    });

    test('read pages by number and limit', () => {
      store.append(AT, ['a', 'b', 'c', 'd', 'e'].map(stopped));
      expect(seqs(store.read(0, 2))).toEqual([1, 2]);
      expect(seqs(store.read(2, 2))).toEqual([3, 4]);
      expect(seqs(store.read(4, 2))).toEqual([5]);
      expect(store.read(5, 2)).toEqual([]);
      expect(seqs(store.read(-7, 1))).toEqual([1]);
      expect(seqs(store.read(0, Number.POSITIVE_INFINITY))).toEqual([1, 2, 3, 4, 5]);
      for (const limit of [0, -1, Number.NaN]) expect(store.read(0, limit)).toEqual([]);
    });

    test('read filters by item and by types; both must hold, and no type allows none', () => {
      store.append(AT, [left('x'), left('y'), stopped('s'), reopened('x', 'again'), left('x')]);
      expect(seqs(store.read(0, 10, { item: 'x' }))).toEqual([1, 4, 5]);
      expect(seqs(store.read(1, 1, { item: 'x' }))).toEqual([4]);
      expect(seqs(store.read(0, 10, { types: ['item-left', 'conductor-stopped'] }))).toEqual([1, 2, 3, 5]);
      expect(seqs(store.read(0, 10, { item: 'x', types: ['item-reopened'] }))).toEqual([4]);
      expect(seqs(store.read(0, 10, {}))).toEqual([1, 2, 3, 4, 5]);
      expect(store.read(0, 10, { types: [] })).toEqual([]);
      expect(store.read(0, 10, { item: 'nobody' })).toEqual([]);
    });

    test('fold visits each entry once, in order, and not what is appended meanwhile', () => {
      for (let batch = 0; batch < 5; batch += 1)
        store.append(
          AT + batch,
          Array.from({ length: 700 }, (_, index) => stopped(`${batch}-${index}`)),
        );
      const seen: Entry[] = [];
      store.fold(2, (entry) => {
        if (seen.length === 0) store.append(AT, [stopped('meanwhile')]);
        seen.push(entry);
      });
      expect(seen).toEqual(store.read(2, 3_498));
      expect(seen).toHaveLength(3_498);
      store.fold(9_999, () => expect.unreachable('there is nothing after the end'));
    });

    test('fold passes on what the visitor throws and the store goes on', () => {
      store.append(AT, ['a', 'b'].map(stopped));
      // It looks like a fault of the disk, but it is the visitor's own.
      const stop = Object.assign(new Error('enough'), { code: 'ENOSPC', syscall: 'write' });
      expect(() =>
        store.fold(0, () => {
          throw stop;
        }),
      ).toThrow(stop);
      expect(seqs(store.append(AT, [stopped('c')]))).toEqual([3]);
    });

    describe('search', () => {
      test('finds all words in any order, newest first, at most limit', () => {
        store.append(AT, [stopped('merge conflict in parser'), refused('no conflict here'), stopped('done')]);
        store.append(AT, [reopened('x', 'Conflict after MERGE')]);
        expect(seqs(store.search('conflict', 10))).toEqual([4, 2, 1]);
        expect(seqs(store.search('conflict', 2))).toEqual([4, 2]);
        expect(seqs(store.search('merge CONFLICT', 10))).toEqual([4, 1]);
        expect(store.search('conflict nowhere', 10)).toEqual([]);
        expect(store.search('conflict', 0)).toEqual([]);
        expect(store.search('conflict', 1)[0]?.event).toEqual(reopened('x', 'Conflict after MERGE'));
      });

      test('finds a word by its beginning and a number only whole', () => {
        store.append(AT, [stopped('verify failed on SYM-12'), stopped('verify fails on SYM-123')]);
        expect(seqs(store.search('fail', 10))).toEqual([2, 1]);
        expect(seqs(store.search('sym-12', 10))).toEqual([1]);
        expect(store.search('erify', 10)).toEqual([]);
      });

      test('hears what agents say and what items are called, not ids and states', () => {
        const message = { type: 'message', text: 'I renamed the lexer' } as const;
        store.append(AT, [
          { type: 'agent-reported', item: 'item-quux', run: 'run-quux', event: message },
          { type: 'question-answered', item: 'i', question: 'q', answer: 'use the lexer', by: 'ada' },
        ]);
        expect(seqs(store.search('lexer', 10))).toEqual([2, 1]);
        expect(seqs(store.search('ada', 10))).toEqual([2]);
        expect(store.search('quux', 10)).toEqual([]);
      });

      test('makes no difference of case, accents and width in any script', () => {
        store.append(AT, [
          stopped('Überprüfung in Zürich'),
          stopped('ошибка Сборки'),
          stopped('ＡＢＣ 修复 完成'),
        ]);
        expect(seqs(store.search('uberprufung ZÜRICH', 10))).toEqual([1]);
        expect(seqs(store.search('СБОРКИ', 10))).toEqual([2]);
        expect(seqs(store.search('abc 修复', 10))).toEqual([3]);
      });

      test.each([
        '',
        '   ',
        '"',
        '"unclosed',
        "it's",
        '*',
        'con*',
        '* OR *',
        'NEAR(a b)',
        'reason:conflict',
        '-conflict',
        '^conflict',
        '{a b}: c',
        "'; DROP TABLE entries; --",
        '(((',
        '\\',
        '\0',
        'a\0b',
        '%_',
        '🎻🎼',
        '\ud800',
        'é'.repeat(5_000),
        Array.from({ length: 2_000 }, (_, index) => `w${index}`).join(' '),
      ])('never throws, whatever is typed: %j', (typed) => {
        store.append(AT, [stopped('a conflict')]);
        expect(() => store.search(typed, 10)).not.toThrow();
      });

      test('operators are only words', () => {
        store.append(AT, [stopped('this and that'), stopped('this not that')]);
        expect(seqs(store.search('this NOT that', 10))).toEqual([2]);
        expect(seqs(store.search('"this" AND (that)', 10))).toEqual([1]);
      });

      test('reaches over the whole log, whatever is indexed already', () => {
        for (let batch = 0; batch < 3; batch += 1)
          store.append(
            AT,
            Array.from({ length: 500 }, (_, index) => stopped(index === 77 ? 'needle' : 'hay')),
          );
        store.append(AT, [stopped('needle')]);
        expect(seqs(store.search('needle', 10))).toEqual([1_501, 1_078, 578, 78]);
        expect(store.search('hay', 10_000)).toHaveLength(1_497);
      });
    });

    describe('snapshots', () => {
      test('the newest comes back as it was saved; a later one replaces it', () => {
        store.append(AT, ['a', 'b', 'c', 'd'].map(stopped));
        const state = JSON.stringify({ text: 'ünï "quoted" \0 🎻', list: [1, null] });
        store.saveSnapshot({ seq: 2, version: 1, state });
        expect(store.loadSnapshot()).toEqual({ seq: 2, version: 1, state });
        for (const seq of [3, 4]) store.saveSnapshot({ seq, version: 1, state: `{"at":${seq}}` });
        expect(store.loadSnapshot()).toEqual({ seq: 4, version: 1, state: '{"at":4}' });
      });

      test('the same place saved again by a newer fold replaces the older', () => {
        store.append(AT, [stopped('a')]);
        store.saveSnapshot({ seq: 1, version: 1, state: '{}' });
        store.saveSnapshot({ seq: 1, version: 2, state: '[]' });
        expect(store.loadSnapshot()).toEqual({ seq: 1, version: 2, state: '[]' });
      });

      test('a snapshot of entries that are not there is refused', () => {
        store.append(AT, [stopped('a')]);
        expect(() => store.saveSnapshot({ seq: 2, version: 1, state: '{}' })).toThrow(RangeError);
        expect(store.loadSnapshot()).toBeNull();
      });
    });

    test('C8 what was recorded is there after opening again, and the numbers go on', (context) => {
      if (!opened.reopen) return context.skip('this store ends with its process');
      const before = store.append(AT, [stopped('a'), left('x')]);
      store.saveSnapshot({ seq: 2, version: 3, state: '{"kept":true}' });
      store = opened.reopen();
      expect(store.read(0, 10)).toEqual(before);
      expect(store.loadSnapshot()).toEqual({ seq: 2, version: 3, state: '{"kept":true}' });
      expect(seqs(store.append(AT, [stopped('b')]))).toEqual([3]);
      expect(seqs(store.search('a', 10))).toEqual([1]);
    });

    test('closing twice is harmless', () => {
      store.close();
      expect(() => store.close()).not.toThrow();
    });
  });

  storeLaws(name, open);
}
