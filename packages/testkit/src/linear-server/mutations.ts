import { randomUUID } from 'node:crypto';
import { type Graph, one } from './graph.ts';
import type { Issue, Workspace } from './workspace.ts';

type Input = { readonly input: Readonly<Record<string, unknown>> };

/** The fields of `Mutation` that Symphony asks for. `now` is the server's own clock. */
export function mutationsOf(all: Workspace, graph: Graph, now: () => number): Record<string, unknown> {
  const stamp = () => new Date(now()).toISOString();
  const done = (more: Record<string, unknown> = {}) => ({ success: true, lastSyncId: 1, ...more });

  function change(issue: Issue, input: Input['input']): void {
    const { title, description, priority, stateId, labelIds, projectId } = input;
    if (typeof title === 'string') issue.title = title;
    if (typeof description === 'string') issue.description = description;
    if (typeof priority === 'number') issue.priority = priority;
    if (typeof stateId === 'string') {
      const state = one(all.states, stateId);
      if (state.team !== issue.team) throw new Error('Discrepancy between issue team and state team.');
      issue.state = state.id;
    }
    if (Array.isArray(labelIds)) issue.labels = labelIds.map((id) => one(all.labels, String(id)).id);
    if (typeof projectId === 'string') issue.project = one(all.projects, projectId).id;
    issue.updatedAt = stamp();
  }

  return {
    issueCreate: ({ input }: Input) => {
      const team = one(all.teams, String(input.teamId));
      const first = all.states.find((state) => state.team === team.id && state.type === 'unstarted');
      const issue = blankIssue(all, team.id, first?.id ?? '', stamp());
      change(issue, input);
      all.issues.push(issue);
      return done({ issue: graph.issue(issue) });
    },
    issueUpdate: ({ id, input }: Input & { readonly id: string }) => {
      const issue = one(all.issues, id);
      change(issue, input);
      return done({ issue: graph.issue(issue) });
    },
    commentCreate: ({ input }: Input) => {
      const id = String(input.id ?? randomUUID());
      if (all.comments.some((comment) => comment.id === id))
        throw new Error(`Entity already exists: Comment ${id}`);
      const comment = {
        id,
        issue: one(all.issues, String(input.issueId)).id,
        body: String(input.body),
        user: all.users.find(({ isMe }) => isMe)?.id ?? '',
        createdAt: stamp(),
      };
      all.comments.push(comment);
      return done({ comment });
    },
    issueLabelCreate: ({ input }: Input) => {
      const team = typeof input.teamId === 'string' ? one(all.teams, input.teamId).id : null;
      const label = { id: randomUUID(), name: String(input.name), team, isGroup: false };
      all.labels.push(label);
      return done({ issueLabel: label });
    },
    issueRelationCreate: ({ input }: Input) => {
      const relation = {
        id: randomUUID(),
        type: String(input.type),
        issue: one(all.issues, String(input.issueId)).id,
        relatedIssue: one(all.issues, String(input.relatedIssueId)).id,
        updatedAt: stamp(),
      };
      all.relations.push(relation);
      return done({ issueRelation: relation });
    },
    issueRelationDelete: ({ id }: { readonly id: string }) => {
      all.relations.splice(all.relations.indexOf(one(all.relations, id)), 1);
      return done({ entityId: id });
    },
  };
}

/** The next issue of the team, without anything in it. */
export function blankIssue(all: Workspace, team: string, state: string, createdAt: string): Issue {
  const number = 1 + Math.max(0, ...all.issues.flatMap((issue) => (issue.team === team ? issue.number : [])));
  return {
    id: randomUUID(),
    team,
    number,
    title: '',
    description: null,
    priority: 0,
    state,
    assignee: null,
    project: null,
    parent: null,
    labels: [],
    estimate: null,
    createdAt,
    updatedAt: createdAt,
    archivedAt: null,
  };
}
