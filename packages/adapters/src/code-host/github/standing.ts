import { type FailedCheck, isMet, type ProposalStanding, type ReviewRemark } from '@symphony/domain';
import { allowedOf, type BranchRules, demandsOf } from './demands.ts';
import { refOf, type Slug } from './settings.ts';

/** A pull request as GraphQL tells it, and what that means in the words of the port. Pure. */

export interface Author {
  readonly __typename: string;
  readonly login: string;
}

export interface Spoken {
  readonly fullDatabaseId: string | number | null;
  readonly body: string;
  readonly authorAssociation: string;
  readonly author: Author | null;
}

export interface CheckRun {
  readonly __typename: 'CheckRun';
  readonly databaseId: number | null;
  readonly name: string;
  readonly status: string;
  readonly conclusion: string | null;
  readonly detailsUrl: string | null;
  readonly title: string | null;
  readonly summary: string | null;
  readonly text: string | null;
}

export interface StatusContext {
  readonly __typename: 'StatusContext';
  readonly context: string;
  readonly state: string;
  readonly description: string | null;
  readonly targetUrl: string | null;
}

export interface PullSight {
  readonly number: number;
  readonly url: string;
  readonly state: 'OPEN' | 'CLOSED' | 'MERGED';
  readonly isDraft: boolean;
  readonly mergeable: 'MERGEABLE' | 'CONFLICTING' | 'UNKNOWN';
  readonly mergeStateStatus: string;
  /** Null where no review is required. */
  readonly reviewDecision: 'APPROVED' | 'CHANGES_REQUESTED' | 'REVIEW_REQUIRED' | null;
  readonly headRefOid: string;
  readonly headRefName: string;
  readonly baseRefName: string;
  readonly mergeCommit: { readonly oid: string } | null;
  readonly commits: {
    readonly nodes: readonly {
      readonly commit: {
        readonly oid: string;
        readonly statusCheckRollup: {
          readonly contexts: { readonly nodes: readonly (CheckRun | StatusContext)[] };
        } | null;
      };
    }[];
  };
  readonly reviews: {
    readonly nodes: readonly (Spoken & { readonly state: string; readonly submittedAt: string | null })[];
  };
  readonly comments: { readonly nodes: readonly (Spoken & { readonly createdAt: string })[] };
  readonly reviewThreads: {
    readonly nodes: readonly {
      readonly isResolved: boolean;
      readonly path: string;
      readonly line: number | null;
      readonly originalLine: number | null;
      readonly comments: { readonly nodes: readonly (Spoken & { readonly createdAt: string })[] };
    }[];
  };
}

export interface Eyes {
  readonly slug: Slug;
  readonly remote: string;
  readonly requiredChecks: readonly string[];
  /** What its target demands. */
  readonly rules: BranchRules;
  /** Whether this login may write to the repository and is neither a program nor us. */
  readonly isHeard: (login: string) => boolean;
}

export function standingOf(pull: PullSight, eyes: Eyes): ProposalStanding {
  const checks = checksOf(pull);
  const demands = demandsOf(pull, eyes.rules, checks);
  const unmet = demands.filter((demand) => !isMet(demand));
  return {
    ref: refOf(eyes.slug, pull.number),
    url: pull.url,
    state: STATES[pull.state],
    head: pull.headRefOid,
    mergedAs: pull.mergeCommit?.oid ?? null,
    base: `${eyes.remote}/${pull.baseRefName}`,
    mergeable: MERGEABLE[pull.mergeable],
    checks: verdictOn(checks, eyes.requiredChecks),
    failedChecks: checks.filter(({ verdict }) => verdict === 'failed').map((each) => failedCheck(each, pull)),
    review: reviewOf(pull, eyes),
    remarks: remarksOf(pull, eyes),
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
function checksOf({ commits, headRefOid }: PullSight): readonly Check[] {
  const commit = commits.nodes.find((each) => each.commit.oid === headRefOid)?.commit;
  return (commit?.statusCheckRollup?.contexts.nodes ?? []).map((source) =>
    source.__typename === 'CheckRun'
      ? { name: source.name, verdict: runVerdict(source), source }
      : { name: source.context, verdict: CONTEXTS[source.state] ?? 'pending', source },
  );
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

function verdictOn(checks: readonly Check[], required: readonly string[]): ProposalStanding['checks'] {
  const missing = required.some((name) => !checks.some((check) => check.name === name));
  if (missing || checks.some(({ verdict }) => verdict === 'pending')) return 'pending';
  if (checks.length === 0) return 'none';
  return checks.some(({ verdict }) => verdict === 'failed') ? 'failed' : 'passed';
}

const EXCERPT = 4_000;

function failedCheck({ name, source }: Check, { headRefOid }: PullSight): FailedCheck {
  const said =
    source.__typename === 'CheckRun'
      ? [source.title, source.summary, source.text].filter(Boolean).join('\n\n')
      : (source.description ?? '');
  return {
    key: `check ${headRefOid} ${name}`,
    name,
    url: source.__typename === 'CheckRun' ? source.detailsUrl : source.targetUrl,
    excerpt: tail(said === '' ? 'It says nothing about why.' : said),
  };
}

/** What went wrong is told at the end. */
export const tail = (text: string): string => (text.length > EXCERPT ? `…${text.slice(-EXCERPT)}` : text);

/** The last word of everybody who is heard; comments are no verdict. */
function reviewOf({ reviews }: PullSight, { isHeard }: Eyes): ProposalStanding['review'] {
  const last = new Map<string, string>();
  for (const { author, state } of reviews.nodes)
    if (author && isHeard(author.login) && state !== 'COMMENTED' && state !== 'PENDING')
      last.set(author.login, state);
  const verdicts = [...last.values()];
  if (verdicts.includes('CHANGES_REQUESTED')) return 'changes-requested';
  return verdicts.includes('APPROVED') ? 'approved' : 'none';
}

const TEXT = 8_000;

function remarksOf({ reviews, comments, reviewThreads }: PullSight, { isHeard }: Eyes): ReviewRemark[] {
  const remark = (kind: string, said: Spoken, at: string | null, place: Place = NOWHERE): ReviewRemark[] => {
    const text = said.body.trim();
    // A command is for Symphony, not for the author.
    if (!said.author || !isHeard(said.author.login) || text === '' || text.startsWith('/symphony')) return [];
    return [
      {
        key: `${kind} ${said.fullDatabaseId}`,
        author: said.author.login,
        text: text.length > TEXT ? `${text.slice(0, TEXT)}…` : text,
        ...place,
        at: Date.parse(at ?? '') || 0,
      },
    ];
  };
  return [
    ...reviews.nodes.flatMap((each) => {
      // Praise asks for nothing; a demand without words is one all the same.
      if (each.state === 'APPROVED' || each.state === 'PENDING' || each.state === 'DISMISSED') return [];
      const said =
        each.state === 'CHANGES_REQUESTED' && each.body.trim() === '' ? 'asks for changes.' : each.body;
      return remark('review', { ...each, body: said }, each.submittedAt);
    }),
    ...comments.nodes.flatMap((each) => remark('comment', each, each.createdAt)),
    ...reviewThreads.nodes.flatMap(({ isResolved, path, line, originalLine, comments: said }) =>
      isResolved
        ? []
        : said.nodes.flatMap((each) =>
            remark('line', each, each.createdAt, { path, line: line ?? originalLine }),
          ),
    ),
  ].sort((a, b) => a.at - b.at);
}

type Place = Pick<ReviewRemark, 'path' | 'line'>;
const NOWHERE: Place = { path: null, line: null };
