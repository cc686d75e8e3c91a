import { expect, test } from 'vitest';
import { openGate } from '../../../src/melody/triggers/gate.ts';
import type { Fired, Occasion } from '../../../src/melody/triggers/source.ts';

const occasion = (more: Partial<Occasion> = {}): Occasion => ({
  melody: 'fix',
  trigger: { on: 'git', branch: 'main' },
  detail: 'main moved',
  key: 'git:fix:abc',
  scope: { commit: 'abc', count: 3, paths: ['a', 'b'], item: { title: 'T', labels: [] }, none: null },
  ...more,
});

function stage(lastKeys: readonly string[] = [], fire?: (fired: Fired) => void) {
  const fired: Fired[] = [];
  const warnings: string[] = [];
  const occur = openGate({
    lastKeys: new Set(lastKeys),
    fire: fire ?? ((each) => void fired.push(each)),
    warn: (message) => void warnings.push(message),
  });
  return { occur, fired, warnings };
}

test('P7 a key that was seen, now or before, starts nothing again; without a key everything does', () => {
  const { occur, fired } = stage(['git:fix:old']);
  expect(occur(occasion({ key: 'git:fix:old' }))).toBe(false);
  expect(occur(occasion())).toBe(true);
  expect(occur(occasion())).toBe(false);
  expect(occur(occasion({ key: null }))).toBe(true);
  expect(occur(occasion({ key: null }))).toBe(true);
  expect(fired.map(({ trigger }) => trigger.key)).toEqual(['git:fix:abc', null, null]);
  expect(fired[0]?.trigger).toEqual({ kind: 'git', detail: 'main moved', key: 'git:fix:abc' });
});

test('P7 parameters are filled from what happened, values as values, and nothing is passed on unasked', () => {
  const { occur, fired } = stage();
  const parameters = {
    commit: '{{ commit }}',
    many: '{{count}}',
    list: '{{ paths }}',
    text: 'Look at {{ item.title }} ({{ count }}){{ none }}',
    deep: { a: ['{{ commit }}', 1, true] },
  };
  occur(occasion({ trigger: { on: 'git', branch: 'main', parameters } }));
  occur(occasion({ key: null }));
  expect(fired.map((each) => each.parameters)).toEqual([
    { commit: 'abc', many: 3, list: ['a', 'b'], text: 'Look at T (3)', deep: { a: ['abc', 1, true] } },
    {},
  ]);
});

test('P7 what a value says is not read as a placeholder again', () => {
  const { occur, fired } = stage();
  const trigger = { on: 'git', branch: 'main', parameters: { text: '{{ a }}!' } } as const;
  occur(occasion({ trigger, scope: { a: '{{ b }}', b: 'secret' } }));
  expect(fired[0]?.parameters).toEqual({ text: '{{ b }}!' });
});

test('P7 a placeholder that stands for nothing starts nothing, and is named; the key stays free', () => {
  const { occur, fired, warnings } = stage();
  const trigger = { on: 'git', branch: 'main', parameters: { text: '{{ nope }} {{ item.nope }}' } } as const;
  expect(occur(occasion({ trigger }))).toBe(false);
  expect(warnings).toEqual([
    'The melody fix was not started (main moved): `{{ nope }}`, `{{ item.nope }}` stands for nothing there; known are `commit`, `count`, `paths`, `item`, `none`.',
  ]);
  expect(occur(occasion())).toBe(true);
  expect(fired).toHaveLength(1);
});

test('P7 a melody that cannot be started is told of and stops nobody else', () => {
  const { occur, warnings } = stage([], () => {
    throw new Error('The mailbox is closed.');
  });
  expect(occur(occasion())).toBe(false);
  expect(warnings).toEqual(['The melody fix could not be started (main moved): The mailbox is closed.']);
});
