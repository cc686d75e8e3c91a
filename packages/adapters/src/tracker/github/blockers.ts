import type { Blocker } from '@symphony/domain';
import type { GitHub } from '../../github/index.ts';
import { fullNameOf, type IssueName, identifierOf, idOf, type RepositoryName } from './identity.ts';
import type { IssueRecord } from './record.ts';
import type { GitHubTrackerSettings } from './settings.ts';
import { stateOf } from './states.ts';

/** What an issue waits for: what it depends on, and its open sub-issues. */
export async function readBlockers(
  github: GitHub,
  name: IssueName,
  record: IssueRecord,
  { subIssues }: Pick<GitHubTrackerSettings, 'subIssues'>,
): Promise<readonly IssueRecord[]> {
  const issue = { owner: name.owner, repo: name.repo, issue_number: name.number };
  const waits = (record.issue_dependencies_summary?.total_blocked_by ?? 0) > 0;
  const { total, completed } = record.sub_issues_summary ?? { total: 0, completed: 0 };
  const parts = subIssues && total > completed;
  const lists = await Promise.all([
    waits ? github.pages<IssueRecord>(`${ISSUE}/dependencies/blocked_by`, issue) : [],
    parts ? github.pages<IssueRecord>(`${ISSUE}/sub_issues`, issue) : [],
  ]);
  return lists.flat();
}

const ISSUE = 'GET /repos/{owner}/{repo}/issues/{issue_number}';

/** The repository a record says it is of. */
export function nameOf(record: IssueRecord, otherwise: RepositoryName): IssueName {
  const [, owner = otherwise.owner, repo = otherwise.repo] =
    /\/repos\/([^/]+)\/([^/]+)$/.exec(record.repository_url ?? '') ?? [];
  return { owner, repo, number: record.number ?? 0 };
}

/** Each once; `freshState` knows better where the blocker is on a shelf of ours. */
export function blockersOf(
  records: readonly IssueRecord[],
  of: RepositoryName,
  home: RepositoryName | null,
  settings: GitHubTrackerSettings,
  freshState: (name: IssueName) => IssueRecord | 'closed' | null = () => null,
): Blocker[] {
  const blockers = records.map((record): Blocker => {
    const name = nameOf(record, of);
    const fresh = freshState(name);
    const state = fresh === 'closed' ? settings.closedState : stateOf(fresh ?? record, settings);
    return { id: idOf(name), identifier: identifierOf(name, home), state };
  });
  return [...new Map(blockers.map((each) => [each.id, each])).values()];
}

export const shelfKey = (name: RepositoryName): string => fullNameOf(name).toLowerCase();
