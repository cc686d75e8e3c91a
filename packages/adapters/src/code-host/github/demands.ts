import type { Demand, ProposalStanding } from '@symphony/domain';
import type { PullSight } from './pull-sight.ts';
import type { Check } from './standing.ts';

/**
 * What GitHub demands of a branch before it lets anybody merge into it, from branch protection and from
 * rulesets alike. Both fields may be read by whoever may read the repository; where they may not, nothing
 * is known, and `mergeStateStatus` alone says whether a merge is allowed.
 */
export const TARGET_FIELDS = `
  refUpdateRule { requiredStatusCheckContexts requiredApprovingReviewCount requiresConversationResolution }
  rules(first: 100) { nodes { parameters {
    __typename
    ... on RequiredStatusChecksParameters { requiredStatusChecks { context } }
    ... on PullRequestParameters { requiredApprovingReviewCount requiredReviewThreadResolution }
  } } }
`;

export interface TargetSight {
  readonly refUpdateRule: {
    readonly requiredStatusCheckContexts: readonly (string | null)[] | null;
    readonly requiredApprovingReviewCount: number | null;
    readonly requiresConversationResolution: boolean;
  } | null;
  readonly rules: {
    readonly nodes: readonly ({ readonly parameters: RuleParameters | null } | null)[] | null;
  } | null;
}

type RuleParameters =
  | {
      readonly __typename: 'RequiredStatusChecksParameters';
      readonly requiredStatusChecks: readonly { readonly context: string }[];
    }
  | {
      readonly __typename: 'PullRequestParameters';
      readonly requiredApprovingReviewCount: number;
      readonly requiredReviewThreadResolution: boolean;
    }
  | { readonly __typename: 'other' };

export interface BranchRules {
  readonly checks: readonly string[];
  readonly approvals: number;
  readonly conversations: boolean;
}

export const NO_RULES: BranchRules = { checks: [], approvals: 0, conversations: false };

/** Where several rules speak of the same thing the strictest holds, as on GitHub. */
export function rulesOf(target: TargetSight | null): BranchRules {
  const protection = target?.refUpdateRule;
  const parameters = (target?.rules?.nodes ?? []).flatMap((rule) => rule?.parameters ?? []);
  const checks = [...(protection?.requiredStatusCheckContexts ?? [])].filter((name) => name !== null);
  let approvals = protection?.requiredApprovingReviewCount ?? 0;
  let conversations = protection?.requiresConversationResolution ?? false;
  for (const each of parameters) {
    if (each.__typename === 'RequiredStatusChecksParameters')
      checks.push(...each.requiredStatusChecks.map(({ context }) => context));
    if (each.__typename === 'PullRequestParameters') {
      approvals = Math.max(approvals, each.requiredApprovingReviewCount);
      conversations ||= each.requiredReviewThreadResolution;
    }
  }
  return { checks: [...new Set(checks)], approvals, conversations };
}

export function demandsOf(pull: PullSight, rules: BranchRules, checks: readonly Check[]): readonly Demand[] {
  const { reviewDecision, reviewThreads } = pull;
  const demands: Demand[] = rules.checks.map((name) => ({
    kind: 'check',
    name,
    state: worst(checks.filter((check) => check.name === name)),
  }));
  // Also told where the rules are not: a review is needed, but not how many.
  if (rules.approvals > 0 || reviewDecision === 'REVIEW_REQUIRED')
    demands.push({
      kind: 'approvals',
      needed: rules.approvals > 0 ? rules.approvals : null,
      given: approvalsOf(pull),
      met: reviewDecision === 'APPROVED' || reviewDecision === null,
    });
  if (rules.conversations) {
    const open = reviewThreads.nodes.filter(({ isResolved }) => !isResolved).length;
    demands.push({ kind: 'conversations', open });
  }
  return demands;
}

/** Several may have one name: a matrix, or a check and a status. */
function worst(checks: readonly Check[]): Extract<Demand, { kind: 'check' }>['state'] {
  const verdicts = checks.map(({ verdict }) => verdict);
  if (verdicts.length === 0) return 'missing';
  if (verdicts.includes('failed')) return 'failed';
  return verdicts.includes('pending') ? 'pending' : 'passed';
}

/** People whose last verdict is yes. Whether theirs counts is told by `reviewDecision`. */
const approvalsOf = ({ latestOpinionatedReviews }: PullSight): number =>
  (latestOpinionatedReviews?.nodes ?? []).filter(({ author, state }) => author && state === 'APPROVED')
    .length;

/** A draft is never allowed; we make it ready ourselves as soon as all else is there. */
export function allowedOf(
  { mergeStateStatus, isDraft }: PullSight,
  unmet: readonly Demand[],
): ProposalStanding['allowed'] {
  if (isDraft) return unmet.length === 0 ? 'yes' : 'no';
  return ALLOWED[mergeStateStatus] ?? 'unknown';
}

const ALLOWED: Readonly<Record<string, ProposalStanding['allowed']>> = {
  CLEAN: 'yes',
  HAS_HOOKS: 'yes',
  // Something that nobody demands has not passed.
  UNSTABLE: 'yes',
  BEHIND: 'behind',
  BLOCKED: 'no',
  DIRTY: 'no',
};
