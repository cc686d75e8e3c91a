import { expect, test } from 'vitest';
import { mayRemoveChamber } from '../../src/policy/cleanup.ts';
import { CHAMBER, type ItemStand, itemAs, runAs } from './stands.ts';

const READY = { cleanup: true, chamber: CHAMBER, run: null, state: 'open' } as const;

test.each<readonly [why: string, change: ItemStand, may: boolean]>([
  ['asked for, and nobody works there', {}, true],
  ['nobody asked for it', { cleanup: false }, false],
  ['there is none', { chamber: null }, false],
  ['a run is still in it', { run: runAs() }, false],
  ['the item is queued again', { state: 'queued' }, false],
  ['the item waits for a person', { state: 'needs_human' }, false],
])('M2 whether the chamber may go: %s', (_why, change, may) => {
  expect(mayRemoveChamber(itemAs({ ...READY, ...change }))).toBe(may);
});
