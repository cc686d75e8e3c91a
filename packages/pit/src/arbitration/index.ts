/**
 * Arbitration (P4): who gets the slot, the model, the budget, the file zone. A ruling is a value with
 * a sentence for everybody it concerns; nothing is held here between two rulings.
 */
export { arbitrate } from './arbitrate.ts';
export { type Conflict, findConflicts } from './conflicts.ts';
export { type Fairness, fairnessOf } from './fairness.ts';
export { type Grant, GrantHistory } from './grant-history.ts';
export type {
  Capacity,
  Claim,
  Deferred,
  DenialReason,
  Denied,
  Granted,
  HeldZone,
  Petition,
  Resource,
  Rules,
  Ruling,
  Strategy,
} from './petition.ts';
export { mergeByUrgency, overdueAfter, PRIORITIES, type Starvation } from './urgency.ts';
