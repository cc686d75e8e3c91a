import type { Outcome } from '@symphony/domain';
import type { Decision, Setting } from '../decision.ts';
import { targetOf } from '../mission/standing.ts';
import { keepsLetter } from '../policy/conformance.ts';
import { isDry } from '../policy/dry-run.ts';
import type { ItemState } from '../state.ts';
import { endAgent } from './running.ts';

/** Cancels what is going on with an item. Its chamber stays unless `clean`, and then goes only if nothing is lost. */
export function stopItem(
  out: Decision,
  setting: Setting,
  item: ItemState,
  reason: string,
  options: { readonly clean: boolean; readonly outcome?: Outcome },
): boolean {
  if (!out.move(item, 'cancelled', reason, { outcome: options.outcome ?? 'cancelled' })) return false;
  if (item.run) endAgent(out, item, item.run, reason);
  else if (options.clean) removeChamber(out, setting, item);
  return true;
}

/** Work that is merged nowhere keeps the chamber; what was rehearsed or merged elsewhere goes all the same, as a bundle (M2). */
export function removeChamber(
  out: Decision,
  { state, settings }: Setting,
  { chamber, tracked, proposal }: ItemState,
): void {
  if (chamber === null) return;
  // What the code host merged need not be in the local target, or not as these commits: it is kept as a bundle.
  const force = isDry(tracked) || keepsLetter(settings) || proposal !== null;
  const target = targetOf(state, settings, tracked.id);
  out.perform({ type: 'remove-chamber', item: tracked.id, chamber, target, force });
}

/** Takes a handed-off item out of the train. Refused once its merge is proved and about to land. */
export function withdrawItem(out: Decision, { state }: Setting, item: ItemState, reason: string): boolean {
  const id = item.tracked.id;
  if (state.train.current?.proved && state.train.current.items.includes(id)) return false;
  if (!out.move(item, 'pr_closed', reason, { outcome: 'closed' })) return false;
  if (item.handoff) out.perform({ type: 'withdraw', item: id, ref: item.handoff.ref });
  return true;
}
