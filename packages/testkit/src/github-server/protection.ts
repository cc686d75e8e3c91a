import { GraphQLError } from 'graphql';
import { writersOf } from './account.ts';
import { PullDesk, type StoredPull } from './pull-desk.ts';
import type { World } from './world.ts';

/** What a branch demands of everything that is merged into it. */
export interface Protection {
  readonly checks: readonly string[];
  readonly approvals: number;
  readonly conversations: boolean;
  /** It must hold the branch's newest commits. */
  readonly strict: boolean;
  /** Which of GitHub's two ways it is said in. */
  readonly by: 'branch-protection' | 'ruleset';
  /** The token may not read it; it holds all the same. */
  readonly hidden: boolean;
}

const BARE: Protection = {
  checks: [],
  approvals: 0,
  conversations: false,
  strict: false,
  by: 'branch-protection',
  hidden: false,
};

const protections = (world: World): Map<string, Protection> =>
  world.kept('protections', () => new Map<string, Protection>());

export function protectBranch(world: World, branch: string, demands: Partial<Protection>): void {
  protections(world).set(branch, { ...BARE, ...demands });
}

/** The verdict of everybody who may write, the last one of each. */
function verdictsOf(world: World, { reviews }: StoredPull): readonly string[] {
  const last = new Map<string, string>();
  for (const { author, state } of reviews)
    if (writersOf(world).has(author) && state !== 'COMMENTED') last.set(author, state);
  return [...last.values()];
}

export function reviewDecision(world: World, pull: StoredPull): string | null {
  const needed = protections(world).get(pull.baseRef)?.approvals ?? 0;
  const verdicts = verdictsOf(world, pull);
  if (verdicts.includes('CHANGES_REQUESTED')) return 'CHANGES_REQUESTED';
  const given = verdicts.filter((each) => each === 'APPROVED').length;
  if (needed === 0) return null;
  return given >= needed ? 'APPROVED' : 'REVIEW_REQUIRED';
}

/** What keeps it from being merged, in GitHub's own words; empty: nothing. */
async function missingFor(world: World, pull: StoredPull): Promise<readonly string[]> {
  const desk = PullDesk.of(world);
  const demands = protections(world).get(pull.baseRef);
  if (!demands) return [];
  const checks = desk.checks.get(await desk.headOf(pull)) ?? [];
  const found: string[] = [];
  for (const name of demands.checks) {
    const check = checks.find((each) => each.name === name);
    if (check === undefined) found.push(`Required status check "${name}" is expected.`);
    else if (check.conclusion === null) found.push(`Required status check "${name}" is in progress.`);
    else if (check.conclusion !== 'success') found.push(`Required status check "${name}" is failing.`);
  }
  const given = verdictsOf(world, pull).filter((each) => each === 'APPROVED').length;
  if (given < demands.approvals)
    found.push(`At least ${demands.approvals} approving review is required by reviewers with write access.`);
  if (verdictsOf(world, pull).includes('CHANGES_REQUESTED') && demands.approvals > 0)
    found.push('Changes have been requested.');
  if (demands.conversations && pull.threads.some(({ resolved }) => !resolved))
    found.push('A conversation must be resolved before this pull request can be merged.');
  return found;
}

/** Whether the branch it goes to has commits that it lacks, where that matters. */
async function isBehind(world: World, pull: StoredPull): Promise<boolean> {
  if (!protections(world).get(pull.baseRef)?.strict) return false;
  const desk = PullDesk.of(world);
  const head = await desk.headOf(pull);
  return desk
    .git(pull.issue.repository, 'merge-base', '--is-ancestor', `refs/heads/${pull.baseRef}`, head)
    .then(
      () => false,
      () => true,
    );
}

/** What GitHub answers to a merge that its rules do not let through; null: it may be merged. */
export async function refusalToMerge(world: World, pull: StoredPull): Promise<string | null> {
  const [first] = await missingFor(world, pull);
  if (first !== undefined) return first;
  return (await isBehind(world, pull)) ? 'Head branch is out of date. Review and try the merge again.' : null;
}

/** GraphQL's `mergeStateStatus`; REST has the same in small letters. */
export async function mergeState(world: World, pull: StoredPull): Promise<string> {
  const desk = PullDesk.of(world);
  if (pull.issue.state === 'closed') return 'UNKNOWN';
  if ((await desk.trial(pull)) === null) return 'DIRTY';
  if (pull.draft) return 'DRAFT';
  if ((await missingFor(world, pull)).length > 0) return 'BLOCKED';
  if (await isBehind(world, pull)) return 'BEHIND';
  const checks = desk.checks.get(await desk.headOf(pull)) ?? [];
  return checks.every(({ conclusion }) => conclusion === 'success') ? 'CLEAN' : 'UNSTABLE';
}

const hidden = (): GraphQLError =>
  new GraphQLError('Resource not accessible by personal access token', {
    extensions: { type: 'FORBIDDEN' },
  });

/** `Ref.refUpdateRule`: branch protection as those may read it who do not administer. */
export function updateRule(world: World, branch: string): object | null {
  const demands = protections(world).get(branch);
  if (demands?.hidden) throw hidden();
  if (demands?.by !== 'branch-protection') return null;
  return {
    requiredStatusCheckContexts: demands.checks,
    requiredApprovingReviewCount: demands.approvals,
    requiresConversationResolution: demands.conversations,
  };
}

/** `Ref.rules`: what rulesets say of it. */
export function branchRules(world: World, branch: string): { readonly nodes: readonly object[] } {
  const demands = protections(world).get(branch);
  if (demands?.hidden) throw hidden();
  if (demands?.by !== 'ruleset') return { nodes: [] };
  const checks = {
    __typename: 'RequiredStatusChecksParameters',
    requiredStatusChecks: demands.checks.map((context) => ({ context })),
  };
  const pulls = {
    __typename: 'PullRequestParameters',
    requiredApprovingReviewCount: demands.approvals,
    requiredReviewThreadResolution: demands.conversations,
  };
  return { nodes: [{ parameters: null }, { parameters: checks }, { parameters: pulls }] };
}
