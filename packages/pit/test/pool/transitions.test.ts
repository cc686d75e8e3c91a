import { expect, test } from 'vitest';
import { type MoveReason, type PoolState, refuseMove } from '../../src/pool/transitions.ts';

const STATES: readonly PoolState[] = ['cold', 'warming', 'hot', 'cooling', 'failed'];
const REASONS: readonly MoveReason[] = [
  'user-request',
  'predictive-prewarm',
  'automatic-timeout',
  'resource-pressure',
  'scheduled-cooldown',
  'health-check-failure',
  'error',
  'error-recovery',
];

const cooling = 'user-request automatic-timeout resource-pressure scheduled-cooldown';
const ALLOWED: Readonly<Record<string, string>> = {
  'cold warming': 'user-request predictive-prewarm',
  'warming hot': 'user-request predictive-prewarm',
  'warming failed': 'error',
  'hot cooling': cooling,
  'hot failed': 'health-check-failure',
  'cooling cold': cooling,
  'cooling failed': 'error',
  'failed cold': 'error-recovery',
};

test('P1 of all moves and reasons exactly those of the table are allowed', () => {
  for (const from of STATES)
    for (const to of STATES)
      for (const reason of REASONS) {
        const allowed = ALLOWED[`${from} ${to}`]?.split(' ').includes(reason) ?? false;
        expect(refuseMove({ from, to, reason, inUse: 0 }) === null, `${from} ${to} ${reason}`).toBe(allowed);
      }
});

test('P1 what is in use may fail but is not taken away', () => {
  expect(refuseMove({ from: 'hot', to: 'cooling', reason: 'resource-pressure', inUse: 2 })).toBe(
    'it is in use by 2',
  );
  expect(refuseMove({ from: 'failed', to: 'cold', reason: 'error-recovery', inUse: 1 })).toBe(
    'it is in use by 1',
  );
  expect(refuseMove({ from: 'hot', to: 'failed', reason: 'health-check-failure', inUse: 2 })).toBeNull();
  expect(refuseMove({ from: 'cold', to: 'hot', reason: 'user-request', inUse: 0 })).toBe(
    'cold does not become hot',
  );
});
