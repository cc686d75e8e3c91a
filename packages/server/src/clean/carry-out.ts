import {
  failureOf,
  type Instant,
  PortError,
  type StaleSource,
  type Thing,
  type TrashEntry,
} from '@symphony/domain';
import type { Amount } from '@symphony/pit/stale';
import type { CleanPlan, CleanStep } from './plan.ts';
import type { Sources } from './sources.ts';

/** What a cleaning did, as observed. */
export interface CleanResult {
  readonly at: Instant;
  /** Everything removed in it can be brought back by this name. */
  readonly batch: string;
  readonly promoted: Amount;
  readonly archived: Amount;
  readonly removed: Amount;
  readonly purged: Amount;
  /** Planned and not done, with the reason: it came into use meanwhile, or it could not be done. */
  readonly left: readonly { readonly id: string; readonly label: string; readonly reason: string }[];
  /** Bytes on disk before and after, of everything that was looked at, the trash included. */
  readonly before: number;
  readonly after: number;
}

export interface Look {
  readonly plan: CleanPlan;
  /** The plan's steps by what is done to what. */
  readonly steps: ReadonlyMap<string, CleanStep>;
  readonly things: ReadonlyMap<string, Thing>;
}

export interface Cleaning {
  readonly sources: Sources;
  look(): Promise<Look>;
  /** Whether the log has grown since the last look, so that guards may have changed. */
  hasMoved(): Promise<boolean>;
  now(): Instant;
  /** Ends it after the step at hand. */
  readonly signal: AbortSignal | null;
}

const NOTHING: Amount = { count: 0, bytes: 0 };
const DONE = { promote: 'promoted', archive: 'archived', remove: 'removed', purge: 'purged' } as const;

/**
 * Does what was shown and is still right. What a killed cleaning left is finished first; before each
 * step the log is asked whether anything happened, and if so everything is looked at again.
 */
export async function carryOut(shown: CleanPlan, cleaning: Cleaning): Promise<CleanResult> {
  const { sources, now } = cleaning;
  for (const source of sources.all) await source.recover();
  const at = now();
  const batch = `clean-${at.toString(36)}`;
  const entries = new Map((await sources.trash.entries()).map((entry) => [`archive:${entry.id}`, entry]));
  let looked = await cleaning.look();
  const before = bytesOf(looked.things);
  const amounts = { promoted: NOTHING, archived: NOTHING, removed: NOTHING, purged: NOTHING };
  const left: CleanResult['left'][number][] = [];

  for (const step of shown.steps) {
    if (cleaning.signal?.aborted) {
      left.push({ ...named(step), reason: 'the cleaning was ended before' });
      continue;
    }
    if (await cleaning.hasMoved()) looked = await cleaning.look();
    const still = looked.steps.get(`${step.course} ${step.id}`);
    const thing = looked.things.get(step.id);
    if (!still || !thing) {
      left.push({ ...named(step), reason: thing ? 'it came into use meanwhile' : 'it is gone already' });
      continue;
    }
    try {
      await perform(still, thing, entries.get(step.id), sources, { at, batch, reason: still.reason });
      const done = DONE[still.course];
      amounts[done] = { count: amounts[done].count + 1, bytes: amounts[done].bytes + thing.size };
    } catch (error) {
      left.push({ ...named(step), reason: failureOf(error).message });
    }
  }
  return { at, batch, ...amounts, left, before, after: bytesOf((await cleaning.look()).things) };
}

async function perform(
  step: CleanStep,
  thing: Thing,
  entry: TrashEntry | undefined,
  sources: Sources,
  because: { readonly at: Instant; readonly batch: string; readonly reason: string },
): Promise<void> {
  const source = sourceOf(sources, entry?.kind ?? thing.kind);
  switch (step.course) {
    case 'promote':
    case 'archive':
      await source.archive?.(thing, step.to);
      return;
    case 'remove':
      await source.remove(thing, because);
      return;
    case 'purge':
      if (entry) await source.purge(entry);
      return;
  }
}

export function sourceOf(sources: Sources, kind: StaleSource['kind']): StaleSource {
  const found = sources.all.find((each) => each.kind === kind);
  if (found) return found;
  throw new PortError({
    code: 'unavailable',
    message: `Nothing here looks after things of the kind ${kind}.`,
  });
}

const named = ({ id, label }: CleanStep) => ({ id, label });

const bytesOf = (things: ReadonlyMap<string, Thing>): number =>
  [...things.values()].reduce((sum, { size }) => sum + size, 0);
