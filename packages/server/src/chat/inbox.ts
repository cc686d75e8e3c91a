import type { ChatVerdict, Json, QuestionView } from '@symphony/domain';
import { RequestError } from '@symphony/protocol';
import { type AskedInChat, wantsOf } from './questions.ts';

/** What may be answered in the inbox, in the words agents' permissions are answered with. */
const VERDICTS: ReadonlyMap<string, ChatVerdict> = new Map([
  ['allow', 'once'],
  ['always', 'always'],
  ['deny', 'no'],
]);

/** What a chat asks, as the inbox shows it: all of what would be done, because a person answers for what they allow. */
export function inboxQuestion(
  { chat, title, session, askedAt, question }: AskedInChat,
  redact: (text: string) => string,
): QuestionView {
  const { id, tool, text, input, permissions } = question;
  const whole = redact(inputWords(input));
  return {
    item: chat,
    title,
    run: session,
    askedAt,
    question: {
      id,
      text: `${text} ${whole}`,
      choices: [...VERDICTS.keys()],
      defaultAnswer: null,
      defaultAfterMs: null,
      permission: { id, tool, summary: `it may ${wantsOf(permissions)}`, command: whole, paths: [] },
    },
  };
}

/** A command alone is read more easily than the JSON it came in. */
function inputWords(input: Json): string {
  if (typeof input === 'object' && input !== null && !Array.isArray(input)) {
    const [[name, value] = [], ...more] = Object.entries(input);
    if (name === 'command' && typeof value === 'string' && more.length === 0) return value;
  }
  return JSON.stringify(input);
}

/** Throws RequestError for words that say neither yes nor no: nothing is allowed by mistake. */
export function verdictIn(text: string): ChatVerdict {
  const verdict = VERDICTS.get(text.trim().toLowerCase());
  if (verdict) return verdict;
  throw new RequestError(
    'invalid',
    `A chat's question is not answered by “${text.trim().slice(0, 60)}”.`,
    `Answer ${[...VERDICTS.keys()].join(', ')}.`,
  );
}
