import type { Entry, Instant, ItemId, LogEventOf } from '@symphony/domain';
import type { Tone } from '@symphony/protocol/words';

/** What the history of the train is made from. */
export const TRAIN_TYPES = [
  'train-departed',
  'train-proved',
  'train-split',
  'train-held',
  'train-restarted',
  'train-landed',
  'handoff-returned',
] as const;

/**
 * How a journey ended: merged; taken apart to find what does not fit; its first item sent back to its
 * author; begun anew because the target moved; or left off, when somebody took an item out of it.
 */
export type JourneyEnd = 'under way' | 'landed' | 'split' | 'returned' | 'restarted' | 'left off';

/** One attempt of the train: a batch that was merged on trial and proved together. */
export interface Journey {
  readonly attempt: string;
  readonly items: readonly ItemId[];
  readonly departedAt: Instant;
  readonly endedAt: Instant | null;
  readonly end: JourneyEnd;
  /** Everything else that was recorded of it, in order. */
  readonly entries: readonly Entry[];
}

/** What the entries tell, oldest first. The log says of a return which item, not which attempt. */
export function journeysOf(entries: readonly Entry[]): readonly Journey[] {
  const journeys: Journey[] = [];
  for (const entry of entries) {
    const { event, at } = entry;
    const last = journeys.at(-1);
    const finish = (end: JourneyEnd): void => {
      if (last)
        journeys[journeys.length - 1] = { ...last, end, endedAt: at, entries: [...last.entries, entry] };
    };
    switch (event.type) {
      case 'train-departed':
        if (last?.end === 'under way')
          journeys[journeys.length - 1] = { ...last, end: 'left off', endedAt: at };
        journeys.push({
          attempt: event.attempt,
          items: event.items,
          departedAt: at,
          endedAt: null,
          end: 'under way',
          entries: [],
        });
        break;
      case 'train-proved':
      case 'train-held':
        if (last?.attempt === event.attempt)
          journeys[journeys.length - 1] = { ...last, entries: [...last.entries, entry] };
        break;
      case 'train-split':
      case 'train-restarted':
      case 'train-landed':
        if (last?.attempt === event.attempt) finish(ENDS[event.type]);
        break;
      case 'handoff-returned':
        if (last?.end === 'under way' && last.items.includes(event.item)) finish('returned');
        break;
      default:
    }
  }
  return journeys;
}

const ENDS = {
  'train-split': 'split',
  'train-restarted': 'restarted',
  'train-landed': 'landed',
} as const;

export const END_WORDS: Readonly<Record<JourneyEnd, { readonly words: string; readonly tone: Tone }>> = {
  'under way': { words: 'under way', tone: 'accent' },
  landed: { words: 'merged', tone: 'good' },
  split: { words: 'taken apart', tone: 'warn' },
  returned: { words: 'sent back', tone: 'bad' },
  restarted: { words: 'starts over', tone: 'dim' },
  'left off': { words: 'left off', tone: 'dim' },
};

export const returnWords = ({ why }: LogEventOf<'handoff-returned'>): string =>
  why === 'conflict'
    ? 'conflicts with the target and went back to its author'
    : 'fails its checks together with the target and went back to its author';
