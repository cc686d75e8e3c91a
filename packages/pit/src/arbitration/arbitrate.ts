import { Ledger, type Shortage } from './ledger.ts';
import { lineUp } from './line.ts';
import type {
  Capacity,
  Deferred,
  DenialReason,
  Denied,
  Granted,
  Petition,
  Rules,
  Ruling,
} from './petition.ts';
import { doesNotStart, gotIt, summary, waitsForResource, waitsForTime, waitsForZone } from './rationale.ts';
import { isOverdue } from './urgency.ts';

/**
 * Decides who gets what (P4): hears the petitions in the order of the strategy and grants each that
 * fits into what is left. The same input and the same chance give the same ruling. It costs time in
 * proportion to the petitions looked at; where they come in order and a binding resource is named,
 * that is those granted and those passed over on the way.
 */
export function arbitrate(petitions: Iterable<Petition>, capacity: Capacity, rules: Rules): Ruling {
  const { strategy, binding } = rules;
  const ledger = new Ledger(capacity);
  const granted: Granted[] = [];
  const denied: Denied[] = [];
  const deferred: Deferred[] = [];
  let waiting: number | null = rules.waiting ?? (Array.isArray(petitions) ? petitions.length : null);
  let ended = false;
  if (!ledger.isGone(binding)) {
    const line = lineUp(petitions, rules);
    waiting = line.length ?? waiting;
    for (let place = 1; !ledger.isGone(binding); place++) {
      const petition = line.next();
      if (petition === undefined) {
        ended = true;
        break;
      }
      const obstacle = findObstacle(petition, ledger, rules, denied.length);
      if (obstacle === null) {
        ledger.take(petition);
        line.granted(petition);
        const account = (resource: string) => ledger.account(resource);
        granted.push({ id: petition.id, rationale: gotIt(petition, { place, waiting }, rules, account) });
      } else if ('until' in obstacle) deferred.push(obstacle);
      else denied.push(obstacle);
    }
  }
  ended ||= waiting === granted.length + denied.length + deferred.length;
  const stoppedBy = ended || binding === undefined ? null : binding.resource;
  const words = stoppedBy === null ? null : (ledger.account(stoppedBy)?.resource.words?.many ?? null);
  const outcome = { granted, denied, deferred, stoppedBy };
  return { strategy, ...outcome, rationale: summary(strategy, outcome, waiting, words) };
}

/**
 * What keeps a petition from being granted now. One that waited too long has what it lacks kept free
 * for it: its zones first and then its claims in their order, so that nothing lies idle for it
 * before it can be used (see the bound in `urgency.ts`).
 */
function findObstacle(
  petition: Petition,
  ledger: Ledger,
  rules: Rules,
  before: number,
): Denied | Deferred | null {
  const { id, refused, notBefore } = petition;
  const { now, starvation } = rules;
  if (refused !== undefined)
    return { id, reason: 'policy', rationale: doesNotStart(petition), missing: null, blockedBy: [] };
  if (notBefore !== undefined && notBefore > now)
    return { id, until: notBefore, reason: 'not-before', rationale: waitsForTime(notBefore, now, null) };
  const rest = longestRest(petition, ledger);
  if (rest !== null && rest.until > now)
    return { id, until: rest.until, reason: 'rate', rationale: waitsForTime(rest.until, now, rest.reason) };
  const overlap = ledger.overlap(petition);
  if (overlap !== null) {
    const { zone, holding } = overlap;
    if (isOverdue(petition, now, starvation) && ledger.canEverFit(petition)) ledger.keep(petition, 0);
    const rationale = waitsForZone(zone, holding);
    return { id, reason: 'zone-taken', rationale, missing: zone, blockedBy: [holding.name] };
  }
  const shortage = ledger.shortage(petition);
  if (shortage === null) return null;
  const { claim, account } = shortage;
  const denial: Denied = {
    id,
    reason: denialReason(shortage),
    rationale: waitsForResource(shortage, before),
    missing: claim.resource,
    blockedBy: ledger.blockers(account),
  };
  if (isOverdue(petition, now, starvation) && ledger.canEverFit(petition))
    ledger.keep(petition, shortage.at + 1);
  return denial;
}

function longestRest({ claims }: Petition, ledger: Ledger) {
  let longest: { readonly until: number; readonly reason: string } | null = null;
  for (const { resource } of claims) {
    const rest = ledger.account(resource)?.resource.rest;
    if (rest && (longest === null || rest.until > longest.until)) longest = rest;
  }
  return longest;
}

/** `lower-priority`: it would have fitted had nobody been heard before it. */
function denialReason({ account: { resource }, need }: Shortage): DenialReason {
  if (resource.kind === 'spent') return 'cost';
  return resource.used + need <= resource.limit ? 'lower-priority' : 'no-capacity';
}
