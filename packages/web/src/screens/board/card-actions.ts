import type { ItemView } from '@symphony/domain';
import { type Around, awaitsApproval } from '@symphony/protocol/words';

/** What a person can do about an item where it stands. */
export type CardAction = 'approve' | 'pause' | 'resume' | 'retry' | 'stop';

/** What would be accepted now, so that a menu offers nothing in vain. */
export function actionsFor(item: ItemView, around: Around): readonly CardAction[] {
  const actions: CardAction[] = [];
  if (awaitsApproval(item, around)) actions.push('approve');
  if (canPause(item)) actions.push('pause');
  if (item.state === 'paused' || item.run?.pauseWanted) actions.push('resume');
  if (canRetry(item)) actions.push('retry');
  if (item.state !== 'open') actions.push('stop');
  return actions;
}

const canPause = ({ state, run }: ItemView): boolean =>
  state === 'running' &&
  run !== null &&
  !run.pauseWanted &&
  run.phase !== 'ending' &&
  run.phase !== 'proving';

const canRetry = ({ state, outcome, dueAt }: ItemView): boolean =>
  state === 'needs_human' ||
  state === 'failed' ||
  (state === 'queued' && dueAt !== null) ||
  (state === 'open' && outcome !== 'none');

export function actionLabel(action: CardAction, item: ItemView): string {
  switch (action) {
    case 'approve':
      return 'Approve';
    case 'pause':
      return 'Pause after this turn';
    case 'resume':
      return 'Resume';
    case 'retry':
      if (item.state === 'open') return item.outcome === 'merged' ? 'Play it again' : 'Open it again';
      return item.state === 'queued' ? 'Try it now' : 'Retry';
    case 'stop':
      return item.state === 'handed_off' ? 'Take it out of the train' : 'Stop';
  }
}

/** What is lost, said before it is. */
export const stopWarning = (item: ItemView): string =>
  item.state === 'handed_off'
    ? `${item.identifier} will not be merged. Its branch stays, and it can be opened again.`
    : `The agent of ${item.identifier} is ended. Work it has not committed stays in its chamber, and the item can be opened again.`;
