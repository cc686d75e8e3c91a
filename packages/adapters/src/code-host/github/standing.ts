import { type FailedCheck, isMet, type ProposalStanding } from '@symphony/domain';
import { excerptOf, saidBy } from './check-excerpt.ts';
import { allowedOf, type BranchRules, demandsOf } from './demands.ts';
import type { CheckRun, PullSight, Rollup, StatusContext } from './pull-sight.ts';
import { refOf, type Slug } from './settings.ts';
import { commandsOf, type Ears, remarksOf } from './spoken.ts';

/** A pull request as GraphQL tells it, and what that means in the words of the port. Pure. */

export interface Eyes extends Ears {
  readonly slug: Slug;
  readonly remote: string;
  readonly requiredChecks: readonly string[];
  /** What its target demands. */
  readonly rules: BranchRules;
}

export function standingOf(pull: PullSight, eyes: Eyes): ProposalStanding {
  const listed = checksOf(pull);
  const checks = verdictOn(listed, rollupOf(pull), eyes.requiredChecks);
  const demands = demandsOf(pull, eyes.rules, listed);
  const unmet = demands.filter((demand) => !isMet(demand));
  const failed = failuresOf(pull).map((each) => failedCheck(each, pull, eyes.redact));
  return {
    ref: refOf(eyes.slug, pull.number),
    url: pull.url,
    state: STATES[pull.state],
    head: pull.headRefOid,
    mergedAs: pull.mergeCommit?.oid ?? null,
    base: `${eyes.remote}/${pull.baseRefName}`,
    mergeable: MERGEABLE[pull.mergeable],
    checks,
    failedChecks: checks === 'failed' && failed.length === 0 ? [unlistedCheck(pull)] : failed,
    review: reviewOf(pull, eyes),
    remarks: remarksOf(pull, eyes),
    commands: commandsOf(pull),
    allowed: allowedOf(pull, unmet),
    demands,
  };
}

const STATES = { OPEN: 'open', CLOSED: 'closed', MERGED: 'merged' } as const;
const MERGEABLE = { MERGEABLE: 'yes', CONFLICTING: 'no', UNKNOWN: 'unknown' } as const;

export interface Check {
  readonly name: string;
  readonly verdict: 'pending' | 'passed' | 'failed';
  readonly source: CheckRun | StatusContext;
}

/** Of the commit the pull request stands at; those of an earlier one say nothing any more. */
const rollupOf = ({ commits, headRefOid }: PullSight): Rollup | null =>
  commits.nodes.find(({ commit }) => commit.oid === headRefOid)?.commit.statusCheckRollup ?? null;

const checksOf = (pull: PullSight): readonly Check[] =>
  (rollupOf(pull)?.contexts.nodes ?? []).map((source) =>
    source.__typename === 'CheckRun'
      ? { name: source.name, verdict: runVerdict(source), source }
      : { name: source.context, verdict: CONTEXTS[source.state] ?? 'pending', source },
  );

/** One of each name: what is checked for the push and for the pull request fails twice. */
function failuresOf(pull: PullSight): readonly Check[] {
  const failed = checksOf(pull).filter(({ verdict }) => verdict === 'failed');
  return [...new Map(failed.toReversed().map((each) => [each.name, each])).values()].toReversed();
}

/** The run behind a failed check; null: it has none, only a status. */
export function failedRun(pull: PullSight, name: string): CheckRun | null {
  const source = failuresOf(pull).find((each) => each.name === name)?.source;
  return source?.__typename === 'CheckRun' ? source : null;
}

const CONTEXTS: Readonly<Record<string, Check['verdict']>> = {
  SUCCESS: 'passed',
  FAILURE: 'failed',
  ERROR: 'failed',
};
const CONCLUSIONS: Readonly<Record<string, Check['verdict']>> = {
  SUCCESS: 'passed',
  NEUTRAL: 'passed',
  SKIPPED: 'passed',
  // A person has to do something over there first.
  ACTION_REQUIRED: 'pending',
};

const runVerdict = ({ status, conclusion }: CheckRun): Check['verdict'] =>
  status === 'COMPLETED' ? (CONCLUSIONS[conclusion ?? ''] ?? 'failed') : 'pending';

function verdictOn(
  checks: readonly Check[],
  rollup: Rollup | null,
  required: readonly string[],
): ProposalStanding['checks'] {
  const missing = required.some((name) => !checks.some((check) => check.name === name));
  const unlisted = rollup?.contexts.pageInfo.hasNextPage ? (CONTEXTS[rollup.state] ?? 'pending') : 'passed';
  const verdicts = [...checks.map(({ verdict }) => verdict), unlisted];
  if (missing || verdicts.includes('pending')) return 'pending';
  if (checks.length === 0) return 'none';
  return verdicts.includes('failed') ? 'failed' : 'passed';
}

const failedCheck = (
  { name, source }: Check,
  { headRefOid }: PullSight,
  redact: Ears['redact'],
): FailedCheck => ({
  key: `check ${headRefOid} ${name}`,
  name,
  url: source.__typename === 'CheckRun' ? source.detailsUrl : source.targetUrl,
  excerpt: excerptOf({ said: redact(saidBy(source)) }),
});

/** There are more checks than a look has room for, and one of those fails. */
const unlistedCheck = ({ headRefOid, url }: PullSight): FailedCheck => ({
  key: `check ${headRefOid} beyond the first hundred`,
  name: 'one beyond the first hundred',
  url: `${url}/checks`,
  excerpt: `It is not among those that are listed; ${url}/checks has them all.`,
});

/** The last word of everybody who is heard; comments are no verdict. */
function reviewOf({ latestOpinionatedReviews }: PullSight, { hears }: Eyes): ProposalStanding['review'] {
  const verdicts = (latestOpinionatedReviews?.nodes ?? []).flatMap(({ author, state }) =>
    author && hears(author) ? state : [],
  );
  if (verdicts.includes('CHANGES_REQUESTED')) return 'changes-requested';
  return verdicts.includes('APPROVED') ? 'approved' : 'none';
}
