import type { Decision, Setting } from '../decision.ts';
import type { Input } from '../input.ts';
import type { ItemState } from '../state.ts';

/** What the tracker was asked for and has not confirmed. */
export function writeOnTracker(out: Decision, { tracked, moveWanted, commentsWanted }: ItemState): void {
  const item = tracked.id;
  if (moveWanted !== null) out.perform({ type: 'move-on-tracker', item, state: moveWanted });
  for (const { key, text } of commentsWanted) out.perform({ type: 'comment-on-tracker', item, key, text });
}

/** A tracker that did not take a move or a comment is asked again with every tick. */
export function retryWrites(out: Decision, { state }: Setting): void {
  for (const id of state.live) {
    const item = state.items.get(id);
    if (item) writeOnTracker(out, item);
  }
}

/** Recorded once for as long as it is the same: a tracker that is away for a night must not fill the log. */
export function moveRefused(
  out: Decision,
  { state: all }: Setting,
  { item, state, final, failure }: Extract<Input, { type: 'tracker-move-refused' }>,
): void {
  const { message } = failure;
  const known = all.items.get(item);
  if (!final && known?.moveWanted === state && known.moveRefused === message) return;
  out.record({ type: 'tracker-move-failed', item, state, final, message });
}

export function commentRefused(
  out: Decision,
  { state }: Setting,
  { item, key, final, failure }: Extract<Input, { type: 'tracker-comment-refused' }>,
): void {
  const { message } = failure;
  const wanted = state.items.get(item)?.commentsWanted.find((each) => each.key === key);
  if (!final && wanted?.refused === message) return;
  out.record({ type: 'tracker-comment-failed', item, key, final, message });
}
