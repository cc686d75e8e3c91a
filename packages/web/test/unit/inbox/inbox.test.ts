import type { QuestionView } from '@symphony/domain';
import { busy, itemView, NOW } from '@symphony/testkit';
import { expect, test } from 'vitest';
import { newsIn, waitingFor } from '../../../src/notify/news.ts';
import {
  choiceAt,
  defaultAt,
  inboxEntries,
  isGate,
  neighbour,
} from '../../../src/screens/inbox/inbox-list.ts';

const base = busy.inbox[0] as QuestionView;
const asked = (change: Partial<QuestionView>, text = 'Which?'): QuestionView => ({
  ...base,
  ...change,
  question: { ...base.question, id: `q ${change.item}`, text },
});

test('questions come first, the oldest first; who asks is not listed twice', () => {
  const inbox = [asked({ item: 'S-2', askedAt: 20 }), asked({ item: 'S-1', askedAt: 10 })];
  const items = new Map([
    ['id-1', { identifier: 'S-1' }],
    ['id-3', { identifier: 'S-3' }],
  ]);
  const entries = inboxEntries(inbox, ['id-1', 'id-3'], (id) => items.get(id));
  expect(entries.map((each) => (each.kind === 'item' ? each.id : each.asked.item))).toEqual([
    'S-1',
    'S-2',
    'id-3',
  ]);
});

test('j and k stay inside, and go on where the last answer was given', () => {
  const keys = ['a', 'b', 'c'];
  expect(neighbour(keys, null, 0, 1)).toBe(0);
  expect(neighbour(keys, 'a', 0, 1)).toBe(1);
  expect(neighbour(keys, 'c', 2, 1)).toBe(2);
  expect(neighbour(keys, 'a', 0, -1)).toBe(0);
  expect(neighbour(keys, 'gone', 1, 1)).toBe(1);
  expect(neighbour(keys, 'gone', 1, -1)).toBe(0);
});

test('a number is the choice at that place, and nothing else', () => {
  const entry = { kind: 'question', key: 'k', asked: base } as const;
  expect(choiceAt(entry, '1')).toBe('iso');
  expect(choiceAt(entry, '2')).toBe('epoch');
  expect(choiceAt(entry, '3')).toBeNull();
  expect(choiceAt(entry, '0')).toBeNull();
  expect(choiceAt(undefined, '1')).toBeNull();
  expect(choiceAt({ kind: 'item', key: 'k', id: 'x' }, '1')).toBeNull();
});

test('when the default is taken', () => {
  expect(defaultAt(base)).toBe(NOW - 65_000 + 600_000);
  expect(defaultAt({ ...base, question: { ...base.question, defaultAnswer: null } })).toBeNull();
  expect(isGate({ ...base, item: 'melody-1', run: 'melody-1' })).toBe(true);
  expect(isGate(base)).toBe(false);
});

test('news is what was not there before, said once', () => {
  const before = waitingFor([asked({ item: 'S-1' })], []);
  const known = new Set(before.map(({ key }) => key));
  const now = waitingFor(
    [asked({ item: 'S-1' }), asked({ item: 'S-2' }, '\u001b[31mred\u202e?')],
    [itemView('S-3', { state: 'needs_human', reason: 'stalled' }), itemView('S-1', { state: 'running' })],
  );
  expect(newsIn(known, before)).toEqual([]);
  expect(newsIn(known, now).map(({ title, text, item }) => [title, text, item])).toEqual([
    ['S-2 asks you', 'red?', 'S-2'],
    ['S-3 needs you', 'stalled', 'S-3'],
  ]);
});

test('a chat that asks is told by its title, and leads to the inbox', () => {
  const chat = { ...asked({ item: 'chat-1', run: 'chat-1.r-1' }), title: 'Run the tests' };
  expect(waitingFor([chat], [])).toMatchObject([{ title: 'Run the tests asks you', item: null }]);
});

test('an item that needs a person again is news again', () => {
  const first = waitingFor([], [itemView('S-3', { state: 'failed', changedAt: 1 })]);
  const again = waitingFor([], [itemView('S-3', { state: 'failed', changedAt: 2 })]);
  expect(newsIn(new Set(first.map(({ key }) => key)), again)).toHaveLength(1);
});

test('many at once are told as one', () => {
  const many = waitingFor(
    ['A', 'B', 'C', 'D'].map((item) => asked({ item, run: `run ${item}` })),
    [],
  );
  expect(newsIn(new Set(), many)).toMatchObject([{ title: '4 things wait for you', item: null }]);
});
