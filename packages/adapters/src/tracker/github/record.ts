import { type Blocker, normaliseName, type TrackedItem, type TrackerProblem } from '@symphony/domain';
import { type IssueName, identifierOf, idOf, type RepositoryName } from './identity.ts';
import { isPriorityLabel, priorityOf } from './priority.ts';
import type { GitHubTrackerSettings } from './settings.ts';
import { isStateLabel, stateOf } from './states.ts';

/** An issue as the REST API tells it; GraphQL's are brought into this form. Nothing in it is trusted. */
export interface IssueRecord {
  readonly id?: number;
  readonly node_id?: string;
  readonly number?: number;
  readonly title?: string;
  readonly body?: string | null;
  readonly state?: string;
  readonly labels?: readonly (string | { readonly name?: string | null })[];
  readonly assignees?: readonly ({ readonly login?: string } | null)[] | null;
  readonly user?: { readonly login?: string } | null;
  readonly html_url?: string;
  readonly repository_url?: string;
  readonly created_at?: string;
  readonly updated_at?: string;
  readonly pull_request?: unknown;
  readonly type?: { readonly name?: string } | null;
  readonly milestone?: { readonly title?: string } | null;
  readonly sub_issues_summary?: { readonly total: number; readonly completed: number } | null;
  readonly issue_dependencies_summary?: { readonly total_blocked_by: number } | null;
}

export interface Reading {
  readonly settings: GitHubTrackerSettings;
  readonly home: RepositoryName | null;
  /** The login `assignee: me` stands for. */
  readonly me: string | null;
}

export type RecordReading =
  | { readonly ok: true; readonly item: TrackedItem }
  | { readonly ok: false; readonly problem: TrackerProblem };

export const labelsOf = ({ labels }: IssueRecord): string[] =>
  (labels ?? []).map((each) => (typeof each === 'string' ? each : (each.name ?? '')));

export const isPullRequest = (record: IssueRecord): boolean =>
  record.pull_request !== undefined && record.pull_request !== null;

/** Brings a record into the normal form (svc-D1…D4); only what is required makes it malformed (svc-T3). */
export function readRecord(
  record: IssueRecord,
  name: IssueName,
  blockedBy: readonly Blocker[],
  { settings, home, me }: Reading,
): RecordReading {
  const id = idOf(name);
  const title = record.title?.trim() ?? '';
  const state = stateOf(record, settings);
  const fault = title === '' ? 'it has no title' : state === null ? 'its state cannot be read' : null;
  if (fault !== null || state === null)
    return { ok: false, problem: { where: id, message: `${fault ?? ''}; mend it on GitHub.` } };
  const labels = labelsOf(record).filter(
    (label) => !isStateLabel(label, settings) && !isPriorityLabel(label, settings),
  );
  const assignees = (record.assignees ?? []).flatMap((each) => each?.login ?? []);
  const fields = { type: record.type?.name, milestone: record.milestone?.title, author: record.user?.login };
  return {
    ok: true,
    item: {
      id,
      identifier: identifierOf(name, home),
      title,
      description: (record.body ?? '').trim() === '' ? null : (record.body ?? null),
      state,
      priority: priorityOf(labelsOf(record), settings),
      labels: [...new Set(labels.map(normaliseName))].filter((label) => label !== ''),
      blockedBy,
      dispatchable: !isPullRequest(record) && mayTake(assignees, settings.assignee, me),
      assignee: assignees[0] ?? null,
      url: record.html_url ?? null,
      repository: `${name.owner}/${name.repo}`,
      branchName: null,
      createdAt: instantOf(record.created_at),
      updatedAt: instantOf(record.updated_at),
      fields: Object.fromEntries(
        Object.entries(fields).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
      ),
      nativeRef: {
        owner: name.owner,
        repo: name.repo,
        number: name.number,
        id: record.id ?? null,
        node_id: record.node_id ?? null,
      },
    },
  };
}

/** `me` is nobody until it is known who that is. */
export function mayTake(assignees: readonly string[], rule: string | null, me: string | null): boolean {
  if (rule === null) return true;
  if (rule === 'none') return assignees.length === 0;
  if (rule === '*') return assignees.length > 0;
  const wanted = rule === 'me' ? me : rule;
  return wanted !== null && assignees.some((each) => each.toLowerCase() === wanted.toLowerCase());
}

export const instantOf = (text: string | undefined): number | null => {
  const instant = Date.parse(text ?? '');
  return Number.isNaN(instant) ? null : instant;
};
