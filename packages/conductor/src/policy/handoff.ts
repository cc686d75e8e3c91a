import type { Outcome, Settings } from '@symphony/domain';
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
