import { APP_LOGIN, writersOf } from './account.ts';
import type { GraphFields } from './graph.ts';
import { notFound } from './graph.ts';
import { branchRules, mergeState, reviewDecision, updateRule } from './protection.ts';
import { PullDesk, type StoredCheck, type StoredPull } from './pull-desk.ts';
import { fullName, instant, type StoredRepository, type World } from './world.ts';

/** Pull requests in GraphQL. */

interface Source {
  readonly pull: StoredPull;
  readonly stored: StoredPull['issue'];
}

const source = (pull: StoredPull) => ({ __typename: 'PullRequest', pull, stored: pull.issue });

const lastOf = <T>(all: readonly T[], { last = 100 }: { readonly last?: number }) => ({
  nodes: all.slice(-last),
});

const spoken = (world: World, each: { id: number; author: string; body: string }, at: number) => ({
  fullDatabaseId: String(each.id),
  body: each.body,
  createdAt: instant(at),
  submittedAt: instant(at),
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
  title: null,
  summary: check.summary,
  text: null,
});

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
      const checks = (desk.checks.get(oid) ?? []).map((each) => checkRun(each, stored.repository));
      const statusCheckRollup = checks.length === 0 ? null : { contexts: { nodes: checks } };
      return { nodes: [{ commit: { oid, statusCheckRollup } }] };
    },
    reviews: ({ pull }: Source, args: { last?: number }, { world }) =>
      lastOf(
        pull.reviews.map((each) => ({ ...spoken(world, each, each.at), state: each.state })),
        args,
      ),
    comments: ({ stored }: Source, args: { last?: number }, { world }) =>
      lastOf(
        stored.comments.map((each) => spoken(world, each, each.createdAt)),
        args,
      ),
    reviewThreads: ({ pull }: Source, args: { last?: number }, { world }) =>
      lastOf(
        pull.threads.map((each) => ({
          isResolved: each.resolved,
          path: each.path,
          line: each.line,
          originalLine: each.line,
          comments: { nodes: [spoken(world, each, each.at)] },
        })),
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
