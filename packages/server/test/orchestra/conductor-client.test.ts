import { describe, expect, test } from 'vitest';
import { findItem, toCommand } from '../../src/conductor-client.ts';

type Items = Parameters<typeof findItem>[0];

/** As far as finding looks. */
const items = new Map(
  [
    ['id-1', 'SYM-1'],
    ['sym-2', 'id-1'],
    ['Straße', 'ÄÖ-3'],
  ].map(([id, identifier]) => [id, { tracked: { identifier } }]),
) as unknown as Items;

describe('finding an item', () => {
  test.each([
    ['id-1', 'id-1'],
    ['SYM-1', 'id-1'],
    ['sym-1', 'id-1'],
    ['äö-3', 'Straße'],
    ['nobody', null],
    ['', null],
  ])('%s', (asked, found) => {
    expect(findItem(items, asked)).toBe(found);
  });

  test('an id wins over another item’s identifier of the same name', () => {
    expect(findItem(items, 'id-1')).toBe('id-1');
  });
});

describe('C20 commands', () => {
  const find = (id: string): string => `found ${id}`;

  test.each([
    [
      { name: 'kill', id: 'A', by: 'ada' },
      { name: 'kill', item: 'found A', by: 'ada' },
    ],
    [
      { name: 'pause', id: 'A', now: true, by: 'ada' },
      { name: 'pause', item: 'found A', now: true, by: 'ada' },
    ],
    [
      { name: 'drain', on: true, by: 'ada' },
      { name: 'drain', on: true, by: 'ada' },
    ],
    [
      { name: 'refresh', by: 'ada' },
      { name: 'refresh', by: 'ada' },
    ],
  ] as const)('%j', (asked, command) => {
    expect(toCommand(asked, find)).toEqual(command);
  });
});
