import { type ItemId, normaliseLabels, normaliseName, PortError, type WorkChanges } from '@symphony/domain';
import { at, nodesAt, requiredText, requireSuccess, textAt } from './answer.ts';
import type { LinearClient } from './client.ts';
import {
  CREATE_ISSUE,
  CREATE_LABEL,
  CREATE_RELATION,
  DELETE_RELATION,
  LABELS,
  NAMED_ISSUES,
  PROJECTS,
  RELATIONS,
  TEAMS,
  UPDATE_ISSUE,
} from './documents.ts';
import { notThere, unusable } from './fault.ts';
import { type Filter, isId, projectFilter, teamFilter, within } from './scope.ts';
import type { LinearSettings } from './settings.ts';
import { standingOf, stateNamed, statesOf, type WorkflowState } from './writing.ts';

/** Makes an issue in the team, and in the project where one is set. Answers its id. */
export async function addIssue(
  client: LinearClient,
  settings: LinearSettings,
  scope: Filter,
  work: WorkChanges & { readonly title: string },
): Promise<ItemId> {
  refuseFields(work);
  const { team, states, project } = await placeFor(client, settings);
  const blockers = await idsOf(client, scope, work.blockedBy ?? []);
  const input = {
    teamId: team,
    ...(project !== null && { projectId: project }),
    ...(await inputOf(client, team, states, work)),
  };
  const answer = await client.ask(CREATE_ISSUE, { input });
  requireSuccess(answer, 'issueCreate');
  const id = requiredText(answer, 'issueCreate', 'issue', 'id');
  for (const blocker of blockers) await block(client, blocker, id);
  return id;
}

/** Changes what is named and leaves the rest. */
export async function editIssue(
  client: LinearClient,
  scope: Filter,
  id: ItemId,
  changes: WorkChanges,
): Promise<void> {
  refuseFields(changes);
  const { team, states } = await standingOf(client, scope, id);
  const blockers = changes.blockedBy && (await idsOf(client, scope, changes.blockedBy));
  const input = await inputOf(client, team, states, changes);
  if (Object.keys(input).length > 0)
    requireSuccess(await client.ask(UPDATE_ISSUE, { id, input }), 'issueUpdate');
  if (blockers) await setBlockers(client, scope, id, blockers);
}

async function inputOf(
  client: LinearClient,
  team: string,
  states: readonly WorkflowState[],
  { title, description, state, priority, labels }: WorkChanges,
): Promise<Readonly<Record<string, unknown>>> {
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description: description ?? '' }),
    ...(state !== undefined && { stateId: stateNamed(states, state) }),
    ...(priority !== undefined && { priority: linearPriority(priority) }),
    ...(labels !== undefined && { labelIds: await labelIds(client, team, labels) }),
  };
}

function linearPriority(priority: number | null): number {
  if (priority === null) return 0;
  if (Number.isInteger(priority) && priority >= 1 && priority <= 4) return priority;
  throw new PortError({
    code: 'invalid',
    message: `Linear has no priority ${priority}.`,
    nextStep: 'Say 1 (urgent), 2 (high), 3 (medium), 4 (low) or none.',
  });
}

function refuseFields({ fields }: WorkChanges): void {
  const named = Object.entries(fields ?? {}).find(([, value]) => value !== null)?.[0];
  if (named === undefined) return;
  throw new PortError({
    code: 'invalid',
    message: `Linear has no place for the field "${named}".`,
    nextStep: 'Route by a label instead (routes in .symphony/symphony.yaml).',
  });
}

/** Labels of the team or the workspace, by name; those that are not there are made in the team. */
async function labelIds(
  client: LinearClient,
  team: string,
  names: readonly string[],
): Promise<readonly string[]> {
  const wanted = normaliseLabels(names);
  if (wanted.length === 0) return [];
  const filter = {
    or: wanted.map((name) => ({ name: { eqIgnoreCase: name } })),
    and: [{ or: [{ team: { id: { eq: team } } }, { team: { null: true } }] }],
  };
  const found = nodesAt(await client.ask(LABELS, { filter }), 'issueLabels');
  const known = new Map(found.map((label) => [normaliseName(requiredText(label, 'name')), label]));
  const ids: string[] = [];
  for (const name of wanted) {
    const label = known.get(name);
    if (at(label, 'isGroup') === true) throw groupLabel(name);
    ids.push(label === undefined ? await makeLabel(client, team, name) : requiredText(label, 'id'));
  }
  return ids;
}

