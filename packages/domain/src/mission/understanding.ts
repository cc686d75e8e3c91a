import type { Instant } from '../work-item.ts';

/**
 * What a mission is about as far as anybody knows (M3). It begins with the request, which never
 * changes, and grows; every change keeps who made it, when and why.
 */
export interface Understanding {
  readonly originalRequest: string;
  readonly current: string;
  readonly criteria: readonly string[];
  readonly requirements: readonly Noted[];
  readonly clarifications: readonly Clarification[];
  readonly rules: readonly (Noted & { readonly area: RuleArea })[];
}

export interface Noted {
  readonly text: string;
  readonly by: string;
  readonly at: Instant;
  readonly why: string;
}

export interface Clarification extends Omit<Noted, 'text'> {
  readonly old: string;
  readonly new: string;
}

/** What a rule of the business is about. */
export const RULE_AREAS = ['validation', 'calculation', 'state-transition', 'error-condition'] as const;
export type RuleArea = (typeof RULE_AREAS)[number];

export type UnderstandingChange =
  | { readonly kind: 'understanding'; readonly text: string }
  | { readonly kind: 'requirement'; readonly text: string }
  | { readonly kind: 'rule'; readonly area: RuleArea; readonly text: string };

export const firstUnderstanding = (plan: {
  readonly request: string;
  readonly understanding: string;
  readonly criteria: readonly { readonly text: string }[];
}): Understanding => ({
  originalRequest: plan.request,
  current: plan.understanding || plan.request,
  criteria: plan.criteria.map(({ text }) => text),
  requirements: [],
  clarifications: [],
  rules: [],
});

/** The same requirement or rule said twice is kept once, by whom it was said first. */
export function understand(
  before: Understanding,
  change: UnderstandingChange,
  who: { readonly by: string; readonly at: Instant; readonly why: string },
): Understanding {
  const text = change.text.trim();
  if (text === '') return before;
  switch (change.kind) {
    case 'understanding':
      if (text === before.current) return before;
      return {
        ...before,
        current: text,
        clarifications: [...before.clarifications, { ...who, old: before.current, new: text }],
      };
    case 'requirement':
      if (before.requirements.some((each) => each.text === text)) return before;
      return { ...before, requirements: [...before.requirements, { ...who, text }] };
    case 'rule':
      if (before.rules.some((each) => each.text === text && each.area === change.area)) return before;
      return { ...before, rules: [...before.rules, { ...who, text, area: change.area }] };
  }
}
