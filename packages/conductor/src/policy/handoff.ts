import type { Failure, FailureCode, Outcome, Settings } from '@symphony/domain';
import type { ItemState } from '../state.ts';

/** What becomes of an item the train sends back: another turn of its author, or a person (C19, M9). */
export function judgeReturn(
  item: ItemState,
  settings: Settings,
  why: 'conflict' | 'failed-on-target',
  target: string,
): { readonly outcome: Outcome; readonly reason: string } {
  const cause =
    why === 'conflict' ? `conflicts with ${target}` : `fails the checks once merged with ${target}`;
  const returns = item.returns + 1;
  if (settings.handoff.followUp && returns <= settings.handoff.maxReturns) {
    return {
      outcome: 'none',
      reason: `${cause}; back to its author (${returns} of ${settings.handoff.maxReturns})`,
    };
  }
  const tried = item.returns > 0 ? ` after ${item.returns} tries to mend it` : '';
  return {
    outcome: 'closed',
    reason: `${cause}${tried}; mend it in its chamber, then \`symphony retry ${item.tracked.identifier}\``,
  };
}

const BY_ITSELF: ReadonlySet<FailureCode> = new Set(['unavailable', 'timeout']);
const BY_A_PERSON: ReadonlySet<FailureCode> = new Set(['credentials', 'disk']);

/**
 * Nothing is wrong with the work: a host is away, a token was revoked, a disk is full. Asking again is
 * enough once that is over, and stopping every item for it would only make a person start them all again.
 */
export const isPassing = (failure: Failure): boolean => BY_ITSELF.has(failure.code) || needsPerson(failure);

/** It passes, but nobody should wait for it who does not know that somebody acts. */
export const needsPerson = ({ code }: Failure): boolean => BY_A_PERSON.has(code);
