import { randomUUID } from 'node:crypto';
import type { LinearServer } from '@symphony/testkit/linear-server';
import { blankIssue } from '@symphony/testkit/linear-server';
import fc from 'fast-check';

type Workspace = LinearServer['workspace'];
type Issue = Workspace['issues'][number];

/** Something that happens in a workspace. Numbers choose among what is there, whatever that is by then. */
export type Act =
  | { readonly act: 'edit' | 'archive' | 'restore' | 'delete' | 'unrelate' | 'rename'; readonly at: number }
  | { readonly act: 'move'; readonly at: number; readonly state: string }
  | { readonly act: 'place'; readonly at: number; readonly team: string; readonly project: boolean }
  | { readonly act: 'adopt'; readonly at: number; readonly parent: number | null }
  | { readonly act: 'relate'; readonly at: number; readonly other: number; readonly type: string }
  | { readonly act: 'add'; readonly team: string; readonly state: string; readonly project: boolean }
  | { readonly act: 'bulk' };

const at = fc.nat(30);
const state = fc.constantFrom('Todo', 'In Progress', 'Done', 'Backlog');
const team = fc.constantFrom('ENG', 'ENG', 'OPS');

export const anyAct: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ act: fc.constant('edit' as const), at }),
  fc.record({ act: fc.constant('move' as const), at, state }),
  fc.record({
    act: fc.constant('relate' as const),
    at,
    other: at,
    type: fc.constantFrom('blocks', 'related'),
  }),
  fc.record({ act: fc.constantFrom('unrelate' as const, 'archive' as const), at }),
  fc.record({ act: fc.constant('adopt' as const), at, parent: fc.option(at) }),
  fc.record({ act: fc.constant('place' as const), at, team, project: fc.boolean() }),
  fc.record({ act: fc.constant('add' as const), team, state, project: fc.boolean() }),
  fc.record({ act: fc.constantFrom('delete' as const, 'restore' as const, 'rename' as const), at }),
  fc.constant({ act: 'bulk' as const }),
);

/** These change what is read and leave no time behind: they are seen when everything is read again. */
export const isTraceless = ({ act }: Act): boolean =>
  act === 'delete' || act === 'restore' || act === 'rename';

/** Does it to the workspace as Linear would, at this instant of Linear's clock. */
export function happen(all: Workspace, act: Act, now: number): void {
  const stamp = new Date(now).toISOString();
  const issueAt = (index: number): Issue | undefined => all.issues[index % Math.max(1, all.issues.length)];
  const stateOf = (teamId: string, name: string): string =>
    all.states.find((each) => each.team === teamId && each.name === name)?.id ?? '';
  const teamOf = (key: string): string => all.teams.find((each) => each.key === key)?.id ?? '';
  const nameOf = (id: string): string => all.states.find((each) => each.id === id)?.name ?? '';
  const issue = 'at' in act ? issueAt(act.at) : undefined;
  switch (act.act) {
    case 'add': {
      const made = blankIssue(all, teamOf(act.team), stateOf(teamOf(act.team), act.state), stamp);
      made.title = `Made at ${stamp}`;
      made.project = act.project ? (all.projects[0]?.id ?? null) : null;
      return void all.issues.push(made);
    }
    case 'bulk': {
      for (const each of all.issues)
        Object.assign(each, { priority: (each.priority + 1) % 5, updatedAt: stamp });
      for (const each of all.issues.slice(1))
        relate(all, each.id, all.issues[0]?.id ?? each.id, 'blocks', stamp);
      return;
    }
    case 'unrelate':
      return void all.relations.splice(act.at % Math.max(1, all.relations.length), 1);
    case 'rename': {
      const label = all.labels[0];
      return label && void Object.assign(label, { name: `label ${act.at}` });
    }
  }
  if (!issue) return;
  switch (act.act) {
    case 'edit': {
      const labels = issue.labels.length > 5 ? [] : [...issue.labels, all.labels[0]?.id ?? ''];
      return void Object.assign(issue, { title: `Edited ${stamp}`, labels, updatedAt: stamp });
    }
    case 'move':
      return void Object.assign(issue, { state: stateOf(issue.team, act.state), updatedAt: stamp });
    case 'place': {
      const home = teamOf(act.team);
      const numbers = all.issues.filter((each) => each.team === home).map(({ number }) => number);
      const project = act.project ? (all.projects[0]?.id ?? null) : null;
      if (home !== issue.team)
        Object.assign(issue, {
          number: Math.max(0, ...numbers) + 1,
          state: stateOf(home, nameOf(issue.state)),
        });
      return void Object.assign(issue, { team: home, project, updatedAt: stamp });
    }
    case 'adopt': {
      const parent = act.parent === null ? null : (issueAt(act.parent)?.id ?? null);
      return void Object.assign(issue, { parent: parent === issue.id ? null : parent, updatedAt: stamp });
    }
    case 'relate': {
      const other = issueAt(act.other);
      return other && other !== issue ? relate(all, other.id, issue.id, act.type, stamp) : undefined;
    }
    case 'archive':
      return void Object.assign(issue, { archivedAt: stamp });
    case 'restore':
      return void Object.assign(issue, { archivedAt: null });
    case 'delete': {
      for (const each of all.issues) if (each.parent === issue.id) each.parent = null;
      const left = all.relations.filter((each) => each.issue !== issue.id && each.relatedIssue !== issue.id);
      all.relations.splice(0, all.relations.length, ...left);
      return void all.issues.splice(all.issues.indexOf(issue), 1);
    }
  }
}

function relate(all: Workspace, issue: string, relatedIssue: string, type: string, updatedAt: string): void {
  all.relations.push({ id: randomUUID(), type, issue, relatedIssue, updatedAt });
}
