import type { AgentEvent, AgentQuestion, PermissionRequest } from '@symphony/domain';
import { pathsOf, summarise, toolOf } from './tool-words.ts';
import { type Fields, leaveGiven, listOf, type ToClaude, textOf } from './wire.ts';

/**
 * What Claude Code waits for an answer to. A tool that needs leave comes as `can_use_tool`; so do its
 * questions to a person, as the tool `AskUserQuestion`, which is answered by allowing it with the
 * answers put into its input. One such request may hold several questions: it is answered when all are.
 */
export type Ask =
  | { readonly kind: 'permission'; readonly input: Fields }
  | {
      readonly kind: 'questions';
      readonly input: Fields;
      readonly questions: readonly { readonly id: string; readonly text: string }[];
      readonly answers: Readonly<Record<string, string>>;
    };

/** By the id of the request. */
export type Asks = ReadonlyMap<string, Ask>;

export interface Asked {
  readonly asks: Asks;
  readonly events: readonly AgentEvent[];
}

const DENIED = 'This was not allowed. Go on without it, or end the turn and say what you need it for.';

export function readAsk(asks: Asks, request: string, asked: Fields, cwd: string): Asked {
  const { name, input } = toolOf(asked);
  const questions = name === 'AskUserQuestion' ? questionsOf(request, input) : [];
  if (questions.length > 0) {
    const ask: Ask = {
      kind: 'questions',
      input,
      questions: questions.map(({ key, question }) => ({ id: question.id, text: key })),
      answers: {},
    };
    return {
      asks: new Map(asks).set(request, ask),
      events: questions.map(({ question }) => ({ type: 'question', question })),
    };
  }
  const permission: PermissionRequest = {
    id: request,
    tool: name,
    summary: summarise(name, input, cwd),
    command: textOf(input.command),
    paths: pathsOf(input, cwd),
  };
  return {
    asks: new Map(asks).set(request, { kind: 'permission', input }),
    events: [{ type: 'permission', request: permission }],
  };
}

function questionsOf(request: string, input: Fields): { key: string; question: AgentQuestion }[] {
  const all = listOf(input.questions).filter((each) => textOf(each.question) !== null);
  return all.map((each, index) => {
    const key = textOf(each.question) as string;
    const options = listOf(each.options).filter((option) => textOf(option.label) !== null);
    const described = options
      .filter((option) => textOf(option.description))
      .map((option) => `- ${String(option.label)}: ${String(option.description)}`);
    const several = each.multiSelect === true ? ' (several may be chosen, with commas between them)' : '';
    return {
      key,
      question: {
        id: all.length === 1 ? request : `${request}#${index + 1}`,
        text: [`${key}${several}`, ...described].join('\n'),
        choices: options.map((option) => String(option.label)),
        defaultAnswer: null,
        defaultAfterMs: null,
      },
    };
  });
}

export interface Answered {
  readonly asks: Asks;
  /** Null while another question of the same request is open, or when nobody waits for this answer. */
  readonly reply: ToClaude | null;
}

export function giveAnswer(asks: Asks, id: string, text: string): Answered {
  const request = id.split('#')[0] as string;
  const ask = asks.get(request);
  if (!ask) return { asks, reply: null };
  if (ask.kind === 'permission') return closed(asks, request, permissionReply(request, ask.input, text));

  const question = ask.questions.find((each) => each.id === id);
  if (!question || question.text in ask.answers) return { asks, reply: null };
  const answers = { ...ask.answers, [question.text]: text };
  if (ask.questions.some((each) => !(each.text in answers)))
    return { asks: new Map(asks).set(request, { ...ask, answers }), reply: null };
  return closed(
    asks,
    request,
    leaveGiven(request, { behavior: 'allow', updatedInput: { ...ask.input, answers } }),
  );
}

function closed(asks: Asks, request: string, reply: ToClaude): Answered {
  return { asks: without(asks, request), reply };
}

const permissionReply = (request: string, input: Fields, text: string): ToClaude =>
  leaveGiven(
    request,
    text === 'allow' ? { behavior: 'allow', updatedInput: input } : { behavior: 'deny', message: DENIED },
  );

/** The agent no longer waits for this request. */
export function withdraw(asks: Asks, request: string): Asked {
  const ask = asks.get(request);
  if (!ask) return { asks, events: [] };
  const open =
    ask.kind === 'permission'
      ? [request]
      : ask.questions.filter((each) => !(each.text in ask.answers)).map((each) => each.id);
  return { asks: without(asks, request), events: open.map((id) => ({ type: 'withdrawn', id })) };
}

function without(asks: Asks, request: string): Asks {
  const left = new Map(asks);
  left.delete(request);
  return left;
}
