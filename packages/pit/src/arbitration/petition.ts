import type { Chance, Instant } from '@symphony/domain';
import type { GrantHistory } from './grant-history.ts';
import type { Starvation } from './urgency.ts';

/** A part of something counted: `slots`, `player:claude`, `usd`. What the capacity does not list is unlimited. */
export interface Claim {
  readonly resource: string;
  readonly amount: number;
}

/** What somebody asks for: everything at once, or nothing. */
export interface Petition {
  readonly id: string;
  /** Fairness is counted per owner. */
  readonly owner: string;
  /** The higher goes first. */
  readonly priority: number;
  readonly since: Instant;
  /** The scarcest first: one that waited too long has them kept for it in this order. */
  readonly claims: readonly Claim[];
  /** Globs of paths nobody else may work in meanwhile. */
  readonly zones: readonly string[];
  /** Its chances in a weighted draw; 1 when left out. */
  readonly weight?: number;
  readonly notBefore?: Instant;
  /** Why it may not be granted whatever is free. */
  readonly refused?: string;
  /** How a person knows it; its id when left out. */
  readonly name?: string;
  /** How a person says its priority: `priority 1`. */
  readonly standing?: string;
}

export interface Resource {
  readonly limit: number;
  readonly used: number;
  /** `held` (when left out) comes back when its holder is done; `spent` does not, as money. */
  readonly kind?: 'held' | 'spent';
  /** Names of those who hold it now. */
  readonly heldBy?: readonly string[];
  /** `{ one: 'slot', many: 'slots' }`; the resource's own name when left out. */
  readonly words?: { readonly one: string; readonly many: string };
  /** How an amount of it is written; plain numbers when left out. */
  readonly format?: (amount: number) => string;
  /** Nothing of it is given out before this time. */
  readonly rest?: { readonly until: Instant; readonly reason: string };
}

export interface HeldZone {
  readonly zone: string;
  /** The id of its holder. */
  readonly by: string;
  /** The name of its holder; its id when left out. */
  readonly name?: string;
}

export interface Capacity {
  readonly resources: ReadonlyMap<string, Resource>;
  readonly zones: readonly HeldZone[];
}

export type Strategy = 'priority' | 'round-robin' | 'fair-share' | 'queue' | 'weighted';

export interface Rules {
  readonly strategy: Strategy;
  readonly now: Instant;
  /** Asked by the weighted draw only. */
  readonly chance: Chance;
  /** Who was served lately; without it every ruling starts from nothing. */
  readonly history?: GrantHistory;
  readonly starvation?: Starvation;
  /**
   * The petitions come in the order of the strategy already (`priority` and `queue` only; the
   * others make their own). They are then read one by one and only as far as needed.
   */
  readonly inOrder?: boolean;
  /** Every petition claims at least this: when it is gone, nobody else is looked at. */
  readonly binding?: Claim;
  /** How many wait, for the sentences, when the petitions are read one by one. */
  readonly waiting?: number;
}

export interface Granted {
  readonly id: string;
  readonly rationale: string;
}

export type DenialReason = 'lower-priority' | 'no-capacity' | 'zone-taken' | 'cost' | 'policy';

export interface Denied {
  readonly id: string;
  readonly reason: DenialReason;
  readonly rationale: string;
  /** The resource or the zone that is missing; null when a policy refuses. */
  readonly missing: string | null;
  /** Names of those who have it. */
  readonly blockedBy: readonly string[];
}

export interface Deferred {
  readonly id: string;
  readonly until: Instant;
  readonly reason: 'rate' | 'not-before';
  readonly rationale: string;
}

/** Plain data, so that it can be kept in the log. */
export interface Ruling {
  readonly strategy: Strategy;
  readonly granted: readonly Granted[];
  readonly denied: readonly Denied[];
  readonly deferred: readonly Deferred[];
  /** The binding resource that was gone before everybody was looked at, or null. */
  readonly stoppedBy: string | null;
  readonly rationale: string;
}

export const nameOf = ({ id, name }: Petition): string => name ?? id;
