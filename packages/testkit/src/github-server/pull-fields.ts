import { APP_LOGIN, writersOf } from './account.ts';
import type { GraphFields } from './graph.ts';
import { notFound } from './graph.ts';
import { branchRules, mergeState, reviewDecision, updateRule } from './protection.ts';
import {
  PullDesk,
  type StoredCheck,
  type StoredPull,
  type StoredReview,
  type StoredThread,
  type StoredWords,
} from './pull-desk.ts';
import { fullName, instant, type StoredRepository, type World } from './world.ts';

/** Pull requests in GraphQL. */

interface Source {
  readonly pull: StoredPull;
  readonly stored: StoredPull['issue'];
}

const source = (pull: StoredPull) => ({ __typename: 'PullRequest', pull, stored: pull.issue });

interface Backwards {
  readonly last?: number;
  readonly before?: string | null;
}

/** A page that ends before the cursor, or at the end. Cursors are places here. */
function lastOf<T>(all: readonly T[], { last = 100, before }: Backwards) {
  const end = before ? Number(before) : all.length;
  const start = Math.max(0, end - last);
  return {
    nodes: all.slice(start, end),
    pageInfo: { hasPreviousPage: start > 0, startCursor: start < end ? String(start) : null },
  };
}

const spoken = (world: World, each: StoredWords) => ({
  fullDatabaseId: String(each.id),
  body: each.body,
  createdAt: instant(each.createdAt),
  publishedAt: instant(each.createdAt),
  lastEditedAt: each.editedAt === undefined ? null : instant(each.editedAt),
  isMinimized: each.minimized === true,
  authorAssociation: associationOf(world, each.author),
  author: {
    __typename: PullDesk.of(world).bots.has(each.author) || each.author === APP_LOGIN ? 'Bot' : 'User',
    login: each.author,
  },
});

const associationOf = (world: World, login: string): string =>
  writersOf(world).has(login) ? 'COLLABORATOR' : 'NONE';

const checkRun = (check: StoredCheck, repository: StoredRepository) => ({
  __typename: 'CheckRun',
  databaseId: check.id,
  name: check.name,
  status: check.conclusion === null ? 'IN_PROGRESS' : 'COMPLETED',
  conclusion: check.conclusion?.toUpperCase() ?? null,
  detailsUrl:
    check.log === null
      ? `https://ci.example.test/${check.id}`
      : `${repository.web}/${fullName(repository)}/actions/runs/1/job/${check.id}`,
  title: check.title,
  summary: check.summary,
  text: null,
});

/** As GitHub sums them up. */
function rollupState(checks: readonly StoredCheck[]): string {
  if (checks.some(({ conclusion }) => conclusion === null)) return 'PENDING';
  return checks.every(({ conclusion }) => conclusion === 'success') ? 'SUCCESS' : 'FAILURE';
}

/** The last review of everybody that is more than a comment. */
const opinions = (reviews: readonly StoredReview[]): readonly StoredReview[] => {
  const opinionated = reviews.filter(({ state }) => state !== 'COMMENTED' && state !== 'PENDING');
  return [...new Map(opinionated.map((each) => [each.author, each])).values()];
};

const reviewOf = (world: World, review: StoredReview) => ({ ...spoken(world, review), state: review.state });

export const PULL_FIELDS: GraphFields = {
  Repository: {
    pullRequest: (repository: StoredRepository, { number }: { number: number }, { world }) => {
      const pull = PullDesk.of(world).pull(repository, number);
      if (!pull) throw notFound(`Could not resolve to a PullRequest with the number of ${number}.`);
      return source(pull);
    },
    ref: async (repository: StoredRepository, { qualifiedName }: { qualifiedName: string }, { world }) => {
      const branch = qualifiedName.replace(/^refs\/heads\//, '');
      const there = await PullDesk.of(world).branch(repository, branch);
      return there === null ? null : { branch };
    },
  },
  Ref: {
    refUpdateRule: ({ branch }: { branch: string }, _args, { world }) => updateRule(world, branch),
    rules: ({ branch }: { branch: string }, _args, { world }) => branchRules(world, branch),
  },
  PullRequest: {
    number: ({ stored }: Source) => stored.number,
    state: ({ pull, stored }: Source) => (pull?.merged ? 'MERGED' : stored.state.toUpperCase()),
    isDraft: ({ pull }: Source) => pull.draft,
    headRefOid: ({ pull }: Source, _args, { world }) => PullDesk.of(world).headOf(pull),
    headRefName: ({ pull }: Source) => pull.headRef,
    baseRefName: ({ pull }: Source) => pull.baseRef,
    mergeCommit: ({ pull }: Source) => pull.merged && { oid: pull.merged.commit },
    mergeable: async ({ pull, stored }: Source, _args, { world }) => {
      if (stored.state === 'closed') return 'UNKNOWN';
      return (await PullDesk.of(world).trial(pull)) === null ? 'CONFLICTING' : 'MERGEABLE';
    },
    mergeStateStatus: ({ pull }: Source, _args, { world }) => mergeState(world, pull),
    reviewDecision: ({ pull }: Source, _args, { world }) => reviewDecision(world, pull),
    commits: async ({ pull, stored }: Source, _args, { world }) => {
      const desk = PullDesk.of(world);
      const oid = await desk.headOf(pull);
      const found = desk.checks.get(oid) ?? [];
      const contexts = {
        nodes: found.slice(0, 100).map((each) => checkRun(each, stored.repository)),
        pageInfo: { hasNextPage: found.length > 100 },
      };
      const statusCheckRollup = found.length === 0 ? null : { state: rollupState(found), contexts };
      return { nodes: [{ commit: { oid, statusCheckRollup } }] };
    },
    updatedAt: ({ stored }: Source) => instant(stored.updatedAt),
    reviews: ({ pull }: Source, args: Backwards, { world }) =>
      lastOf(
        pull.reviews.map((each) => reviewOf(world, each)),
        args,
      ),
    latestOpinionatedReviews: ({ pull }: Source, args: Backwards, { world }) =>
      lastOf(
        opinions(pull.reviews).map((each) => reviewOf(world, each)),
        args,
      ),
    comments: ({ stored }: Source, args: Backwards, { world }) =>
      lastOf(
        stored.comments.map((each) => spoken(world, each)),
        args,
      ),
    reviewThreads: ({ pull }: Source, args: Backwards) => lastOf(pull.threads, args),
  },
  PullRequestReviewThread: {
    isResolved: ({ resolved }: StoredThread) => resolved,
    comments: ({ comments }: StoredThread, args: Backwards, { world }) =>
      lastOf(
        comments.map((each) => ({ ...spoken(world, each), state: 'SUBMITTED' })),
        args,
      ),
  },
  Mutation: {
    markPullRequestReadyForReview: (_source, { input }: { input: { pullRequestId: string } }, { world }) => {
      const pull = PullDesk.of(world).pulls.find(({ issue }) => issue.nodeId === input.pullRequestId);
      if (!pull) throw notFound('Could not resolve to a node.');
      pull.draft = false;
      return { pullRequest: source(pull) };
    },
  },
};
