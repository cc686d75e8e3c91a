import type { Capacity, Claim, Petition, Resource } from './petition.ts';
import { nameOf } from './petition.ts';
import { type Holding, Zones } from './zones.ts';

export interface Account {
  readonly resource: Resource;
  /** With what this ruling gave away. */
  used: number;
  /** Free, but kept for those who waited too long. */
  kept: number;
  readonly holders: string[];
  readonly keptFor: string[];
  /** Holders and those it is kept for; made once until somebody joins them. */
  blockers: readonly string[] | null;
}

export interface Shortage {
  readonly claim: Claim;
  /** The place of the claim among the petition's. */
  readonly at: number;
  /** All the petition asks of this resource up to there. */
  readonly need: number;
  readonly account: Account;
}

/** What is free while a ruling is made. Only resources somebody asks for are ever opened. */
export class Ledger {
  readonly #resources: Capacity['resources'];
  readonly #accounts = new Map<string, Account>();
  readonly #zones = new Zones();

  constructor(capacity: Capacity) {
    this.#resources = capacity.resources;
    for (const { zone, by, name } of capacity.zones)
      this.#zones.hold({ zone, by, name: name ?? by, kept: false });
  }

  account(resource: string): Account | null {
    const open = this.#accounts.get(resource);
    if (open) return open;
    const known = this.#resources.get(resource);
    if (!known) return null;
    const account: Account = {
      resource: known,
      used: known.used,
      kept: 0,
      holders: [...(known.heldBy ?? [])],
      keptFor: [],
      blockers: null,
    };
    this.#accounts.set(resource, account);
    return account;
  }

  isGone(claim: Claim | undefined): boolean {
    const account = claim && this.account(claim.resource);
    return account ? account.used + account.kept + claim.amount > account.resource.limit : false;
  }

  /** The first claim that does not fit. */
  shortage({ claims }: Petition): Shortage | null {
    for (let at = 0; at < claims.length; at++) {
      const claim = claims[at] as Claim;
      const account = this.account(claim.resource);
      if (!account) continue;
      const need = askedUpTo(claims, at);
      if (account.used + account.kept + need > account.resource.limit) return { claim, at, need, account };
    }
    return null;
  }

  overlap(petition: Petition): { readonly zone: string; readonly holding: Holding } | null {
    for (const zone of petition.zones)
      for (const holding of this.#zones.overlaps(zone, petition.id)) return { zone, holding };
    return null;
  }

  /** Thousands may be kept waiting by the same few: they share one list. */
  blockers(account: Account): readonly string[] {
    account.blockers ??= [...account.holders, ...account.keptFor];
    return account.blockers;
  }

  /** Whether it would fit once everything that comes back has come back. */
  canEverFit({ claims }: Petition): boolean {
    return claims.every((claim, at) => {
      const account = this.account(claim.resource);
      if (!account) return true;
      const gone = account.resource.kind === 'spent' ? account.used : 0;
      return gone + askedUpTo(claims, at) <= account.resource.limit;
    });
  }

  take(petition: Petition): void {
    const name = nameOf(petition);
    for (const { resource, amount } of petition.claims) {
      const account = this.account(resource);
      if (!account) continue;
      account.used += amount;
      account.blockers = null;
      if (account.resource.kind !== 'spent') account.holders.push(name);
    }
    this.#holdZones(petition, false);
  }

  /** Keeps its zones and its first claims from everybody behind it. What is spent does not come back, so it is not kept. */
  keep(petition: Petition, claims: number): void {
    const name = nameOf(petition);
    for (const { resource, amount } of petition.claims.slice(0, claims)) {
      const account = this.account(resource);
      if (!account || account.resource.kind === 'spent') continue;
      account.kept += amount;
      account.keptFor.push(name);
      account.blockers = null;
    }
    this.#holdZones(petition, true);
  }

  #holdZones(petition: Petition, kept: boolean): void {
    for (const zone of petition.zones)
      this.#zones.hold({ zone, by: petition.id, name: nameOf(petition), kept });
  }
}

function askedUpTo(claims: readonly Claim[], at: number): number {
  const { resource, amount } = claims[at] as Claim;
  if (!(amount >= 0)) throw new RangeError(`A claim on ${resource} must be a number that is not below 0.`);
  let need = amount;
  for (let before = 0; before < at; before++) {
    const claim = claims[before] as Claim;
    if (claim.resource === resource) need += claim.amount;
  }
  return need;
}
