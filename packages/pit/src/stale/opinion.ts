import type { Instant, Thing, Tier } from '@symphony/domain';
import type { Policy, Rule } from './policy.ts';
import { HIGH_VALUE } from './value.ts';
import { isColder, nearestTier, type Verdict } from './verdict.ts';
import { lengthOf } from './words.ts';

/**
 * What the policies of its kind want for one thing that nothing guards. On removal the first opinion
 * counts, on the tier too; a keep-tagged rule ends the question. How much room all things take
 * together is not asked here (`room.ts`).
 */
export function opinionOn(thing: Thing, value: number, policies: readonly Policy[], now: Instant): Verdict {
  const unused = Math.max(0, now - thing.lastUsedAt);
  let staying: { reason: string; policy: string } | null = null;
  let cooled: { tier: Tier; policy: string } | null = null;
  for (const policy of policies) {
    const tag = keptBy(policy.rules, thing);
    if (tag !== null)
      return {
        thing,
        action: 'keep',
        tier: thing.tier,
        reason: `it is tagged ${tag}`,
        policy: policy.name,
        value,
      };
    if (thing.training && staying === null && policy.rules.some(({ type }) => type === 'keep-for-training'))
      staying = { reason: 'it is kept to learn from', policy: policy.name };
    for (const rule of policy.rules) {
      const why = staying === null ? removalBy(rule, thing, unused, now) : null;
      if (why === null) cooled ??= coolingBy(rule, unused, policy.name);
      else if (value < HIGH_VALUE)
        return { thing, action: 'delete', tier: thing.tier, reason: why, policy: policy.name, value };
      else staying = { reason: `it is too valuable to go (${value.toFixed(2)})`, policy: policy.name };
    }
  }
  const tier = cooled === null ? thing.tier : nearestTier(thing, cooled.tier);
  if (cooled !== null && isColder(tier, thing.tier)) {
    const reason = `not used for ${lengthOf(unused)}`;
    return { thing, action: 'archive', tier, reason, policy: cooled.policy, value };
  }
  if (isColder(thing.tier, tier))
    return { thing, action: 'keep', tier, reason: 'it is used again', policy: cooled?.policy ?? null, value };
  const reason =
    staying?.reason ?? (unused < 86_400_000 ? 'it was used today' : `used ${lengthOf(unused)} ago`);
  return { thing, action: 'keep', tier, reason, policy: staying?.policy ?? null, value };
}

function keptBy(rules: readonly Rule[], thing: Thing): string | null {
  for (const rule of rules) {
    if (rule.type !== 'keep-tagged') continue;
    const tag = thing.tags.find((each) => rule.tags.includes(each));
    if (tag !== undefined) return tag;
  }
  return null;
}

function removalBy(rule: Rule, thing: Thing, unused: number, now: Instant): string | null {
  switch (rule.type) {
    case 'max-age':
      return unused > rule.ms ? `not used for ${lengthOf(unused)}` : null;
    case 'min-uses': {
      const young = now - thing.createdAt <= rule.afterMs;
      return young || thing.uses >= rule.uses ? null : `used ${thing.uses} of at least ${rule.uses} times`;
    }
    case 'min-quality':
      return thing.quality === null || thing.quality >= rule.quality
        ? null
        : `its quality is ${thing.quality.toFixed(2)}, below ${rule.quality}`;
    case 'max-total-size':
    case 'keep-tagged':
    case 'keep-for-training':
    case 'cool':
      return null;
  }
}

function coolingBy(rule: Rule, unused: number, policy: string) {
  if (rule.type !== 'cool') return null;
  if (unused > rule.coldAfterMs) return { tier: 'cold', policy } as const;
  if (unused > rule.warmAfterMs) return { tier: 'warm', policy } as const;
  return { tier: 'hot', policy } as const;
}
