/** What is asked about a pull request in GraphQL, and what that is answered with. */

export interface Author {
  readonly __typename: string;
  readonly login: string;
}

export interface Spoken {
  readonly fullDatabaseId: string | number | null;
  readonly body: string;
  readonly createdAt: string;
  /** When others could first read it: a review is written before it is submitted. */
  readonly publishedAt: string | null;
  readonly lastEditedAt: string | null;
  /** Hidden by a person, as spam or as past. */
  readonly isMinimized: boolean;
  readonly authorAssociation: string;
  readonly author: Author | null;
}

/** Its author alone sees one that is `PENDING`. */
export interface Review extends Spoken {
  readonly state: string;
}

export interface Thread {
  readonly isResolved: boolean;
  readonly path: string;
  readonly line: number | null;
  readonly originalLine: number | null;
  readonly comments: { readonly nodes: readonly (Spoken & { readonly state: string })[] };
}

export interface Threads {
  readonly pageInfo: { readonly hasPreviousPage: boolean; readonly startCursor: string | null };
  readonly nodes: readonly Thread[];
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

export interface Rollup {
  /** Of all of them, also of those that are not listed. */
  readonly state: string;
  readonly contexts: {
    readonly pageInfo: { readonly hasNextPage: boolean };
    readonly nodes: readonly (CheckRun | StatusContext)[];
  };
}

export interface PullSight {
  readonly number: number;
  readonly url: string;
  readonly updatedAt: string;
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
      readonly commit: { readonly oid: string; readonly statusCheckRollup: Rollup | null };
    }[];
  };
  readonly reviews: { readonly nodes: readonly Review[] };
  /** The last verdict of everybody: replies on lines are reviews too, and would crowd it out of those. */
  readonly latestOpinionatedReviews: { readonly nodes: readonly Review[] } | null;
  readonly comments: { readonly nodes: readonly Spoken[] };
  readonly reviewThreads: Threads;
}

const SAID =
  'fullDatabaseId body createdAt publishedAt lastEditedAt isMinimized authorAssociation author { __typename login }';

export const THREADS = `pageInfo { hasPreviousPage startCursor }
  nodes { isResolved path line originalLine comments(last: 20) { nodes { ${SAID} state } } }`;

export const SIGHT = `fragment Sight on PullRequest {
  number url updatedAt state isDraft mergeable mergeStateStatus reviewDecision headRefOid headRefName baseRefName
  mergeCommit { oid }
  commits(last: 1) { nodes { commit { oid statusCheckRollup { state contexts(first: 100) {
    pageInfo { hasNextPage }
    nodes {
      __typename
      ... on CheckRun { databaseId name status conclusion detailsUrl title summary text }
      ... on StatusContext { context state description targetUrl }
    }
  } } } } }
  reviews(last: 30) { nodes { ${SAID} state } }
  latestOpinionatedReviews(last: 30) { nodes { ${SAID} state } }
  comments(last: 30) { nodes { ${SAID} } }
  reviewThreads(last: 20) { ${THREADS} }
}`;
