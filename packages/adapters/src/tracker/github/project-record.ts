import type { Blocker, Json } from '@symphony/domain';
import { readRepositoryName } from './identity.ts';
import { priorityOfField } from './priority.ts';
import { fieldNames } from './project-documents.ts';
import { type IssueRecord, type Reading, type RecordReading, readRecord } from './record.ts';
import type { ProjectScope } from './settings.ts';

/** An item of a project as GraphQL tells it. */
export interface ProjectRecord {
  readonly id: string;
  readonly isArchived?: boolean;
  readonly project?: { readonly number: number; readonly owner: { readonly login?: string } };
  readonly content: ProjectContent | null;
  readonly [field: `f${number}`]: FieldValue | null | undefined;
}

export interface FieldValue {
  readonly name?: string | null;
  readonly text?: string | null;
  readonly number?: number | null;
  readonly date?: string | null;
  readonly title?: string | null;
}

export interface ProjectContent {
  readonly __typename: string;
  readonly id: string;
  readonly databaseId?: number | null;
  readonly number?: number;
  readonly title?: string;
  readonly body?: string | null;
  readonly closed?: boolean;
  readonly url?: string;
  readonly createdAt?: string;
  readonly updatedAt?: string;
  readonly repository?: { readonly nameWithOwner: string };
  readonly author?: { readonly login: string } | null;
  readonly milestone?: { readonly title: string } | null;
  readonly labels?: { readonly nodes: readonly { readonly name: string }[] } | null;
  readonly assignees?: { readonly nodes: readonly { readonly login: string }[] };
  readonly subIssuesSummary?: { readonly total: number; readonly completed: number };
}

/** An item nobody has given a status yet. */
export const NO_STATUS = 'No Status';

export const plainValue = (value: FieldValue | null | undefined): string | number | null =>
  value?.name ?? value?.text ?? value?.number ?? value?.date ?? value?.title ?? null;

export const statusOf = (record: ProjectRecord): string => {
  const status = plainValue(record.f0);
  return status === null || String(status).trim() === '' ? NO_STATUS : String(status);
};

/** The content in the form the REST API has for issues. */
export const issueOf = (content: ProjectContent): IssueRecord => ({
  ...(content.databaseId == null ? {} : { id: content.databaseId }),
  node_id: content.id,
  ...(content.number === undefined ? {} : { number: content.number }),
  ...(content.title === undefined ? {} : { title: content.title }),
  body: content.body ?? null,
  state: content.closed === true ? 'closed' : 'open',
  labels: content.labels?.nodes ?? [],
  assignees: content.assignees?.nodes ?? [],
  user: content.author ?? null,
  ...(content.url === undefined ? {} : { html_url: content.url }),
  repository_url: `/repos/${content.repository?.nameWithOwner ?? ''}`,
  ...(content.createdAt === undefined ? {} : { created_at: content.createdAt }),
  ...(content.updatedAt === undefined ? {} : { updated_at: content.updatedAt }),
  ...(content.__typename === 'PullRequest' ? { pull_request: {} } : {}),
  milestone: content.milestone ?? null,
  sub_issues_summary: content.subIssuesSummary ?? null,
});

/** The issue's record with what the project says about it. */
export function readProjectRecord(
  record: ProjectRecord,
  blockedBy: readonly Blocker[],
  scope: ProjectScope,
  reading: Reading,
): RecordReading {
  const { content } = record;
  if (!content) return { ok: false, problem: { where: record.id, message: 'it has no content.' } };
  const isDraft = content.__typename === 'DraftIssue';
  const repository = readRepositoryName(content.repository?.nameWithOwner ?? '');
  const issue = issueOf(content);
  const name = { owner: scope.owner, repo: 'draft', ...repository, number: content.number ?? 0 };
  const read = readRecord(issue, name, blockedBy, reading);
  if (!read.ok)
    return { ok: false, problem: { ...read.problem, where: isDraft ? record.id : read.problem.where } };
  const names = fieldNames(scope);
  const given = Object.fromEntries(
    names.flatMap((field, at): [string, Json][] => {
      const value = plainValue(record[`f${at}`]);
      return at < 2 || value === null ? [] : [[field, value]];
    }),
  );
  const { item } = read;
  return {
    ok: true,
    item: {
      ...item,
      id: record.id,
      identifier: isDraft ? record.id : item.identifier,
      state: statusOf(record),
      priority: priorityOfField(plainValue(record.f1), reading.settings) ?? item.priority,
      repository: isDraft ? null : item.repository,
      // A draft has no repository to work in, and what is closed is over, whatever its column says.
      dispatchable: item.dispatchable && !isDraft && issue.state === 'open',
      fields: { ...item.fields, ...given },
      nativeRef: {
        project: `${scope.owner}/${scope.number}`,
        item: record.id,
        issue: isDraft ? null : item.nativeRef,
      },
    },
  };
}
