/**
 * The life of an instrument. The table is the only way its state changes; a pair or a reason it does
 * not list is refused. In use is not a state: a hot one counts who uses it.
 */
export type PoolState = 'cold' | 'warming' | 'hot' | 'cooling' | 'failed';

export type MoveReason =
  | 'user-request'
  | 'predictive-prewarm'
  | 'automatic-timeout' // idle too long
  | 'resource-pressure' // others need its memory
  | 'scheduled-cooldown' // the pool drains
  | 'health-check-failure'
  | 'error' // starting or ending it failed
  | 'error-recovery';

interface PoolTransition {
  readonly from: PoolState;
  readonly to: PoolState;
  readonly reasons: readonly MoveReason[];
}

const TO_WARM: readonly MoveReason[] = ['user-request', 'predictive-prewarm'];
const TO_COOL: readonly MoveReason[] = [
  'user-request',
  'automatic-timeout',
  'resource-pressure',
  'scheduled-cooldown',
];

const POOL_TRANSITIONS: readonly PoolTransition[] = [
  { from: 'cold', to: 'warming', reasons: TO_WARM },
  { from: 'warming', to: 'hot', reasons: TO_WARM },
  { from: 'warming', to: 'failed', reasons: ['error'] },
  { from: 'hot', to: 'cooling', reasons: TO_COOL },
  { from: 'hot', to: 'failed', reasons: ['health-check-failure'] },
  { from: 'cooling', to: 'cold', reasons: TO_COOL },
  { from: 'cooling', to: 'failed', reasons: ['error'] },
  { from: 'failed', to: 'cold', reasons: ['error-recovery'] },
];

interface MoveQuestion {
  readonly from: PoolState;
  readonly to: PoolState;
  readonly reason: MoveReason;
  readonly inUse: number;
}

/** Why the move may not be made, or null when it may. */
export function refuseMove({ from, to, reason, inUse }: MoveQuestion): string | null {
  const row = POOL_TRANSITIONS.find((each) => each.from === from && each.to === to);
  if (!row) return `${from} does not become ${to}`;
  if (!row.reasons.includes(reason)) return `${from} does not become ${to} for the reason ${reason}`;
  // What failed is lost to its users anyway; what works is not taken from them.
  if (inUse > 0 && to !== 'failed') return `it is in use by ${inUse}`;
  return null;
}
