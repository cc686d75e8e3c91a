import { connect, type GraphCall, type GraphFields, notFound } from './graph.ts';
import { fullName, instant, type StoredIssue, type StoredRepository } from './world.ts';

/** Issues and repositories in GraphQL. */

export const typed = (issue: StoredIssue) => ({
  ...issue,
  __typename: issue.pullRequest ? 'PullRequest' : 'Issue',
  stored: issue,
});

interface Typed {
  readonly stored: StoredIssue;
}
type Page = { readonly first?: number; readonly after?: string | null };

const repositoryField = (_: unknown, { owner, name }: { owner: string; name: string }, call: GraphCall) => {
  const found = call.world.repository(owner, name);
  if (!found) throw notFound(`Could not resolve to a Repository with the name '${owner}/${name}'.`);
  return found;
};

const connectIssues = (issues: readonly StoredIssue[], page: Page, call: GraphCall) =>
  connect(issues.map(typed), (each) => each.nodeId, page, call);

const content: GraphFields[string] = {
  id: ({ stored }: Typed) => stored.nodeId,
  databaseId: ({ stored }: Typed) => stored.id,
  fullDatabaseId: ({ stored }: Typed) => String(stored.id),
  body: ({ stored }: Typed) => stored.body ?? '',
  state: ({ stored }: Typed) => stored.state.toUpperCase(),
  author: ({ stored }: Typed) => ({ __typename: 'User', login: stored.author }),
  closed: ({ stored }: Typed) => stored.state === 'closed',
  url: ({ stored }: Typed) =>
    `${stored.repository.web}/${fullName(stored.repository)}/${stored.pullRequest ? 'pull' : 'issues'}/${stored.number}`,
  createdAt: ({ stored }: Typed) => instant(stored.createdAt),
  updatedAt: ({ stored }: Typed) => instant(stored.updatedAt),
  labels: ({ stored }: Typed, page: Page, call) =>
    connect(
      stored.labels.map((name) => ({ name })),
      (each) => each.name,
      page,
      call,
    ),
  assignees: ({ stored }: Typed, page: Page, call) =>
    connect(
      stored.assignees.map((login) => ({ login })),
      (each) => each.login,
      page,
      call,
    ),
};

export const ISSUE_FIELDS: GraphFields = {
  Query: {
    repository: repositoryField,
    rateLimit: (_source, _args, { rateLimit }) => rateLimit,
    viewer: (_source, _args, { user }) => ({ login: user }),
  },
  Repository: {
    id: ({ id }: StoredRepository) => `R_${id}`,
    nameWithOwner: fullName,
    issues: ({ issues }: StoredRepository, args: Page & { states?: string[]; labels?: string[] }, call) => {
      const { states, labels } = args;
      const fitting = issues.filter(
        (each) =>
          !each.pullRequest &&
          (!states || states.includes(each.state.toUpperCase())) &&
          (!labels || each.labels.some((label) => labels.includes(label))),
      );
      return connectIssues(fitting, args, call);
    },
    pullRequests: ({ issues }: StoredRepository, args: Page & { states?: string[] }, call) =>
      connectIssues(
        issues.filter(
          (each) => each.pullRequest && (!args.states || args.states.includes(each.state.toUpperCase())),
        ),
        args,
        call,
      ),
  },
  Issue: {
    ...content,
    subIssues: ({ stored }: Typed, page: Page, call) => connectIssues(stored.subIssues, page, call),
    subIssuesSummary: ({ stored }: Typed) => {
      const completed = stored.subIssues.filter(({ state }) => state === 'closed').length;
      return { total: stored.subIssues.length, completed, percentCompleted: 0 };
    },
  },
  PullRequest: content,
};
