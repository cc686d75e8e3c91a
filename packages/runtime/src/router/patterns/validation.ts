import { type Pattern, trustIn } from './pattern.ts';
import { plainly } from './wildcard.ts';

const MOST_STARS = 6;
const LONGEST = 300;

/** Sentences that say what is wrong with a pattern; none: it may be used. */
export function problemsOf(pattern: Omit<Pattern, 'counts'>): string[] {
  const { trigger, variables, route, parameters } = pattern;
  const stars = trigger.split('*').length - 1;
  const literal =
    plainly(trigger)
      .replaceAll('*', ' ')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const names = variables.map(({ name }) => name);
  const used = JSON.stringify(parameters).matchAll(/\$\{(\w+)\}/g);
  const strange = [...used].map(([, name]) => name ?? '').filter((name) => !names.includes(name));
  return [
    ...(literal.some((word) => word.length > 1) ? [] : ['A trigger needs a word of its own beside `*`.']),
    ...(trigger.length <= LONGEST ? [] : [`A trigger has ${LONGEST} characters at most.`]),
    ...(stars <= MOST_STARS ? [] : [`A trigger has ${MOST_STARS} \`*\` at most.`]),
    ...(/[^\s]\*|\*[^\s]/.test(trigger.trim())
      ? ['A `*` stands for whole words: put blanks around it.']
      : []),
    ...(/\*\s+\*/.test(trigger) ? ['Two `*` next to each other cannot be told apart.'] : []),
    ...(stars === variables.length ? [] : [`It has ${stars} \`*\` and ${variables.length} variables.`]),
    ...(names.every((name) => /^\w+$/.test(name)) ? [] : ['A variable is named with letters, digits and _.']),
    ...(new Set(names).size === names.length ? [] : ['Two variables have the same name.']),
    ...(route.trim() === '' ? ['It says no role.'] : []),
    ...strange.map((name) => `\`\${${name}}\` is no variable of it.`),
  ];
}

/** Another pattern that is triggered by the same words and leads elsewhere. */
export const conflictOf = (
  pattern: Pick<Pattern, 'trigger' | 'route'>,
  others: Iterable<Pattern>,
): Pattern | null => {
  const trigger = plainly(pattern.trigger);
  for (const other of others)
    if (plainly(other.trigger) === trigger && other.route !== pattern.route) return other;
  return null;
};

/** What a map of patterns may hold. */
export interface PatternLimits {
  readonly maxAgeMs: number;
  readonly minTrust: number;
  /** The most trusted stay. Absent: any number. */
  readonly most?: number;
}

/** Worth keeping: it was used in time, or is trusted. */
export const isWorthKeeping = (
  { counts }: Pattern,
  now: number,
  { maxAgeMs, minTrust }: Pick<PatternLimits, 'maxAgeMs' | 'minTrust'>,
): boolean => now - counts.at <= maxAgeMs && trustIn(counts, now) >= minTrust;
