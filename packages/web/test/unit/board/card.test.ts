import type { ItemView } from '@symphony/domain';
import { itemView, NOW, run, status } from '@symphony/testkit';
import { describe, expect, test } from 'vitest';
import { actionLabel, actionsFor, stopWarning } from '../../../src/screens/board/card-actions.ts';
import { openBlockers, toneFor } from '../../../src/screens/board/card-view.ts';
import { occupancyOf } from '../../../src/screens/board/occupancy.ts';

const around = status({ train: { queue: [], trying: [], awaitingApproval: ['S-9'], held: null } });
const offered = (change: Partial<ItemView>, id = 'S-1') => actionsFor(itemView(id, change), around);

describe('a card offers what would be accepted', () => {
  test.each<[string, Partial<ItemView>, readonly string[]]>([
    ['open', {}, []],
    ['merged', { outcome: 'merged' }, ['retry']],
    ['queued for later', { state: 'queued', dueAt: NOW }, ['retry', 'stop']],
    ['at work', { state: 'running', run: run() }, ['pause', 'stop']],
    ['about to pause', { state: 'running', run: run({ pauseWanted: true }) }, ['resume', 'stop']],
    ['proving', { state: 'running', run: run({ phase: 'proving' }) }, ['stop']],
    ['paused', { state: 'paused', run: run({ phase: 'paused' }) }, ['resume', 'stop']],
    ['in trouble', { state: 'needs_human' }, ['retry', 'stop']],
    ['in the train', { state: 'handed_off' }, ['stop']],
  ])('%s', (_words, change, expected) => {
    expect(offered(change)).toEqual(expected);
  });

  test('to approve', () => {
    expect(offered({ state: 'handed_off' }, 'S-9')).toEqual(['approve', 'stop']);
  });

  test('what it says fits where the item is', () => {
    const waits = itemView('S-1', { state: 'queued' });
    expect(actionLabel('retry', waits)).toBe('Try it now');
    expect(actionLabel('retry', itemView('S-1', { outcome: 'merged' }))).toBe('Play it again');
    expect(stopWarning(itemView('S-1', { state: 'handed_off' }))).toContain('will not be merged');
  });
});

test('only what is on the board and not done blocks', () => {
  const board = new Map([
    ['A', itemView('A', {})],
    ['B', itemView('B', { outcome: 'merged' })],
    ['C', itemView('C', { state: 'running' })],
  ]);
  expect(openBlockers(['A', 'B', 'C', 'X'], (name) => board.get(name) ?? null)).toEqual(['A', 'C']);
});

test('an item that only asks is not painted as broken', () => {
  expect(toneFor(itemView('A', { state: 'needs_human' }), 'asks you')).toBe('warn');
  expect(toneFor(itemView('A', { state: 'needs_human' }), 'needs you')).toBe('bad');
});

test('the places taken say when all are, who plays and who rests', () => {
  const view = status({
    slots: { used: 2, total: 2 },
    draining: true,
    players: [
      { name: 'violin', agent: 'claude', running: 2, restingUntil: null },
      { name: 'cello', agent: 'codex', running: 0, restingUntil: NOW },
      { name: 'flute', agent: 'codex', running: 0, restingUntil: null },
    ],
  });
  expect(occupancyOf(view, () => '12:00')).toEqual({
    used: 2,
    total: 2,
    full: true,
    words: 'violin 2 · cello rests until 12:00 · draining: nothing new starts',
  });
});
