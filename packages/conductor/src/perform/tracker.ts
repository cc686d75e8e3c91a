import { type Failure, failureOf, type ItemId, type TrackedItem, type Tracker } from '@symphony/domain';
import type { EffectOf, Stage } from './ports.ts';

export async function readTracker({ ports, post }: Stage, effect: EffectOf<'read-tracker'>): Promise<void> {
  const { tracker, clock } = ports;
  const begunAt = clock.now();
  try {
    const active = await tracker.fetchByStates(effect.states);
    const seen = new Set(active.items.map((item) => item.id));
    const rest = await readOthers(
      tracker,
      effect.known.filter((id) => !seen.has(id)),
    );
    const items = [...active.items, ...rest.items];
    post({ type: 'tracker-read', begunAt, items, problems: active.problems, missing: rest.missing });
  } catch (error) {
    post({ type: 'tracker-unreadable', failure: failureOf(error) });
  }
}

interface Others {
  readonly items: readonly TrackedItem[];
  readonly missing: readonly ItemId[];
}

/** A malformed record among the others must not hide them: ids are then asked one by one. */
async function readOthers(tracker: Tracker, ids: readonly ItemId[]): Promise<Others> {
  if (ids.length === 0) return { items: [], missing: [] };
  try {
    const items = await tracker.fetchByIds(ids);
    const found = new Set(items.map((item) => item.id));
    return { items, missing: ids.filter((id) => !found.has(id)) };
  } catch (error) {
    if (failureOf(error).code !== 'invalid') throw error;
  }
  const reads = await Promise.all(ids.map((id) => readOne(tracker, id)));
  return {
    items: reads.flatMap(({ item }) => (item ? [item] : [])),
    missing: reads.flatMap(({ id, item }) => (item === null ? [id] : [])),
  };
}

/** Null: it is gone. Undefined: it is there and cannot be read, so nothing is known about it. */
const readOne = (
  tracker: Tracker,
  id: ItemId,
): Promise<{ id: ItemId; item: TrackedItem | null | undefined }> =>
  tracker.fetchByIds([id]).then(
    ([item]) => ({ id, item: item ?? null }),
    () => ({ id, item: undefined }),
  );

export async function refreshItem({ ports, post }: Stage, effect: EffectOf<'refresh-item'>): Promise<void> {
  const { item, run } = effect;
  try {
    const [tracked] = await ports.tracker.fetchByIds([item]);
    post({ type: 'item-refreshed', item, run, tracked: tracked ?? null });
  } catch (error) {
    post({ type: 'refresh-failed', item, run, failure: failureOf(error) });
  }
}

export async function moveOnTracker(
  { ports, post }: Stage,
  effect: EffectOf<'move-on-tracker'>,
): Promise<void> {
  const { item, state } = effect;
  const { tracker } = ports;
  if (!tracker.moveTo) {
    const failure = { code: 'refused', message: `the ${tracker.kind} tracker cannot move items` } as const;
    return post({ type: 'tracker-move-refused', item, state, final: true, failure });
  }
  try {
    await tracker.moveTo(item, state);
    post({ type: 'tracker-move-done', item, state });
  } catch (error) {
    const failure = failureOf(error);
    post({ type: 'tracker-move-refused', item, state, final: isFinal(failure), failure });
  }
}

export async function commentOnTracker(
  { ports, post }: Stage,
  effect: EffectOf<'comment-on-tracker'>,
): Promise<void> {
  const { item, key, text } = effect;
  const { tracker } = ports;
  if (!tracker.comment) {
    const failure = { code: 'refused', message: `the ${tracker.kind} tracker takes no comments` } as const;
    return post({ type: 'tracker-comment-refused', item, key, final: true, failure });
  }
  try {
    await tracker.comment(item, key, text);
    post({ type: 'tracker-commented', item, key });
  } catch (error) {
    const failure = failureOf(error);
    post({ type: 'tracker-comment-refused', item, key, final: isFinal(failure), failure });
  }
}

/** Asking again would be answered the same. */
const isFinal = ({ code }: Failure): boolean =>
  code === 'missing' || code === 'invalid' || code === 'refused';
