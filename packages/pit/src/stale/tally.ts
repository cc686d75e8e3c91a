import type { ThingKind } from '@symphony/domain';
import { isColder, type Verdict } from './verdict.ts';

/** How many things, and how many bytes. */
export interface Amount {
  readonly count: number;
  readonly bytes: number;
}

/** What is done with the things of one kind, in numbers, and why the rest is kept. */
export interface KindTally {
  readonly kind: ThingKind;
  readonly found: Amount;
  readonly archive: Amount;
  readonly remove: Amount;
  /** Brought back to where it can be used. */
  readonly promote: Amount;
  readonly keep: Amount;
  /** The most common reasons first. */
  readonly keptBecause: readonly (Amount & { readonly reason: string })[];
}

const NOTHING: Amount = { count: 0, bytes: 0 };
const REASONS = 5;

export type Course = 'archive' | 'remove' | 'promote' | 'keep';

export function courseOf({ action, tier, thing }: Verdict): Course {
  if (action === 'delete') return 'remove';
  if (action === 'archive') return 'archive';
  return isColder(thing.tier, tier) ? 'promote' : 'keep';
}

/** One row a kind, in the order kinds first appear. */
export function tallyOf(verdicts: readonly Verdict[]): readonly KindTally[] {
  const rows = new Map<ThingKind, Record<Course | 'found', Amount>>();
  const reasons = new Map<ThingKind, Map<string, Amount>>();
  for (const verdict of verdicts) {
    const { kind, size } = verdict.thing;
    const row = rows.get(kind) ?? {
      found: NOTHING,
      archive: NOTHING,
      remove: NOTHING,
      promote: NOTHING,
      keep: NOTHING,
    };
    rows.set(kind, row);
    const course = courseOf(verdict);
    row.found = plus(row.found, size);
    row[course] = plus(row[course], size);
    if (course !== 'keep') continue;
    const why = reasons.get(kind) ?? new Map<string, Amount>();
    reasons.set(kind, why);
    why.set(verdict.reason, plus(why.get(verdict.reason) ?? NOTHING, size));
  }
  return [...rows].map(([kind, row]) => ({ kind, ...row, keptBecause: mostCommon(reasons.get(kind)) }));
}

const mostCommon = (reasons: ReadonlyMap<string, Amount> = new Map()): KindTally['keptBecause'] =>
  [...reasons]
    .map(([reason, amount]) => ({ reason, ...amount }))
    .sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1))
    .slice(0, REASONS);

const plus = ({ count, bytes }: Amount, size: number): Amount => ({ count: count + 1, bytes: bytes + size });
