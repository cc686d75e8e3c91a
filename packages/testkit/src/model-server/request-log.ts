import type { IncomingHttpHeaders } from 'node:http';
import type { Usage } from '@symphony/domain';
import type { Answer, Question } from './answer.ts';
import { isSideCall, stepOf, userTexts } from './conversation.ts';
import { usageOf } from './reply.ts';
import type { WireName } from './wire.ts';

/** What a test can see of a request. */
export interface ModelRequest {
  readonly method: string;
  readonly path: string;
  readonly scenario: string;
  /** Null: nothing that a model is asked by. */
  readonly wire: WireName | null;
  /** The agent's own business: a title, a router. */
  readonly side: boolean;
  readonly step: number;
  readonly tools: readonly string[];
  /** Keys and tokens are blanked. */
  readonly headers: Readonly<Record<string, string>>;
  /** What people said in it so far, oldest first: after a resume the earlier turns are there. */
  readonly userTexts: readonly string[];
  readonly lastUserText: string;
  readonly bytes: number;
  /** `text`, `call:<tool>`, `side`, the name of a fault, or `unknown`. */
  readonly answer: string;
  /** What the answer said was used. */
  readonly usage: Omit<Usage, 'usd'> | null;
}

const SECRET = /authorization|api-key|token|cookie/i;

export function noteOf(heard: {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: number;
  readonly question: Question | null;
  readonly answer: Answer | null;
}): ModelRequest {
  const { method, path, bytes, question, answer } = heard;
  const texts = question ? userTexts(question.conversation) : [];
  return {
    method,
    path,
    scenario: path.split('/')[1] ?? '',
    wire: question?.wire.name ?? null,
    side: question !== null && isSideCall(question.conversation),
    step: question ? stepOf(question.conversation) : 0,
    tools: question?.conversation.tools.map(({ name }) => name) ?? [],
    headers: withoutSecrets(heard.headers),
    userTexts: texts,
    lastUserText: texts.at(-1) ?? '',
    bytes,
    answer: question && answer ? nameOf(question, answer) : 'unknown',
    usage: answer?.kind === 'reply' ? usageOf(answer.reply.tokens) : null,
  };
}

function nameOf({ conversation }: Question, answer: Answer): string {
  if (answer.kind === 'refuse' || answer.kind === 'spoil') return answer.fault;
  if (answer.kind !== 'reply') return answer.kind;
  if (isSideCall(conversation)) return 'side';
  return answer.reply.call ? `call:${answer.reply.call.tool.name}` : 'text';
}

const withoutSecrets = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, SECRET.test(name) ? '…' : String(value)]),
  );
