import type { Instant, PermissionRequest } from '@symphony/domain';
import { unrecognised } from '../program/index.ts';
import { troubleOfCodex } from './fault.ts';
import type { Reading } from './gauge.ts';
import { followedBy, type Heard, type Memory, type Setting, unchanged, withTally } from './memory.ts';
import { fullStop, hearText } from './speech.ts';
import { nameOf, readToolCall, shellCommand, summaryOf, writtenPaths } from './tool-call.ts';
import { announce, hearTool, refuseTool } from './tools.ts';
import { endTurn, type TurnEnding } from './turn-end.ts';
import { unmeasured } from './usage.ts';
import { amountOf, at, type Fields, fieldsOf, listOf, type RequestId, textOf } from './wire.ts';

/** Everything that is said in a session, by the agent or by us, as far as events come of it. */
export type Said =
  | { readonly type: 'update'; readonly update: Fields; readonly now: Instant }
  | { readonly type: 'permission-asked'; readonly id: RequestId; readonly params: Fields }
  | { readonly type: 'permission-denied'; readonly toolCallId: string }
  | { readonly type: 'interrupted' }
  | { readonly type: 'gauge-read'; readonly reading: Reading }
  /** At the end of a turn the gauge did not tell what was used. */
  | { readonly type: 'gauge-blind' }
  | { readonly type: 'turn-ended'; readonly ending: TurnEnding; readonly now: Instant };

/** One message in, events out. What it does not know is told as `unrecognised`. */
export function translate(memory: Memory, said: Said, setting: Setting): Heard {
  switch (said.type) {
    case 'update':
      return translateUpdate(memory, said.update, setting, said.now);
    case 'permission-asked':
      return askPermission(memory, said.id, said.params, setting);
    case 'permission-denied':
      return unchanged(refuseTool(memory, said.toolCallId));
    case 'interrupted':
      return unchanged({ ...memory, interrupted: true });
    case 'gauge-read':
      return said.reading.usage === null
        ? unchanged(memory)
        : withTally(memory, { ...memory.tally, measured: said.reading.usage }, setting);
    case 'gauge-blind':
      return unchanged({ ...memory, tally: unmeasured(memory.tally) });
    case 'turn-ended':
      return endTurn(memory, said.ending, setting, said.now);
  }
}

/** Lists of commands, modes and settings: long, repeated, and nothing an event could be made of. */
const CHATTER = new Set([
  'user_message_chunk',
  'available_commands_update',
  'current_mode_update',
  'config_option_update',
  'compaction_update',
  'compaction_summary_chunk',
]);

function translateUpdate(memory: Memory, update: Fields, setting: Setting, now: Instant): Heard {
  const { sessionUpdate } = update;
  switch (sessionUpdate) {
    case 'agent_message_chunk':
    case 'agent_thought_chunk':
      return hearText(memory, update, setting);
    case 'tool_call':
    case 'tool_call_update':
      return hearTool(memory, update, setting);
    case 'plan':
      return followedBy(fullStop(memory), (silent) => ({ memory: silent, events: [planOf(update)] }));
    case 'usage_update':
      return hearCost(memory, update, setting);
    case 'session_info_update':
      return hearCodex(memory, at(update, '_meta', 'codex'), now);
    default:
      if (CHATTER.has(textOf(sessionUpdate) ?? '')) return unchanged(memory);
      return { memory, events: [unrecognised(JSON.stringify(update))] };
  }
}

/** The id is made of both ids: an agent's own requests are counted from 0 in every process. */
export const permissionId = (toolCallId: string, id: RequestId): string => `${toolCallId}:${id}`;

function askPermission(memory: Memory, id: RequestId, params: Fields, setting: Setting): Heard {
  const update = fieldsOf(params.toolCall);
  const toolCallId = textOf(update.toolCallId) ?? 'tool';
  return followedBy(announce(memory, { ...update, toolCallId }, setting), (announced) => {
    const call =
      announced.tools.get(toolCallId)?.call ?? readToolCall({ ...update, toolCallId }, setting.cwd);
    if (call === null) return unchanged(announced);
    const request: PermissionRequest = {
      id: permissionId(toolCallId, id),
      tool: nameOf(call),
      summary: summaryOf(call),
      command: shellCommand(call),
      paths: writtenPaths(call),
    };
    return { memory: announced, events: [{ type: 'permission', request }] };
  });
}

const planOf = ({ entries }: Fields) => ({
  type: 'plan' as const,
  steps: listOf(entries).map((entry) => ({
    text: textOf(at(entry, 'content')) ?? '',
    done: at(entry, 'status') === 'completed',
  })),
});

/** The context's size, which comes with it, says nothing about what was used. */
function hearCost(memory: Memory, update: Fields, setting: Setting): Heard {
  const amount = amountOf(at(update, 'cost', 'amount'));
  if (amount === null || amount === 0 || at(update, 'cost', 'currency') !== 'USD') return unchanged(memory);
  return withTally(memory, { ...memory.tally, toldUsd: amount }, setting);
}

/** The bridge of Codex tells here what its answers keep quiet about. */
function hearCodex(memory: Memory, codex: unknown, now: Instant): Heard {
  const error = at(codex, 'error');
  if (error !== undefined && error !== null) {
    const trouble = troubleOfCodex(error, now);
    if (at(error, 'willRetry') !== true) return unchanged({ ...memory, trouble, lost: true });
    return { memory: { ...memory, trouble }, events: [{ type: 'retrying', reason: trouble.message }] };
  }
  const status = at(codex, 'threadStatus', 'type');
  if (status === 'systemError') return unchanged({ ...memory, lost: true });
  return unchanged(memory);
}
