import type { AgentEvent } from '@symphony/domain';
import { unrecognised } from '../program/index.ts';
import { readAsk, withdraw } from './asking.ts';
import { readEnding } from './ending.ts';
import { readLimits } from './limits.ts';
import { betweenTurns, type Memory, type Translation, tellUsage } from './memory.ts';
import { meterStream, settle } from './meter.ts';
import { readAssistant, readUser } from './speech.ts';
import { type Fields, fieldsOf, requestRefused, textOf } from './wire.ts';

/** One line of Claude Code in, what it means out. */
export function translate(memory: Memory, said: Fields): Translation {
  switch (said.type) {
    case 'stream_event':
      return onStream(memory, said);
    case 'assistant':
      return readAssistant(memory, said);
    case 'user':
      return readUser(memory, said);
    case 'system':
      return onSystem(memory, said);
    case 'result':
      return onResult(memory, said);
    case 'rate_limit_event':
      return onLimits(memory, said);
    case 'control_request':
      return onRequest(memory, said);
    case 'control_cancel_request': {
      const { asks, events } = withdraw(memory.asks, textOf(said.request_id) ?? '');
      return { memory: { ...memory, asks }, events };
    }
    default:
      return HARMLESS.has(said.type) ? nothing(memory) : unknown(memory, said);
  }
}

/** Chatter that tells a person nothing: answers to our own requests, signs of life, decorations of a screen. */
const HARMLESS: ReadonlySet<unknown> = new Set([
  'control_response',
  'keep_alive',
  'tool_progress',
  'tool_use_summary',
  'prompt_suggestion',
  'auth_status',
]);

const HARMLESS_SYSTEM: ReadonlySet<unknown> = new Set([
  'vcs_state_changed',
  'status',
  'thinking_tokens',
  'permission_denied', // the tool's result says it too
  'task_started',
  'task_progress',
  'task_updated',
  'task_notification',
  'background_tasks_changed',
  'hook_started',
  'hook_progress',
  'hook_response',
  'compact_boundary',
  'microcompact_boundary',
  'files_persisted',
  'session_state_changed',
  'local_command_output',
]);

const nothing = (memory: Memory): Translation => ({ memory, events: [] });

const unknown = (memory: Memory, said: Fields): Translation => ({
  memory,
  events: [unrecognised(JSON.stringify(said))],
});

/** Its pieces of text come again as a whole; only what it tells of usage is taken from the stream. */
function onStream(memory: Memory, said: Fields): Translation {
  const meter = meterStream(memory.meter, said);
  if (meter === memory.meter) return nothing(memory);
  const ended = fieldsOf(said.event)?.type === 'message_delta';
  return ended ? tellUsage(memory, meter) : { memory: { ...memory, meter }, events: [] };
}

function onSystem(memory: Memory, said: Fields): Translation {
  if (said.subtype === 'init') {
    const version = textOf(said.claude_code_version);
    const model = textOf(said.model);
    return {
      memory: { ...memory, cwd: textOf(said.cwd) ?? memory.cwd },
      events: [],
      introduction: {
        session: textOf(said.session_id),
        ...(version === null ? {} : { version }),
        ...(model === null ? {} : { model }),
      },
    };
  }
  if (said.subtype === 'api_retry') {
    const { attempt, max_retries, error_status, error } = said;
    const cause = error_status === null || error_status === undefined ? 'no answer' : String(error_status);
    const reason = `The model call failed (${cause}, ${textOf(error) ?? 'unknown'}); try ${attempt} of ${max_retries} follows.`;
    return { memory, events: [{ type: 'retrying', reason }] };
  }
  return HARMLESS_SYSTEM.has(said.subtype) ? nothing(memory) : unknown(memory, said);
}

function onLimits(memory: Memory, said: Fields): Translation {
  const event = readLimits(said);
  if (!event) return nothing(memory);
  return { memory: { ...memory, limited: memory.limited || event.type === 'limited' }, events: [event] };
}

function onRequest(memory: Memory, said: Fields): Translation {
  const id = textOf(said.request_id);
  const request = fieldsOf(said.request);
  if (id === null || !request) return unknown(memory, said);
  if (request.subtype !== 'can_use_tool')
    return {
      ...unknown(memory, said),
      reply: requestRefused(id, `${String(request.subtype)} is not offered here`),
    };
  const { asks, events } = readAsk(memory.asks, id, request, memory.cwd);
  return { memory: { ...memory, asks }, events };
}

function onResult(memory: Memory, said: Fields): Translation {
  const used = tellUsage(memory, settle(memory.meter, said));
  const ending = readEnding(said, memory);
  const refused = ending.status === 'failed' && ending.fault === 'limit' && !memory.limited;
  const events: AgentEvent[] = [
    ...[...memory.asks.keys()].flatMap((request) => withdraw(memory.asks, request).events),
    ...[...memory.tools].map(
      (id) => ({ type: 'tool-ended', id, ok: false, summary: 'did not end' }) as const,
    ),
    ...used.events,
    ...(refused ? [{ type: 'limited', until: null, message: ending.message } as const] : []),
    ending,
  ];
  return { memory: betweenTurns(used.memory), events };
}
