import type { Instant } from '../work-item.ts';

/**
 * What piles up, and the places it lies in (P5). A source lists what it has, with everything that
 * speaks for keeping it; what is done with it is decided elsewhere, and each act may be repeated:
 * killed at any point, nothing is lost and the next call goes on.
 */
export interface StaleSource {
  readonly kind: ThingKind;
  /** Finishes what a killed process left half done. Called before anything is changed, never for a look. */
  recover(): Promise<void>;
  /** Only looks. */
  list(): Promise<readonly Thing[]>;
  /** Brings the thing into `tier`, colder or warmer. Present where things of this kind have tiers. */
  archive?(thing: Thing, tier: Tier): Promise<void>;
  /** Into the trash, whence it can be restored. Rejects with `refused` when it turned out to be needed. */
  remove(thing: Thing, because: Removing): Promise<TrashEntry>;
  /** Back from the trash. Rejects with `conflict` when something else is in its place. */
  restore(entry: TrashEntry): Promise<void>;
  /** Gone for good. */
  purge(entry: TrashEntry): Promise<void>;
}

export type ThingKind = 'chamber' | 'branch' | 'artifact' | 'bundle' | 'session' | 'log' | 'archive';

/** `hot`: as it was made. `warm`: compressed where it lies. `cold`: in the archive folder. */
export type Tier = 'hot' | 'warm' | 'cold';

export interface Thing {
  /** Unique over all kinds: `session:s-1`. */
  readonly id: string;
  readonly kind: ThingKind;
  /** What a person calls it. */
  readonly label: string;
  /** Bytes on disk as it is now. */
  readonly size: number;
  readonly createdAt: Instant;
  readonly lastUsedAt: Instant;
  readonly uses: number;
  /** 0 to 1; null where nobody judged it. */
  readonly quality: number | null;
  readonly tags: readonly string[];
  readonly guards: Guards;
  /** Ids of things this one needs. */
  readonly references: readonly string[];
  /** Part of a finished trajectory with a known outcome. */
  readonly training: boolean;
  readonly tier: Tier;
  /** The tiers a thing like this can be in. */
  readonly tiers: readonly Tier[];
  /** Equal for things with equal content; null where that is not known. */
  readonly content: string | null;
}

/** What forbids touching a thing, each with the reason in words, or null. They win over every policy. */
export interface Guards {
  readonly referenced: string | null;
  readonly tagged: string | null;
  readonly held: string | null;
  readonly unmerged: string | null;
  readonly running: string | null;
}

/** Why and with what a thing is removed: one cleaning is one batch, which can be taken back together. */
export interface Removing {
  readonly at: Instant;
  readonly batch: string;
  readonly reason: string;
}

/** A removed thing that can still be restored. */
export interface TrashEntry extends Removing {
  readonly id: string;
  readonly thing: string;
  readonly kind: ThingKind;
  readonly label: string;
  readonly size: number;
  /** Ids of things that must stay so that it can be restored. */
  readonly needs: readonly string[];
  /** What its source needs to put it back. */
  readonly facts: Readonly<Record<string, string>>;
}
