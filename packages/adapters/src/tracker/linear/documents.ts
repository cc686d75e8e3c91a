/**
 * Everything Symphony asks of Linear. Small documents of our own instead of the SDK's: a page of the
 * SDK's issues asks for every field. Each is held against Linear's published schema by a test.
 */
export type LinearDocument = string;

interface Room {
  readonly labels: number;
  readonly relations: number;
  readonly children: number;
}

const work = (room: Room): string => `
fragment Work on Issue {
  id identifier title description priority branchName url createdAt updatedAt estimate
  state { name type }
  assignee { id displayName name email isMe }
  team { id key }
  project { name }
  parent { identifier }
  labels(first: ${room.labels}) { nodes { name } pageInfo { hasNextPage } }
  inverseRelations(first: ${room.relations}) {
    nodes { id type issue { id identifier state { name type } } }
    pageInfo { hasNextPage }
  }
  children(first: ${room.children}) { nodes { id identifier state { name type } } pageInfo { hasNextPage } }
}`;

const issues = (room: Room): LinearDocument => `
query Issues($filter: IssueFilter, $first: Int!, $after: String) {
  issues(filter: $filter, first: $first, after: $after) {
    nodes { ...Work }
    pageInfo { hasNextPage endCursor }
  }
}${work(room)}`;

const USUAL_ROOM: Room = { labels: 5, relations: 2, children: 2 };

/**
 * How issues are read. Linear charges for what could come, not for what comes: the first page has room
 * for what issues usually have, and the few that do not fit are read again with more room, fewer at a
 * time, so that no question costs more than the 10,000 points Linear allows.
 */
export const ISSUE_PAGES: readonly { readonly document: LinearDocument; readonly size: number }[] = [
  { document: issues(USUAL_ROOM), size: 50 },
  { document: issues({ labels: 30, relations: 30, children: 30 }), size: 30 },
  { document: issues({ labels: 250, relations: 250, children: 250 }), size: 3 },
];

/** So many of the newest relations are listed, and so many of each issue that waits are looked at. */
export const NEWEST_RELATIONS = 10;
export const WATCHED_RELATIONS = 5;

/**
 * What changed since the look before, in one request: whole where it is ours, by id alone where it is
 * somebody else's, since what left us is somebody else's now. Relations tell no issue that they came or
 * went, so the newest are listed, and those of issues that wait are looked at.
 */
export const LOOK: LinearDocument = `
query Look($ours: IssueFilter!, $changed: IssueFilter!, $waiting: [ID!]!, $some: Boolean!, $first: Int!) {
  ours: issues(filter: $ours, first: 10) { nodes { ...Work } pageInfo { hasNextPage } }
  changed: issues(filter: $changed, first: 50, includeArchived: true) {
    nodes { id updatedAt archivedAt parent { id } }
    pageInfo { hasNextPage }
  }
  relations: issueRelations(first: ${NEWEST_RELATIONS}, orderBy: updatedAt) { nodes { id updatedAt relatedIssue { id } } }
  waiting: issues(filter: { id: { in: $waiting } }, first: $first) @include(if: $some) {
    nodes { id inverseRelations(first: ${WATCHED_RELATIONS}) { nodes { id } } }
  }
}${work(USUAL_ROOM)}`;

/** The same list of what changed, with room for more. */
export const CHANGED: LinearDocument = `
query Changed($changed: IssueFilter!) {
  changed: issues(filter: $changed, first: 250, includeArchived: true) {
    nodes { id updatedAt archivedAt parent { id } }
    pageInfo { hasNextPage }
  }
}`;

/** Where an issue stands and where it could go. */
export const STANDING: LinearDocument = `
query Standing($filter: IssueFilter!) {
  issues(filter: $filter, first: 1) {
    nodes {
      id
      state { id name }
      team { id key states(first: 100) { nodes { id name type position } } }
    }
  }
}`;

export const UPDATE_ISSUE: LinearDocument = `
mutation UpdateIssue($id: String!, $input: IssueUpdateInput!) {
  issueUpdate(id: $id, input: $input) { success }
}`;

export const CREATE_ISSUE: LinearDocument = `
mutation CreateIssue($input: IssueCreateInput!) {
  issueCreate(input: $input) { success issue { id } }
}`;

/** Whether the issue is there, and among its comments the one with this id. */
export const COMMENT: LinearDocument = `
query Comment($filter: IssueFilter!, $comment: ID!) {
  issues(filter: $filter, first: 1) {
    nodes { id comments(first: 1, filter: { id: { eq: $comment } }) { nodes { id } } }
  }
}`;

export const CREATE_COMMENT: LinearDocument = `
mutation CreateComment($input: CommentCreateInput!) {
  commentCreate(input: $input) { success }
}`;

/** Where new work goes: by the team's key or id, or by the project. */
export const TEAMS: LinearDocument = `
query Teams($filter: TeamFilter!) {
  teams(filter: $filter, first: 2) {
    nodes { id key states(first: 100) { nodes { id name type position } } }
  }
}`;

export const PROJECTS: LinearDocument = `
query Projects($filter: ProjectFilter!) {
  projects(filter: $filter, first: 2) {
    nodes { id name teams(first: 2) { nodes { id key } } }
  }
}`;

export const LABELS: LinearDocument = `
query Labels($filter: IssueLabelFilter!) {
  issueLabels(filter: $filter, first: 250) { nodes { id name isGroup } }
}`;

export const CREATE_LABEL: LinearDocument = `
mutation CreateLabel($input: IssueLabelCreateInput!) {
  issueLabelCreate(input: $input) { success issueLabel { id } }
}`;

/** The ids of those that people name by identifier. */
export const NAMED_ISSUES: LinearDocument = `
query NamedIssues($filter: IssueFilter!) {
  issues(filter: $filter, first: 50) { nodes { id identifier } }
}`;

export const RELATIONS: LinearDocument = `
query Relations($filter: IssueFilter!) {
  issues(filter: $filter, first: 1) {
    nodes { id inverseRelations(first: 250) { nodes { id type issue { id } } } }
  }
}`;

export const CREATE_RELATION: LinearDocument = `
mutation CreateRelation($input: IssueRelationCreateInput!) {
  issueRelationCreate(input: $input) { success }
}`;

export const DELETE_RELATION: LinearDocument = `
mutation DeleteRelation($id: String!) {
  issueRelationDelete(id: $id) { success }
}`;

/** Who the key belongs to, and what it reaches. */
export const WHO: LinearDocument = `
query Who {
  viewer { id displayName active guest }
  organization { name urlKey }
}`;

/** Whether a person is one of the workspace, and of the issue's team. */
export const STANDING_OF_USER: LinearDocument = `
query StandingOfUser($user: UserFilter!, $id: String!, $filter: IssueFilter!) {
  users(filter: $user, first: 1) { nodes { active guest app } }
  issues(filter: $filter, first: 1) { nodes { team { visibility membership(userId: $id) { id } } } }
}`;

export const COMMENTS: LinearDocument = `
query Comments($filter: CommentFilter!, $first: Int!, $after: String) {
  comments(filter: $filter, first: $first, after: $after) {
    nodes { id body createdAt user { id displayName app } issue { id } }
    pageInfo { hasNextPage endCursor }
  }
}`;
