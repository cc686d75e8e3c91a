import type { AgentEvent, AgentQuestion, PermissionRequest } from '@symphony/domain';
import { judgePermission } from '@symphony/domain';
import type { Decision, Setting } from '../decision.ts';
import { type ItemState, questionKey, type RunState } from '../state.ts';

/**
 * What agents ask: leave to do something, or a person's word. The policy answers what it can; the
 * rest goes to the inbox, each with what is answered when nobody does, so that no run waits for ever.
 */

/** Given to an agent whose question nobody answered and that named no answer of its own. */
const NOBODY = 'Nobody answered. Choose what is safest and easiest to undo, and say what you assumed.';

export function permissionAsked(
  out: Decision,
  { settings }: Setting,
  item: ItemState,
  run: RunState,
  request: PermissionRequest,
): void {
  const id = item.tracked.id;
  const confined = (settings.players[run.player]?.sandbox ?? 'off') !== 'off';
  const { verdict, why } = judgePermission(settings.permissions, request, confined);
  if (verdict === 'ask') {
    const question = permissionQuestion(request, settings.inbox);
    out.record({ type: 'question-asked', item: id, run: run.id, question });
    return;
  }
  const { tool, summary } = request;
  out.record({ type: 'permission-judged', item: id, run: run.id, tool, summary, verdict, why });
  out.perform({ type: 'answer-agent', run: run.id, question: request.id, text: verdict });
}

const permissionQuestion = (
  request: PermissionRequest,
  { waitMs, unanswered }: Setting['settings']['inbox'],
): AgentQuestion => ({
  id: request.id,
  text: `May it use ${request.tool}? ${request.summary}`,
  choices: ['allow', 'deny'],
  defaultAnswer: unanswered,
  defaultAfterMs: waitMs,
  permission: request,
});

export function questionAsked(
  out: Decision,
  { settings }: Setting,
  item: ItemState,
  run: RunState,
  asked: AgentQuestion,
): void {
  const question = {
    ...asked,
    defaultAnswer: asked.defaultAnswer ?? NOBODY,
    defaultAfterMs: asked.defaultAfterMs ?? settings.inbox.waitMs,
  };
  out.record({ type: 'question-asked', item: item.tracked.id, run: run.id, question });
}

export function withdrawn(
  out: Decision,
  { state }: Setting,
  item: ItemState,
  run: RunState,
  { id }: AgentEvent & { type: 'withdrawn' },
): void {
  if (!state.questions.has(questionKey(run.id, id))) return;
  out.record({ type: 'question-withdrawn', item: item.tracked.id, run: run.id, question: id });
}
