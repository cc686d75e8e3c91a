import type { Instant } from '@symphony/domain';
import type { Account, Shortage } from './ledger.ts';
import type { Petition, Resource, Rules, Ruling, Strategy } from './petition.ts';
import { isOverdue } from './urgency.ts';
import type { Holding } from './zones.ts';

/** The sentences of a ruling: what `symphony explain` shows to a person. */

const BY: Readonly<Record<Strategy, string>> = {
  priority: 'By priority',
  'round-robin': 'In turn',
  'fair-share': 'By fair share',
  queue: 'First come, first served',
  weighted: 'By a weighted draw',
};

export interface Place {
  /** 1 for the first heard. */
  readonly place: number;
  readonly waiting: number | null;
}

export function gotIt(
  petition: Petition,
  { place, waiting }: Place,
  rules: Rules,
  account: (resource: string) => Account | null,
): string {
  const line = waiting === null ? 'in line' : `of ${waiting} waiting`;
  return `Got ${whatItGot(petition, rules, account)}: ${ordinal(place)} ${line} (${why(petition, rules)}).`;
}

/** The claim everybody competes for names the prize; else the first that has words. */
function whatItGot(
  { claims, zones }: Petition,
  { binding }: Rules,
  account: (resource: string) => Account | null,
): string {
  const worded = claims.filter(({ resource }) => account(resource)?.resource.words !== undefined);
  const claim = worded.find(({ resource }) => resource === binding?.resource) ?? worded[0];
  const prize = claim
    ? amountOf(claim.resource, account(claim.resource)?.resource, claim.amount)
    : 'what it asked for';
  return zones.length === 0 ? prize : `${prize} and ${listed(zones)}`;
}

function why(petition: Petition, { strategy, now, starvation, history }: Rules): string {
  if (strategy !== 'queue' && isOverdue(petition, now, starvation))
    return `moved up after waiting ${duration(now - petition.since)}`;
  switch (strategy) {
    case 'priority':
      return petition.standing ?? `priority ${petition.priority}`;
    case 'queue':
      return `waited ${duration(now - petition.since)}`;
    case 'round-robin':
      return `it was ${petition.owner}’s turn`;
    case 'fair-share':
      return `${petition.owner} had ${history?.served(petition.owner) ?? 0} of the last ${history?.total ?? 0}`;
    case 'weighted':
      return `drawn with weight ${petition.weight ?? 1}`;
  }
}

export function waitsForZone(zone: string, holding: Holding): string {
  const where = holding.zone === zone ? zone : `${holding.zone}, which overlaps its ${zone}`;
  return holding.kept
    ? `Waits: ${holding.name} has waited too long for ${where} and gets it first.`
    : `Waits: ${holding.name} works in ${where}.`;
}

export function waitsForResource({ claim, need, account }: Shortage, before: number): string {
  const { resource, used, keptFor } = account;
  const line = before === 0 ? '' : before === 1 ? '; 1 is before it' : `; ${before} are before it`;
  const { limit } = resource;
  const many = resource.words?.many ?? claim.resource;
  const write = writer(resource);
  if (need > limit)
    return `Waits: it asks for ${write(need)} of ${write(limit)} ${many}, which is more than there are.`;
  if (resource.kind === 'spent')
    return `Waits: it needs ${write(need)} and ${write(Math.max(0, limit - used))} of ${write(limit)} ${many} is left.`;
  if (used + need <= limit)
    return `Waits: ${many} are kept for ${listed(keptFor)}, waiting too long already${line}.`;
  if (used < limit)
    return `Waits: it asks for ${write(need)} ${many} and ${write(limit - used)} of ${write(limit)} is free${line}.`;
  const all =
    limit === 1
      ? `the only ${resource.words?.one ?? claim.resource} is taken`
      : `all ${write(limit)} ${many} are taken`;
  const holders = account.holders.length === 0 ? '' : ` by ${listed(account.holders)}`;
  return `Waits: ${all}${holders}${line}.`;
}

export const waitsForTime = (until: Instant, now: Instant, reason: string | null): string =>
  `Waits ${duration(until - now)}: ${reason ?? 'it is to start later'}.`;

export const doesNotStart = (petition: Petition): string => `Does not start: ${petition.refused}.`;

export function summary(
  strategy: Strategy,
  { granted, denied, deferred, stoppedBy }: Omit<Ruling, 'rationale' | 'strategy'>,
  waiting: number | null,
  words: string | null,
): string {
  const waits = denied.length + deferred.length;
  const total = waiting ?? (stoppedBy === null ? granted.length + waits : null);
  if (total === 0) return `${BY[strategy]}: nobody waits.`;
  if (stoppedBy !== null && granted.length === 0)
    return `${BY[strategy]}: no ${words ?? stoppedBy} are free.`;
  const got = `${granted.length}${total === null ? '' : ` of ${total}`} got what they asked for`;
  if (stoppedBy !== null) return `${BY[strategy]}: ${got}; then no more ${words ?? stoppedBy} were free.`;
  return `${BY[strategy]}: ${got}${waits === 0 ? '' : `; ${waits} ${waits === 1 ? 'waits' : 'wait'}`}.`;
}

function amountOf(name: string, resource: Resource | undefined, amount: number): string {
  if (resource?.format) return `${resource.format(amount)} ${resource.words?.many ?? name}`;
  if (amount === 1) {
    const one = resource?.words?.one ?? name;
    return `${/^[aeiou]/i.test(one) ? 'an' : 'a'} ${one}`;
  }
  return `${amount} ${resource?.words?.many ?? name}`;
}

const writer = (resource: Resource): ((amount: number) => string) => resource.format ?? String;

const NAMED = 3;

/** `S-1, S-4 and S-9`; of many only the first few. */
function listed(names: readonly string[]): string {
  if (names.length > NAMED + 1) return `${names.slice(0, NAMED).join(', ')} and ${names.length - NAMED} more`;
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

function ordinal(n: number): string {
  const teens = n % 100 >= 11 && n % 100 <= 13;
  const ending = teens ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th');
  return `${n}${ending}`;
}

function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 3600)} h`;
}
