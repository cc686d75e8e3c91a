import type { ProjectScope } from './settings.ts';

/**
 * What is asked of a project. Nested connections are what costs: a page of a hundred items with their
 * labels costs a hundred times the page itself, so the list is lean and only what changed is read whole.
 */

const VALUE = `fragment Value on ProjectV2ItemFieldValue {
  __typename
  ... on ProjectV2ItemFieldSingleSelectValue { name }
  ... on ProjectV2ItemFieldTextValue { text }
  ... on ProjectV2ItemFieldNumberValue { number }
  ... on ProjectV2ItemFieldDateValue { date }
  ... on ProjectV2ItemFieldIterationValue { title }
}`;

/** Status, priority, and whatever else is configured, in this order. */
export const fieldNames = ({ statusField, priorityField, fields }: ProjectScope): readonly string[] => [
  statusField,
  priorityField,
  ...fields,
];

const values = (scope: ProjectScope): string =>
  fieldNames(scope)
    .map((name, at) => `f${at}: fieldValueByName(name: ${JSON.stringify(name)}) { ...Value }`)
    .join('\n  ');

const lean = (scope: ProjectScope): string => `fragment Lean on ProjectV2Item {
  id
  ${values(scope)}
  content {
    __typename
    ... on Issue { id updatedAt }
    ... on PullRequest { id updatedAt }
    ... on DraftIssue { id updatedAt }
  }
}`;

export const PAGE_SIZE = 100;

/** Several pages in one request, by the cursors that were seen last time: one point for all of them. */
export function pagesDocument(scope: ProjectScope, count: number): string {
  const at = [...Array(count).keys()];
  const variables = at.map((each) => `$after${each}: String`).join(', ');
  const pages = at.map(
    (each) =>
      `page${each}: items(first: ${PAGE_SIZE}, after: $after${each}) { totalCount pageInfo { hasNextPage endCursor } nodes { ...Lean } }`,
  );
  return `query Pages($owner: String!, $project: Int!, ${variables}) {
  repositoryOwner(login: $owner) { ... on ProjectV2Owner { projectV2(number: $project) {
    ${pages.join('\n    ')}
  } } }
  rateLimit { cost }
}
${lean(scope)}
${VALUE}`;
}

export const itemsDocument = (scope: ProjectScope): string => `query Items($ids: [ID!]!) {
  nodes(ids: $ids) { ...Whole }
  rateLimit { cost }
}
fragment Whole on ProjectV2Item {
  id
  isArchived
  project { number owner { ... on Organization { login } ... on User { login } } }
  ${values(scope)}
  content {
    __typename
    ... on Issue {
      id databaseId number title body closed url createdAt updatedAt
      repository { nameWithOwner }
      author { login }
      milestone { title }
      labels(first: 50) { nodes { name } }
      assignees(first: 10) { nodes { login } }
      subIssuesSummary { total completed }
    }
    ... on PullRequest {
      id databaseId number title body closed url createdAt updatedAt
      repository { nameWithOwner }
      author { login }
    }
    ... on DraftIssue { id title body createdAt updatedAt }
  }
}
${VALUE}`;

export const SHAPE = `query Shape($owner: String!, $project: Int!) {
  repositoryOwner(login: $owner) { ... on ProjectV2Owner { projectV2(number: $project) {
    id
    fields(first: 50) { nodes {
      ... on ProjectV2Field { id name dataType }
      ... on ProjectV2SingleSelectField { id name dataType options { id name } }
    } }
  } } }
  rateLimit { cost }
}`;

export const SET_FIELD = `mutation SetField($project: ID!, $item: ID!, $field: ID!, $value: ProjectV2FieldValue!) {
  updateProjectV2ItemFieldValue(input: { projectId: $project, itemId: $item, fieldId: $field, value: $value }) {
    projectV2Item { id }
  }
}`;

export const ADD_ITEM = `mutation AddItem($project: ID!, $content: ID!) {
  addProjectV2ItemById(input: { projectId: $project, contentId: $content }) { item { id } }
}`;
