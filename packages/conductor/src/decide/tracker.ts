import type { ItemId, TrackedItem } from '@symphony/domain';
import { isOneOf } from '@symphony/domain';
import type { Decision, Setting } from '../decision.ts';
import { joinWords } from '../fold/fold-item.ts';
import type { Input } from '../input.ts';
import { keepsLetter } from '../policy/conformance.ts';
import { editWords } from '../policy/edited.ts';
import { reconcile } from '../policy/reconcile.ts';
import { type ItemState, newItem } from '../state.ts';
import { stopItem, withdrawItem } from './stopping.ts';

type Read = Extract<Input, { type: 'tracker-read' }>;

/** Asks the tracker for everything that is active and everything Symphony is busy with. */
export function readTracker(out: Decision, { state, settings }: Setting): void {
  const known = new Set<ItemId>(state.waiting);
  for (const id of state.live) known.add(id);
  for (const [id, item] of state.items)
    if (item.outcome !== 'none' && item.presence === 'active') known.add(id);
  out.perform({ type: 'read-tracker', states: settings.tracker.activeStates, known: [...known] });
}

/** Reconciles what is going on with what the tracker says now (C17), before anything new is started. */
export function trackerRead(out: Decision, setting: Setting, read: Read): void {
  const { state } = setting;
  if (state.trackerProblem !== null) out.record({ type: 'tracker-recovered' });
  if (JSON.stringify(read.problems) !== JSON.stringify(state.boardProblems)) {
    out.record({ type: 'tracker-problems-changed', problems: read.problems });
  }
  for (const tracked of read.items) {
    const before = state.items.get(tracked.id);
    if (before && isOutdated(before, read.begunAt)) continue;
    see(out, setting, before, tracked);
  }
  for (const id of read.missing) {
    const before = state.items.get(id);
    if (before && !isOutdated(before, read.begunAt)) miss(out, setting, before);
  }
}

/** A read begun before our own last move would show the state from before it. */
const isOutdated = (item: ItemState, begunAt: number): boolean =>
  item.moveWanted !== null || item.movedAt >= begunAt;

/** Takes note of an item as the tracker shows it, and of what that means for its run. */
export function see(
  out: Decision,
  setting: Setting,
  before: ItemState | undefined,
  tracked: TrackedItem,
): ItemState {
  const { settings } = setting;
  const active = isOneOf(tracked.state, settings.tracker.activeStates);
  const presence = active ? 'active' : 'inactive';
  const base = before ?? newItem(tracked);
  const steering = before ? tellEdit(out, before, tracked) : base.steering;
  const now: ItemState = { ...base, tracked, presence, steering };
  if (!before || before.presence !== presence || !sameItem(before.tracked, tracked)) {
    out.record({ type: 'item-seen', item: tracked.id, tracked });
  }
  if (base.state === 'open' && base.outcome !== 'none' && base.leftSinceOutcome && active) {
    out.record({ type: 'item-reopened', item: tracked.id, why: `moved back to ${tracked.state}` });
  }
  judge(out, setting, now);
  return now;
}

/** An agent that has its request already hears what a person changed of it with its next turn, once. */
function tellEdit(out: Decision, before: ItemState, tracked: TrackedItem): string {
  const edit = before.run && before.run.turn > 0 ? editWords(before.tracked, tracked) : null;
  if (edit === null) return before.steering;
  const said = { text: edit, by: 'symphony' };
  out.record({ type: 'steering-wanted', item: tracked.id, ...said });
  return joinWords(before.steering, said);
}

/** The tracker no longer has it. */
export function miss(out: Decision, setting: Setting, before: ItemState): ItemState {
  const now: ItemState = { ...before, presence: 'missing' };
  if (before.presence !== 'missing')
    out.record({ type: 'item-left', item: before.tracked.id, why: 'missing' });
  judge(out, setting, now);
  return now;
}

function judge(out: Decision, setting: Setting, item: ItemState): void {
  const verdict = reconcile(item, setting.settings);
  if (verdict.kind === 'stop') {
    // By the letter an issue is merely released: it is played again as soon as it may be (svc-C2).
    const released = keepsLetter(setting.settings) && !verdict.clean;
    const outcome = released ? 'none' : 'cancelled';
    stopItem(out, setting, item, verdict.reason, { clean: verdict.clean, outcome });
  }
  if (verdict.kind === 'withdraw') withdrawItem(out, setting, item, verdict.reason);
}

/** Records of one adapter have their keys in one order, so their text tells whether anything changed. */
const sameItem = (a: TrackedItem, b: TrackedItem): boolean =>
  a === b || JSON.stringify(a) === JSON.stringify(b);
