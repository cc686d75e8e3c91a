import { type ItemId, PortError, sameState } from '@symphony/domain';
import { at, nodesAt, requiredText, requireSuccess, textAt } from './answer.ts';
import type { LinearClient } from './client.ts';
import { commentId } from './comment-id.ts';
import { COMMENT, CREATE_COMMENT, STANDING, UPDATE_ISSUE } from './documents.ts';
import { notThere } from './fault.ts';
import { type Filter, isId, within } from './scope.ts';

/** Moves an issue to the state of this name in its team's workflow. */
export async function moveIssue(
  client: LinearClient,
  scope: Filter,
  id: ItemId,
  state: string,
): Promise<void> {
  const { current, states } = await standingOf(client, scope, id);
  if (sameState(current, state)) return;
  const stateId = stateNamed(states, state);
  requireSuccess(await client.ask(UPDATE_ISSUE, { id, input: { stateId } }), 'issueUpdate');
}

/** Adds a comment once: of its id, which is made from the key, Linear keeps one only. */
export async function commentOnce(
  client: LinearClient,
  scope: Filter,
  issueId: ItemId,
  key: string,
  body: string,
): Promise<void> {
  const id = commentId(issueId, key);
  if (await isThere(client, scope, issueId, id)) return;
  try {
    requireSuccess(await client.ask(CREATE_COMMENT, { input: { id, issueId, body } }), 'commentCreate');
  } catch (error) {
    // Somebody may have been faster, or the answer alone was lost. Looking costs little; guessing is wrong.
    const written = await isThere(client, scope, issueId, id).catch(() => false);
    if (!written) throw error;
  }
}

async function isThere(
  client: LinearClient,
  scope: Filter,
  issue: ItemId,
  comment: string,
): Promise<boolean> {
  const filter = within(scope, { id: { eq: known(issue) } });
  const [found] = nodesAt(await client.ask(COMMENT, { filter, comment }), 'issues');
  if (found === undefined) throw notThere(`issue ${issue}`);
  return nodesAt(found, 'comments').length > 0;
}

export interface WorkflowState {
  readonly id: string;
  readonly name: string;
  readonly type: string | null;
  readonly position: number;
}

export interface Standing {
  readonly current: string;
  readonly team: string;
  readonly states: readonly WorkflowState[];
}

export async function standingOf(client: LinearClient, scope: Filter, id: ItemId): Promise<Standing> {
  const filter = within(scope, { id: { eq: known(id) } });
  const [issue] = nodesAt(await client.ask(STANDING, { filter }), 'issues');
  if (issue === undefined) throw notThere(`issue ${id}`);
  return {
    current: requiredText(issue, 'state', 'name'),
    team: requiredText(issue, 'team', 'id'),
    states: statesOf(at(issue, 'team')),
  };
}

export function statesOf(team: unknown): readonly WorkflowState[] {
  return nodesAt(team, 'states').map((state) => {
    const position = at(state, 'position');
    return {
      id: requiredText(state, 'id'),
      name: requiredText(state, 'name'),
      type: textAt(state, 'type'),
      position: typeof position === 'number' ? position : 0,
    };
  });
}

export function stateNamed(states: readonly WorkflowState[], name: string): string {
  const found = states.find((state) => sameState(state.name, name));
  if (found) return found.id;
  throw new PortError({
    code: 'invalid',
    message: `The team has no state "${name}"; its states are ${states.map((state) => state.name).join(', ')}.`,
    nextStep: "Name one of them, or add the state to the team's workflow in Linear.",
  });
}

/** Linear refuses a question about what has not the form of an id: it is of no issue. */
function known(id: ItemId): ItemId {
  if (!isId(id)) throw notThere(`issue ${id}`);
  return id;
}
