import type { Instant, Thing, ThingKind, Tier, TrashEntry } from '@symphony/domain';
import { courseOf, judge, type KindTally, type Policy, tallyOf, type Verdict } from '@symphony/pit/stale';

/** What a cleaning would do, exactly, and why everything else stays. */
export interface CleanPlan {
  readonly at: Instant;
  readonly steps: readonly CleanStep[];
  readonly tally: readonly KindTally[];
  /** Bytes of everything that was looked at. */
  readonly found: number;
}

export interface CleanStep {
  readonly id: string;
  readonly kind: ThingKind;
  readonly label: string;
  readonly course: 'promote' | 'archive' | 'remove' | 'purge';
  readonly from: Tier;
  readonly to: Tier;
  readonly size: number;
  readonly reason: string;
  readonly policy: string | null;
}

const COURSES: readonly CleanStep['course'][] = ['promote', 'archive', 'remove', 'purge'];

/** `kinds`: only these are acted on; all are looked at, because things of one kind need those of another. */
export function planOf(
  things: readonly Thing[],
  policies: readonly Policy[],
  now: Instant,
  kinds: readonly ThingKind[] | null,
): CleanPlan {
  const verdicts = judge(things, policies, now).filter(
    ({ thing }) => kinds === null || kinds.includes(thing.kind),
  );
  const steps = verdicts.flatMap((verdict) => stepOf(verdict));
  return {
    at: now,
    steps: steps
      .sort((a, b) => COURSES.indexOf(a.step.course) - COURSES.indexOf(b.step.course) || b.at - a.at)
      .map(({ step }) => step),
    tally: tallyOf(verdicts),
    found: verdicts.reduce((sum, { thing }) => sum + thing.size, 0),
  };
}

/** With the time it was made: what needs something is younger than it, and must go before it. */
function stepOf(verdict: Verdict): { readonly step: CleanStep; readonly at: Instant }[] {
  const course = courseOf(verdict);
  if (course === 'keep') return [];
  const { thing, tier, reason, policy } = verdict;
  const { id, kind, label, size, tier: from, createdAt: at } = thing;
  const purge = kind === 'archive' && course === 'remove';
  return [
    { step: { id, kind, label, course: purge ? 'purge' : course, from, to: tier, size, reason, policy }, at },
  ];
}

/** A removed thing waits in the trash as a thing of its own: held until its time is over. */
export function trashThing(entry: TrashEntry, size: number, retention: number, now: Instant): Thing {
  const until = entry.at + retention;
  const held = now < until ? `it can be restored until ${new Date(until).toISOString().slice(0, 10)}` : null;
  return {
    id: `archive:${entry.id}`,
    kind: 'archive',
    label: entry.label,
    size,
    createdAt: entry.at,
    // The policy counts from here on: from the end of its time.
    lastUsedAt: Math.min(until, now - 1),
    uses: 0,
    quality: 0,
    tags: [],
    guards: { referenced: null, tagged: null, held, unmerged: null, running: null },
    references: entry.needs,
    training: false,
    tier: 'cold',
    tiers: ['cold'],
    content: null,
  };
}
