import {
  type Blocker,
  type ItemId,
  isOneOf,
  type Json,
  normaliseLabels,
  normaliseName,
  type TrackedItem,
  type TrackerProblem,
} from '@symphony/domain';
import { at, instantAt, textAt } from './answer.ts';

/** What decides whether an issue may be played, besides what it says itself. */
export interface ItemRules {
  readonly assignee: string | null;
  /** True: an issue waits until its sub-issues are finished. */
  readonly subIssues: boolean;
  readonly terminalStates: readonly string[];
}

/** An issue as it was read: an item, or what keeps it from being one. */
export interface ReadIssue {
  readonly id: ItemId | null;
  readonly item: TrackedItem | null;
  readonly problem: TrackerProblem | null;
  /** It has more labels, relations or sub-issues than the page had room for. */
  readonly cut: boolean;
  readonly ties: Ties;
}

/** What else the item is made of: when one of these changes, so does the item, and its own time does not tell. */
export interface Ties {
  /** Ids of the issues that are related to it, and of its sub-issues. */
  readonly issues: readonly string[];
  readonly relations: readonly string[];
}

/** Types of workflow states in which nothing has been begun, and in which nothing is left to do. */
const UNBEGUN = ['triage', 'backlog', 'unstarted'];
const FINISHED = ['completed', 'canceled', 'duplicate'];

export function readIssue(issue: unknown, rules: ItemRules): ReadIssue {
  const [id, identifier, title, state] = [
    textAt(issue, 'id'),
    textAt(issue, 'identifier'),
    textAt(issue, 'title'),
    textAt(issue, 'state', 'name'),
  ];
  const cut = ['labels', 'inverseRelations', 'children'].some((list) => goesOn(issue, list));
  const ties = tiesOf(issue);
  if (id !== null && identifier !== null && title !== null && state !== null) {
    const item = itemOf(issue, { id, identifier, title, state }, rules);
    return { id, item, problem: null, cut, ties };
  }
  const missing = Object.entries({ id, identifier, title, state }).find(([, value]) => value === null)?.[0];
  const where = identifier ?? id ?? 'an issue without a name';
  return { id, item: null, problem: { where, message: `Linear gives no ${missing} for it.` }, cut, ties };
}

type Essence = Pick<TrackedItem, 'id' | 'identifier' | 'title' | 'state'>;

/** An issue as the conductor knows items. */
function itemOf(issue: unknown, essence: Essence, rules: ItemRules): TrackedItem {
  const blockers = blockersOf(issue);
  const subIssues = nodes(issue, 'children').map(standingOf);
  const isFinished = ({ name, type }: Standing): boolean =>
    FINISHED.includes(type ?? '') || (name !== null && isOneOf(name, rules.terminalStates));
  const begun = !UNBEGUN.includes(textAt(issue, 'state', 'type') ?? '');
  const openSubIssues = rules.subIssues ? subIssues.filter((each) => !isFinished(each)) : [];
  return {
    ...essence,
    description: textAt(issue, 'description'),
    priority: priorityOf(at(issue, 'priority')),
    labels: normaliseLabels(nodes(issue, 'labels').flatMap((label) => textAt(label, 'name') ?? [])),
    blockedBy: [...blockers, ...openSubIssues].map(blockerOf),
    dispatchable: isTheirs(at(issue, 'assignee'), rules.assignee) && (begun || blockers.every(isFinished)),
    assignee: textAt(issue, 'assignee', 'displayName') ?? textAt(issue, 'assignee', 'name'),
    url: textAt(issue, 'url'),
    repository: null,
    branchName: textAt(issue, 'branchName'),
    createdAt: instantAt(issue, 'createdAt'),
    updatedAt: instantAt(issue, 'updatedAt'),
    fields: fieldsOf(issue, subIssues),
    nativeRef: {
      id: essence.id,
      team: textAt(issue, 'team', 'id'),
      assignee: textAt(issue, 'assignee', 'id'),
    },
  };
}

function tiesOf(issue: unknown): Ties {
  const relations = nodes(issue, 'inverseRelations');
  return {
    issues: [
      ...relations.flatMap((relation) => textAt(relation, 'issue', 'id') ?? []),
      ...nodes(issue, 'children').flatMap((child) => textAt(child, 'id') ?? []),
    ],
    relations: relations.flatMap((relation) => textAt(relation, 'id') ?? []),
  };
}

interface Standing {
  readonly id: string | null;
  readonly identifier: string | null;
  readonly name: string | null;
  readonly type: string | null;
}

const standingOf = (issue: unknown): Standing => ({
  id: textAt(issue, 'id'),
  identifier: textAt(issue, 'identifier'),
  name: textAt(issue, 'state', 'name'),
  type: textAt(issue, 'state', 'type'),
});

const blockerOf = ({ id, identifier, name }: Standing): Blocker => ({ id, identifier, state: name });

/** A relation says that its issue blocks another: seen from the other it is an inverse one. */
const blockersOf = (issue: unknown): readonly Standing[] =>
  nodes(issue, 'inverseRelations')
    .filter((relation) => at(relation, 'type') === 'blocks')
    .map((relation) => standingOf(at(relation, 'issue')));

/** Linear's 0 is "no priority"; anything else outside 1..4 is none of its words. */
const priorityOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 4 ? value : null;

function isTheirs(assignee: unknown, wanted: string | null): boolean {
  if (wanted === null) return true;
  if (normaliseName(wanted) === 'me') return at(assignee, 'isMe') === true;
  const names = ['id', 'email', 'displayName', 'name'].flatMap((key) => textAt(assignee, key) ?? []);
  return names.some((name) => normaliseName(name) === normaliseName(wanted));
}

/** For routes and prompts: what Linear knows beyond the normal form, and only what is set. */
function fieldsOf(issue: unknown, subIssues: readonly Standing[]): Readonly<Record<string, Json>> {
  const estimate = at(issue, 'estimate');
  const known: Record<string, Json> = {
    team: textAt(issue, 'team', 'key'),
    project: textAt(issue, 'project', 'name'),
    parent: textAt(issue, 'parent', 'identifier'),
    estimate: typeof estimate === 'number' ? estimate : null,
    sub_issues: subIssues.length > 0 ? subIssues.flatMap(({ identifier }) => identifier ?? []) : null,
  };
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null));
}

/** Lists inside an issue may be left out or hold rubbish: what cannot be read is not there. */
function nodes(issue: unknown, list: string): readonly unknown[] {
  const found = at(issue, list, 'nodes');
  return Array.isArray(found) ? found : [];
}

const goesOn = (issue: unknown, list: string): boolean => at(issue, list, 'pageInfo', 'hasNextPage') === true;
