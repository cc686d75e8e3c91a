import { expect, test } from 'vitest';
import { commandOf, EMPTY_DRAFT, isReady, problemsOf } from '../../../src/screens/board/new-item-draft.ts';

const exists = (name: string): boolean => name === 'S-1';

test('a title is all that is needed, and what is left empty is not said', () => {
  expect(isReady(problemsOf(EMPTY_DRAFT, exists))).toBe(false);
  const draft = { ...EMPTY_DRAFT, title: '  Fix it ' };
  expect(isReady(problemsOf(draft, exists))).toBe(true);
  expect(commandOf(draft)).toEqual({ name: 'add', title: 'Fix it' });
});

test('everything that is written is sent', () => {
  const draft = {
    title: 'Fix it',
    description: ' Now. ',
    labels: 'bug, needs care,,bug',
    priority: '2',
    player: 'violin',
    blockedBy: 'S-1  S-1',
  };
  expect(commandOf(draft)).toEqual({
    name: 'add',
    title: 'Fix it',
    description: 'Now.',
    labels: ['bug', 'needs care'],
    priority: 2,
    player: 'violin',
    blockedBy: ['S-1'],
  });
});

test('whom it waits for must be on the board', () => {
  expect(problemsOf({ ...EMPTY_DRAFT, title: 'x', blockedBy: 'S-1, S-7' }, exists).blockedBy).toContain(
    'S-7',
  );
});
