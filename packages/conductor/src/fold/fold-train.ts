import { type Instant, type ItemId, type LogEvent, trainIdOf } from '@symphony/domain';
import type { TrainState } from '../state.ts';

/** The merge train's share of an event. */
export function foldTrain(train: TrainState, event: LogEvent, at: Instant): TrainState {
  switch (event.type) {
    case 'handoff-approved':
      if (event.elsewhere) return train;
      return inTrain(train, event.item) ? train : { ...train, queue: [...train.queue, event.item] };
    case 'train-departed': {
      const taken = new Set(event.items);
      return {
        queue: train.queue.filter((item) => !taken.has(item)),
        segments: without(train.segments, taken),
        current: { id: event.attempt, items: event.items, proved: null },
        held: null,
      };
    }
    case 'train-proved':
      return train.current
        ? { ...train, current: { ...train.current, proved: { base: event.base, commit: event.commit } } }
        : train;
    case 'train-split':
      return train.current
        ? { ...train, segments: [...event.parts, ...train.segments], current: null }
        : train;
    case 'train-restarted':
      return train.current
        ? { ...train, segments: [train.current.items, ...train.segments], current: null, held: null }
        : train;
    case 'conductor-started':
      // What held the train may be gone: a new conductor has not looked yet, and must before it rests.
      return train.held === null ? train : { ...train, held: null };
    case 'train-held':
      return { ...train, held: { reason: event.reason, since: train.held?.since ?? at } };
    case 'train-landed':
      return { ...train, current: null, held: null };
    case 'handoff-returned':
      return leave(train, event.item);
    case 'mission-returned':
    case 'mission-ended':
      return leave(train, trainIdOf(event.mission));
    case 'item-moved':
      return event.from === 'handed_off' ? leave(train, event.item) : train;
    default:
      return train;
  }
}

const inTrain = (train: TrainState, item: ItemId): boolean =>
  train.queue.includes(item) ||
  train.segments.some((segment) => segment.includes(item)) ||
  (train.current?.items.includes(item) ?? false);

/** An item that leaves takes the attempt it is in apart: the others are tried again without it, first. */
function leave(train: TrainState, item: ItemId): TrainState {
  if (!inTrain(train, item)) return train;
  const gone = new Set([item]);
  const broken = train.current?.items.includes(item) && train.current.proved === null;
  const rest = broken ? [(train.current?.items ?? []).filter((each) => each !== item)] : [];
  return {
    ...train,
    queue: train.queue.filter((each) => each !== item),
    segments: [...rest, ...without(train.segments, gone)].filter((segment) => segment.length > 0),
    current: broken ? null : train.current,
  };
}

const without = (segments: TrainState['segments'], gone: ReadonlySet<ItemId>): TrainState['segments'] =>
  segments
    .map((segment) => segment.filter((item) => !gone.has(item)))
    .filter((segment) => segment.length > 0);
