import type { Instant, Thing } from '@symphony/domain';
import { opinionOn } from './opinion.ts';
import { type Policy, policyBook } from './policy.ts';
import { keepWhatIsNeeded } from './reach.ts';
import { makeRoom } from './room.ts';
import { copiesOf, worthOf } from './value.ts';
import { guardOf, type Verdict } from './verdict.ts';

/**
 * What is to become of everything that was found: the same things, policies and time give the same
 * verdicts, in the order of the things. A guarded thing is never archived and never deleted,
 * whatever the policies say, and neither is what a kept thing needs.
 */
export function judge(
  things: readonly Thing[],
  policies: readonly Policy[],
  now: Instant,
): readonly Verdict[] {
  const book = policyBook(policies);
  const copies = copiesOf(things);
  const verdicts = new Map<string, Verdict>();
  for (const thing of things) {
    if (verdicts.has(thing.id)) throw new Error(`Two things are called ${thing.id}.`);
    const value = worthOf(thing, copies(thing), now);
    const guard = guardOf(thing.guards);
    const verdict =
      guard === null ? opinionOn(thing, value, book.of(thing.kind), now) : guarded(thing, value, guard);
    verdicts.set(thing.id, verdict);
  }
  keepWhatIsNeeded(verdicts);
  makeRoom(verdicts, book);
  return [...verdicts.values()];
}

/** What is in use belongs where it can be used; what is only protected stays where it is. */
function guarded(thing: Thing, value: number, reason: string): Verdict {
  const inUse = thing.guards.running !== null || thing.guards.referenced !== null;
  return { thing, action: 'keep', tier: inUse ? 'hot' : thing.tier, reason, policy: null, value };
}
