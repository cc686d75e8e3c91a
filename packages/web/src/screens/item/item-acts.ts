import type { ItemView } from '@symphony/domain';
import { type Around, awaitsApproval } from '@symphony/protocol/words';
import type { TakeoverState } from '../../terminal/takeover-state.ts';

/** What a person can do with an item. `pause`: when the turn ends; `freeze`: at once. */
export type Act = 'approve' | 'resume' | 'retry' | 'pause' | 'freeze' | 'takeover' | 'stop' | 'edit';

/** What fits the state it is in, the most likely first. The conductor has the last word. */
export function actsOf(item: ItemView, around: Around, takeover: TakeoverState): readonly Act[] {
  // In a person's hands: it goes on when they leave it.
  if (takeover !== 'none') return ['stop', 'edit'];
  const acts: Act[] = [];
  if (awaitsApproval(item, around)) acts.push('approve');
  if (item.state === 'paused' || item.run?.pauseWanted) acts.push('resume');
  if (canRetry(item)) acts.push('retry');
  if (isAtWork(item) && !item.run?.pauseWanted) acts.push('pause');
  if (canTakeOver(item)) acts.push('takeover');
  if (acts.includes('pause')) acts.push('freeze');
  if (item.state !== 'open') acts.push('stop');
  return [...acts, 'edit'];
}

const isAtWork = ({ state, run }: ItemView): boolean =>
  state === 'running' && run !== null && run.phase !== 'ending' && run.phase !== 'proving';

export const canTakeOver = (item: ItemView): boolean =>
  item.chamber !== null && (isAtWork(item) || (item.state === 'paused' && item.run !== null));

const canRetry = ({ state, outcome, dueAt }: ItemView): boolean =>
  state === 'needs_human' ||
  state === 'failed' ||
  (state === 'queued' && dueAt !== null) ||
  (state === 'open' && outcome !== 'none');

/** Null while words reach an agent sooner or later. */
export const whyNobodyListens = ({ state, outcome }: ItemView): string | null =>
  state === 'open' && outcome !== 'none'
    ? `It is ${outcome}: nobody works on it. Retry opens it again.`
    : null;

/** Only these lead somewhere; anything else a tracker calls an address is left alone. */
export function safeLink(url: string | null): string | null {
  if (url === null || !URL.canParse(url)) return null;
  const { protocol, href } = new URL(url);
  return protocol === 'https:' || protocol === 'http:' ? href : null;
}
