import type { LifecycleState, LogEvent } from '@symphony/domain';
import { type Tone, wordsOf } from '@symphony/protocol/words';
import type { Note } from './block.ts';

/** What happened around the agent; null for what says nothing to somebody who reads its transcript. */
export function itemNote(event: LogEvent): Note | null {
  const tone = toneOf(event);
  return tone === null ? null : { text: wordsOf(event, String), tone };
}

function toneOf(event: LogEvent): Tone | null {
  if (event.type === 'item-moved') {
    // The way through the states is told by what happens; where it stops or waits is news.
    if (event.to === 'open') return event.outcome === 'merged' ? 'good' : 'warn';
    return STOPS[event.to] ?? null;
  }
  if (event.type === 'tool-reported') return event.report.kind === 'deviation' ? 'warn' : 'accent';
  return TONES[event.type] ?? null;
}

const STOPS: Readonly<Partial<Record<LifecycleState, Tone>>> = {
  paused: 'warn',
  needs_human: 'bad',
  failed: 'bad',
};

const TONES: Readonly<Partial<Record<LogEvent['type'], Tone>>> = {
  'chamber-prepared': 'dim',
  'context-given': 'dim',
  'scope-judged': 'accent',
  'proving-started': 'dim',
  'run-suspended': 'warn',
  'pause-wanted': 'warn',
  'pause-withdrawn': 'dim',
  'run-ending': 'dim',
  'run-ended': 'dim',
  'retry-scheduled': 'warn',
  'takeover-wanted': 'accent',
  'takeover-began': 'accent',
  'takeover-ended': 'accent',
  'handoff-made': 'good',
  'handoff-approved': 'good',
  'handoff-returned': 'warn',
  'train-departed': 'accent',
  'train-proved': 'accent',
  'train-split': 'warn',
  'train-held': 'warn',
  'train-restarted': 'warn',
  'train-landed': 'good',
};