async function makeLabel(client: LinearClient, teamId: string, name: string): Promise<string> {
  const answer = await client.ask(CREATE_LABEL, { input: { name, teamId } });
  requireSuccess(answer, 'issueLabelCreate');
  return requiredText(answer, 'issueLabelCreate', 'issueLabel', 'id');
}

const groupLabel = (name: string): PortError =>
  new PortError({
    code: 'invalid',
    message: `"${name}" is a group of labels in Linear, and no issue can carry it.`,
    nextStep: 'Name one of the labels in the group.',
  });

interface Place {
  readonly team: string;
  readonly states: readonly WorkflowState[];
  readonly project: string | null;
}

/** Where new work goes. A project of several teams does not say which: then the team has to be set. */
async function placeFor(client: LinearClient, { project, team }: LinearSettings): Promise<Place> {
  const within = project === null ? null : await projectPlace(client, project);
  const filter = team === null ? { id: { eq: within?.team ?? '' } } : teamFilter(team);
  const [found] = nodesAt(await client.ask(TEAMS, { filter }), 'teams');
  if (found === undefined) throw notThere(`team ${team ?? ''}`);
  return { team: requiredText(found, 'id'), states: statesOf(found), project: within?.id ?? null };
}

async function projectPlace(
  client: LinearClient,
  slug: string,
): Promise<{ id: string; team: string | null }> {
  const [project] = nodesAt(await client.ask(PROJECTS, { filter: projectFilter(slug) }), 'projects');
  if (project === undefined) throw notThere(`project ${slug}`);
  const [team] = nodesAt(project, 'teams');
  return { id: requiredText(project, 'id'), team: textAt(team, 'id') };
}

/** People name issues by identifier (`ENG-12`) or id. */
async function idsOf(
  client: LinearClient,
  _scope: Filter,
  names: readonly string[],
): Promise<readonly ItemId[]> {
  const wanted = [...new Set(names.map((name) => name.trim()))];
  if (wanted.length === 0) return [];
  const filter = { or: wanted.map(named) };
  const found = nodesAt(await client.ask(NAMED_ISSUES, { filter }), 'issues');
  return wanted.map((name) => {
    const issue = found.find((each) =>
      [textAt(each, 'id'), textAt(each, 'identifier')].some((one) => same(one, name)),
    );
    if (issue === undefined) throw notThere(`issue ${name}`);
    return requiredText(issue, 'id');
  });
}

const same = (one: string | null, other: string): boolean =>
  one !== null && normaliseName(one) === normaliseName(other);

function named(name: string): Filter {
  if (isId(name)) return { id: { eq: name } };
  const parts = /^([A-Za-z0-9_]+)-(\d{1,9})$/.exec(name);
  if (!parts) throw notThere(`issue ${name}`);
  return { team: { key: { eqIgnoreCase: parts[1] } }, number: { eq: Number(parts[2]) } };
}

async function setBlockers(
  client: LinearClient,
  scope: Filter,
  id: ItemId,
  wanted: readonly ItemId[],
): Promise<void> {
  const filter = within(scope, { id: { eq: id } });
  const [issue] = nodesAt(await client.ask(RELATIONS, { filter }), 'issues');
  if (issue === undefined) throw unusable(`The issue ${id} went while it was changed.`);
  const present = nodesAt(issue, 'inverseRelations').filter((relation) => at(relation, 'type') === 'blocks');
  const blocking = present.map((relation) => requiredText(relation, 'issue', 'id'));
  for (const relation of present) {
    if (wanted.includes(requiredText(relation, 'issue', 'id'))) continue;
    requireSuccess(
      await client.ask(DELETE_RELATION, { id: requiredText(relation, 'id') }),
      'issueRelationDelete',
    );
  }
  for (const blocker of wanted) if (!blocking.includes(blocker)) await block(client, blocker, id);
}

async function block(client: LinearClient, issueId: ItemId, relatedIssueId: ItemId): Promise<void> {
  const input = { issueId, relatedIssueId, type: 'blocks' };
  requireSuccess(await client.ask(CREATE_RELATION, { input }), 'issueRelationCreate');
}
