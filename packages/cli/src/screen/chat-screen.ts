import type { ChatCost, ChatHead, ChatRequest, ChatView, ExecutionPlan, RuntimeView } from '@symphony/domain';
import { counted, dayAndTime, duration } from '@symphony/protocol/words';
import { table, wrap } from './columns.ts';
import type { Frame } from './frame.ts';
import { oneLine } from './harmless.ts';

/** Chats as lines. */

export function chatListLines(chats: readonly ChatHead[], { columns, paint }: Frame): string[] {
  if (chats.length === 0) return ['There are no chats yet; begin one with `symphony chat`.'];
  return table(
    chats.map(({ id, title, lastAt, requests, state }) => [
      { text: id, style: 'accent' as const },
      { text: dayAndTime(lastAt), style: 'dim' as const },
      { text: counted(requests, 'request') },
      { text: state === 'idle' ? '' : state, style: 'warn' as const },
      { text: title },
    ]),
    [{ max: 20 }, { max: 19 }, { max: 13, align: 'right' }, { max: 8 }, { max: 'rest' }],
    columns,
    paint,
  );
}

/** What was asked and answered. */
export function chatLines(chat: ChatView, frame: Frame): string[] {
  return chat.requests.flatMap((request) => [...requestLines(request, frame), '']);
}

function requestLines(request: ChatRequest, { columns, paint }: Frame): string[] {
  const files = request.attached.length === 0 ? '' : ` [${request.attached.join(', ')}]`;
  const asked = wrap(`> ${request.text}${files}`, columns).map((line) => paint('strong', line));
  const tools = request.steps.flatMap((step) =>
    step.kind === 'tool'
      ? [
          paint(
            'dim',
            oneLine(
              `· ${step.tool}${step.result && !step.result.success ? ` failed: ${step.result.error}` : ''}`,
            ),
          ),
        ]
      : [],
  );
  const answer = request.answer === '' ? [] : wrap(request.answer, columns);
  const trouble =
    request.state === 'done' || request.state === 'working'
      ? []
      : wrap(oneLine(troubleOf(request)), columns).map((line) => paint('bad', line));
  return [...asked, ...tools, ...answer, ...trouble];
}

/** An answer that was not finished says itself why. */
const troubleOf = ({ state, error, answer }: ChatRequest): string =>
  error === null || answer.includes(error) ? state : `${state}: ${error}`;

const MARKS = { pending: '·', in_progress: '▸', completed: '✓', failed: '✗', skipped: '–' } as const;

export function planLines(plan: ExecutionPlan | null, { columns }: Frame): string[] {
  if (plan === null) return ['There is no plan: it was answered directly.'];
  return plan.steps.flatMap((step) => {
    const needs = step.dependsOn.length === 0 ? '' : ` (after ${step.dependsOn.join(', ')})`;
    const why = step.error === undefined ? '' : `: ${step.error}`;
    return wrap(
      `${MARKS[step.status]} ${step.stepNumber}. ${step.description} — ${step.toolName}${needs}${why}`,
      columns,
    );
  });
}

export function costLines(
  { usd, inputTokens, outputTokens, modelCalls, toolCalls }: ChatCost,
  { columns }: Pick<Frame, 'columns'>,
): string[] {
  const money = usd === null ? 'cost unknown (a model has no known price)' : `$${usd.toFixed(4)}`;
  const tokens = `${inputTokens.toLocaleString('en-US')} tokens in, ${outputTokens.toLocaleString('en-US')} out`;
  const calls = `${counted(modelCalls, 'model call')}, ${counted(toolCalls, 'tool call')}`;
  return wrap(`${money}; ${tokens}; ${calls}`, columns);
}

export function runtimeLines(view: RuntimeView, { columns, paint, now }: Frame): string[] {
  const models = view.models.map(({ tier, model }) => `${tier}: ${model ? model.model : 'none'}`).join(', ');
  const tools = table(
    view.tools.map(({ name, description, asks }) => [
      { text: name, style: 'accent' as const },
      { text: asks ? 'asks you' : '', style: 'warn' as const },
      { text: description },
    ]),
    [{ max: 32 }, { max: 8 }, { max: 'rest' }],
    columns,
    paint,
  );
  const timers = view.timers.map(({ label, dueAt }) =>
    oneLine(`timer: ${label || 'no name'} in ${duration(dueAt - now)}`),
  );
  return [paint('dim', `Models — ${models}`), ...tools, ...timers];
}
