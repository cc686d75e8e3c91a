import type { ThingKind } from '@symphony/domain';

/**
 * What a person wants done with what is left over. The policy with the highest priority that has an
 * opinion on a thing decides; guards are asked before any of them.
 */
export interface Policy {
  readonly name: string;
  readonly kinds: readonly ThingKind[];
  readonly rules: readonly Rule[];
  /** Higher is asked first. Equal ones are asked by name. */
  readonly priority: number;
  readonly enabled: boolean;
}

export type Rule =
  /** Not used for so long: it may go. */
  | { readonly type: 'max-age'; readonly ms: number }
  /** Older than `afterMs` and used less often than this: it may go. */
  | { readonly type: 'min-uses'; readonly uses: number; readonly afterMs: number }
  /** Judged to be worse than this: it may go. What nobody judged is left alone. */
  | { readonly type: 'min-quality'; readonly quality: number }
  /** Together, things of the policy's kinds take no more room; the least valuable go first. */
  | { readonly type: 'max-total-size'; readonly bytes: number }
  | { readonly type: 'keep-tagged'; readonly tags: readonly string[] }
  /** May be archived, never removed. */
  | { readonly type: 'keep-for-training' }
  /** Warm, then cold, after not being used for so long; used again, it comes back. */
  | { readonly type: 'cool'; readonly warmAfterMs: number; readonly coldAfterMs: number };

export type RuleOf<T extends Rule['type']> = Extract<Rule, { type: T }>;

/** The enabled policies in the order they are asked: all of them, and those that speak of a kind. */
export interface PolicyBook {
  readonly all: readonly Policy[];
  of(kind: ThingKind): readonly Policy[];
}

export function policyBook(policies: readonly Policy[]): PolicyBook {
  const all = policies
    .filter(({ enabled }) => enabled)
    .sort((a, b) => b.priority - a.priority || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  const pages = new Map<ThingKind, readonly Policy[]>();
  return {
    all,
    of(kind) {
      const page = pages.get(kind) ?? all.filter(({ kinds }) => kinds.includes(kind));
      pages.set(kind, page);
      return page;
    },
  };
}
