import type { FlowState } from '@symphony/domain';
import type { Tone } from '@symphony/protocol/words';

/** How a run stands, in a word and a tone. */
export const RUN_STATES: Readonly<Record<FlowState, { readonly word: string; readonly tone: Tone }>> = {
  pending: { word: 'about to begin', tone: 'dim' },
  running: { word: 'is played', tone: 'accent' },
  paused: { word: 'paused', tone: 'warn' },
  waiting: { word: 'waits for you', tone: 'warn' },
  completed: { word: 'completed', tone: 'good' },
  failed: { word: 'failed', tone: 'bad' },
  cancelled: { word: 'cancelled', tone: 'dim' },
};
