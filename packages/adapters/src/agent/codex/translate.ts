import type { AgentEvent, Instant } from '@symphony/domain';
import { type Introduction, unrecognised } from '../program/index.ts';
import { brief } from './brief.ts';
import { CHATTER } from './chatter.ts';
import { type CodexFailure, readFailure } from './faults.ts';
import { readOutcome, readTool } from './items.ts';
import { mergeWindows, readWindows } from './limits.ts';
import { type Memory, type Translation, without } from './memory.ts';
import { endTurn } from './turn-end.ts';
import { countUsage, usageOf } from './usage.ts';
import { type CodexNotification, type Fields, fieldsOf, listOf, textOf, textsOf } from './wire.ts';

/** Signs that the model has answered: what was tried again has worked. */
const PROGRESS = /^(item|turn)\/|^thread\/tokenUsage/;

/** One notification of codex in, what it means out. Nothing is done here. */
export function translate(before: Memory, notification: CodexNotification, now: Instant): Translation {
  const answered = before.retrying !== null && PROGRESS.test(notification.method);
  return interpret(answered ? { ...before, retrying: null } : before, notification, now);
}

function interpret(memory: Memory, notification: CodexNotification, now: Instant): Translation {
  const { method, params } = notification;
  const own = textOf(params.threadId) === memory.thread;
  switch (method) {
    case 'turn/started':
      return own
        ? { memory: { ...memory, turn: textOf(fieldsOf(params.turn).id) }, events: [] }
        : nothing(memory);
    case 'turn/completed':
      return own ? endTurn(memory, fieldsOf(params.turn), now) : nothing(memory);
    case 'item/started':
      return beginItem(memory, fieldsOf(params.item));
    case 'item/completed':
      return endItem(memory, fieldsOf(params.item), own);
    case 'item/agentMessage/delta':
      return own ? keepSaying(memory, params) : nothing(memory);
    case 'turn/plan/updated':
      return own ? { memory, events: [planOf(params)] } : nothing(memory);
    case 'thread/tokenUsage/updated':
      return tellUsage(memory, params, own);
    case 'account/rateLimits/updated':
      return tellLimits(memory, fieldsOf(params.rateLimits));
    case 'model/rerouted':
      return own
        ? { memory: { ...memory, model: textOf(params.toModel) ?? memory.model }, events: [] }
        : nothing(memory);
    case 'error':
      // One that is not tried again is told by the end of the turn.
      return params.willRetry === true ? retry(memory, readFailure(fieldsOf(params.error))) : nothing(memory);
    case 'warning':
    case 'configWarning':
    case 'guardianWarning':
      return warn(memory, textOf(params.message) ?? textOf(params.summary) ?? method);
    case 'mcpServer/startupStatus/updated':
      return params.status === 'failed'
        ? warn(memory, `the MCP server ${textOf(params.name)} could not be used: ${textOf(params.error)}`)
        : nothing(memory);
    default:
      return CHATTER.has(method)
        ? nothing(memory)
        : { memory, events: [unrecognised(JSON.stringify({ method, params }))] };
  }
}

const nothing = (memory: Memory): Translation => ({ memory, events: [] });

const retry = (memory: Memory, failure: CodexFailure): Translation => ({
  memory: { ...memory, retrying: failure },
  events: [{ type: 'retrying', reason: brief(failure.message) }],
});

function beginItem(memory: Memory, item: Fields): Translation {
  const id = textOf(item.id);
  const tool = readTool(item, memory.chamber);
  if (id === null || tool === null || memory.tools.has(id)) return nothing(memory);
  const { name, summary } = tool;
  return {
    memory: { ...memory, tools: new Map(memory.tools).set(id, tool) },
    events: [{ type: 'tool-started', id, name, summary }],
  };
}

function endItem(memory: Memory, item: Fields, own: boolean): Translation {
  const id = textOf(item.id) ?? '';
  // One that is not known was ended with its turn, or was never told to begin.
  if (memory.tools.has(id))
    return {
      memory: { ...memory, tools: without(memory.tools, id) },
      events: [{ type: 'tool-ended', id, ...readOutcome(item) }],
    };
  if (!own) return nothing(memory);
  const events = wordsOf(item);
  return { memory: { ...memory, saying: without(memory.saying, id) }, events };
}

function wordsOf(item: Fields): AgentEvent[] {
  const said = textOf(item.text) ?? '';
  if (item.type === 'reasoning') {
    const summary = textsOf(item.summary);
    const thought = (summary.length > 0 ? summary : textsOf(item.content)).join('\n\n');
    return thought === '' ? [] : [{ type: 'thought', text: brief(thought) }];
  }
  return (item.type === 'agentMessage' || item.type === 'plan') && said !== ''
    ? [{ type: 'message', text: brief(said) }]
    : [];
}

function keepSaying(memory: Memory, params: Fields): Translation {
  const id = textOf(params.itemId) ?? '';
  const said = (memory.saying.get(id) ?? '') + (textOf(params.delta) ?? '');
  return { memory: { ...memory, saying: new Map(memory.saying).set(id, brief(said)) }, events: [] };
}

const planOf = (params: Fields): AgentEvent => ({
  type: 'plan',
  steps: listOf(params.plan).map((each) => {
    const { step, status } = fieldsOf(each);
    return { text: textOf(step) ?? '', done: status === 'completed' };
  }),
});

function tellUsage(memory: Memory, params: Fields, own: boolean): Translation {
  const thread = textOf(params.threadId) ?? '';
  // An agent beside this one was started by a turn of this process.
  const ours = !own || (memory.turn !== null && textOf(params.turnId) === memory.turn);
  const tally = countUsage(memory.tally, thread, fieldsOf(params.tokenUsage), ours);
  const usage = usageOf(tally, memory.model);
  // Without its model it has no price: it waits for the answer that names it.
  const isNews =
    usage !== null &&
    memory.model !== null &&
    (usage.inputTokens !== memory.usage?.inputTokens || usage.outputTokens !== memory.usage?.outputTokens);
  return isNews
    ? { memory: { ...memory, tally, usage }, events: [{ type: 'usage', usage }] }
    : nothing({ ...memory, tally });
}

function tellLimits(memory: Memory, rateLimits: Fields): Translation {
  const windows = mergeWindows(memory.windows, readWindows(rateLimits));
  // It comes with every model call, mostly with nothing new in it.
  if (JSON.stringify(windows) === JSON.stringify(memory.windows)) return nothing(memory);
  return { memory: { ...memory, windows }, events: [{ type: 'limits', windows }] };
}

/** The text of a warning is for people who look for a cause; nothing is decided by it. */
function warn(memory: Memory, text: string): Translation {
  if (memory.warnings.has(text)) return nothing(memory);
  return {
    memory: { ...memory, warnings: new Set(memory.warnings).add(text) },
    events: [unrecognised(`warning: ${text}`)],
  };
}

/** The answer to `thread/start` and `thread/resume`: who will speak, and with which model. */
export function nameThread(memory: Memory, answer: Fields) {
  const said = fieldsOf(answer.thread);
  const thread = textOf(said.id);
  const version = textOf(said.cliVersion);
  const model = textOf(answer.model) ?? textOf(said.model);
  const introduction: Introduction = { ...(version && { version }), ...(model && { model }) };
  return { memory: { ...memory, thread, model }, thread, introduction };
}
