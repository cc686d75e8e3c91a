import type { JournalEntry } from '../ports/journal.ts';
import type { ModelUsage } from '../ports/model.ts';
import type { ChatCost, ChatId, ChatRequest, ChatStep, ChatView } from './chat.ts';
import type { RuntimeEvent } from './event.ts';
import type { ExecutionPlan, StepStatus } from './plan.ts';

/** A chat as its entries tell it: every face folds the same way, from the journal or from the stream. */

const NO_COST: ChatCost = { usd: 0, inputTokens: 0, outputTokens: 0, modelCalls: 0, toolCalls: 0 };

export const emptyChat = (id: ChatId): ChatView => ({
  id,
  title: '',
  seq: 0,
  startedAt: 0,
  lastAt: 0,
  requests: [],
  cost: NO_COST,
});

/** An entry that is in it already changes nothing. */
export function foldChat(chat: ChatView, entry: JournalEntry): ChatView {
  if (entry.seq <= chat.seq) return chat;
  const at = chat.requests.findLastIndex(({ session }) => session === entry.session);
  const before = chat.requests[at];
  const { event } = entry;
  const heard = { ...chat, seq: entry.seq, lastAt: entry.at };
  if (before === undefined) {
    if (event.type !== 'began') return heard;
    const request = newRequest(entry, event);
    return {
      ...heard,
      title: chat.requests.length === 0 ? chatTitle(event.task) : chat.title,
      startedAt: chat.requests.length === 0 ? entry.at : chat.startedAt,
      requests: [...chat.requests, request],
    };
  }
  const request = foldRequest(before, entry);
  const cost = event.type === 'model-called' ? charge(chat.cost, event.usage) : chat.cost;
  const tools = event.type === 'tool-ended' ? 1 : 0;
  return {
    ...heard,
    cost: { ...cost, toolCalls: cost.toolCalls + tools },
    requests: chat.requests.with(at, request),
  };
}

export const foldChatEntries = (chat: ChatView, entries: readonly JournalEntry[]): ChatView =>
  entries.reduce(foldChat, chat);

const LONGEST_TITLE = 80;

/** The first line of what was asked first, short enough for a list. */
export function chatTitle(task: string): string {
  const line = task.trim().split('\n')[0]?.trim() ?? '';
  return line.length <= LONGEST_TITLE ? line : `${line.slice(0, LONGEST_TITLE - 1).trimEnd()}…`;
}

const newRequest = (
  { session, at }: JournalEntry,
  { task, attached = [] }: Extract<RuntimeEvent, { type: 'began' }>,
): ChatRequest => ({
  session,
  at,
  text: task,
  attached: attached.map(({ name }) => name),
  state: 'working',
  endedAt: null,
  route: null,
  complexity: null,
  mode: null,
  steps: [],
  plan: null,
  reflections: [],
  questions: [],
  answer: '',
  error: null,
  cost: NO_COST,
});

function foldRequest(request: ChatRequest, { at, event }: JournalEntry): ChatRequest {
  const step = (made: ChatStep): ChatRequest => ({ ...request, steps: [...request.steps, made] });
  const note = (text: string): ChatRequest => step({ kind: 'note', at, text });
  switch (event.type) {
    case 'routed':
      return { ...request, route: event.decision };
    case 'assessed':
      return { ...request, complexity: event.complexity };
    case 'turn':
      return event.turn.role === 'user' ? request : step({ kind: 'said', at, turn: event.turn });
    case 'model-called':
      return { ...request, cost: charge(request.cost, event.usage) };
    case 'tool-started': {
      const { id, tool, input, step: planned = null } = event;
      return step({ kind: 'tool', at, id, tool, input, step: planned, result: null });
    }
    case 'tool-ended':
      return {
        ...request,
        steps: request.steps.map((each) =>
          each.kind === 'tool' && each.id === event.id && each.result === null
            ? { ...each, result: event.result }
            : each,
        ),
        questions: request.questions.filter(({ id }) => id !== event.id),
        cost: { ...request.cost, toolCalls: request.cost.toolCalls + 1 },
      };
    case 'planned':
      return { ...(event.degraded === undefined ? request : note(event.degraded)), plan: event.plan };
    case 'replanned':
      return { ...note(`The plan was changed: ${event.reason}`), plan: event.plan };
    case 'step':
      return { ...request, plan: request.plan && stepped(request.plan, event.step, event.to, event.reason) };
    case 'reflected':
      return { ...request, reflections: [...request.reflections, event.reflection] };
    case 'adapted':
      return note(event.what);
    case 'compacted':
      return note(`${event.turns} earlier turns were summed up to make room.`);
    case 'asked':
      return { ...request, questions: [...request.questions, event.question] };
    case 'answered':
      return { ...request, questions: request.questions.filter(({ id }) => id !== event.question) };
    case 'stopped':
      return { ...request, state: 'stopped', questions: [] };
    case 'ended':
      return {
        ...request,
        state: event.outcome.success ? 'done' : request.state === 'stopped' ? 'stopped' : 'failed',
        endedAt: at,
        mode: event.mode,
        answer: event.outcome.answer,
        error: event.outcome.error ?? null,
        questions: [],
      };
    default:
      return request;
  }
}

const stepped = (plan: ExecutionPlan, number: number, to: StepStatus, reason: string): ExecutionPlan => ({
  ...plan,
  steps: plan.steps.map((each) =>
    each.stepNumber === number
      ? { ...each, status: to, ...(to === 'failed' || to === 'skipped' ? { error: reason } : {}) }
      : each,
  ),
});

/** An unknown price makes the sum unknown for good. */
const charge = (cost: ChatCost, { usd, inputTokens, outputTokens }: ModelUsage): ChatCost => ({
  ...cost,
  usd: usd === null || cost.usd === null ? null : cost.usd + usd,
  inputTokens: cost.inputTokens + inputTokens,
  outputTokens: cost.outputTokens + outputTokens,
  modelCalls: cost.modelCalls + 1,
});
