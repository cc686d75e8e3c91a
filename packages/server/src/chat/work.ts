import type { ChatRequest, ChatView } from '@symphony/domain';
import { type OperatorCommand, RequestError } from '@symphony/protocol';
import type { ChatWork } from './index.ts';

const LONGEST = 20_000;

/** The command that makes a work item or a mission of what was talked about. */
export function workOf(
  command: ChatWork,
  chat: ChatView,
): Extract<OperatorCommand, { name: 'add' | 'mission-plan' }> {
  const { by } = command;
  if (command.name === 'chat-mission')
    return {
      name: 'mission-plan',
      mission: command.mission,
      request: textOf(chat.requests),
      phases: null,
      player: null,
      by,
    };
  const requests =
    command.session === null
      ? chat.requests
      : chat.requests.filter(({ session }) => session === command.session);
  const [first] = requests;
  if (!first)
    throw new RequestError('missing', `There is no request ${command.session} in ${chat.id}.`, null);
  const title = command.title ?? (command.session === null ? chat.title : firstLine(first.text));
  return { name: 'add', title, description: `${textOf(requests)}\n\nFrom chat ${chat.id}.`, by };
}

const firstLine = (text: string): string => (text.trim().split('\n')[0] ?? '').slice(0, 200);

/** What was asked and what came out of it; of a very long chat the end, which is what it came to. */
function textOf(requests: readonly ChatRequest[]): string {
  const parts = requests.map(({ text, answer }) =>
    answer === '' ? text.trim() : `${text.trim()}\n\n> ${answer.trim().replaceAll('\n', '\n> ')}`,
  );
  const whole = parts.join('\n\n');
  return whole.length <= LONGEST ? whole : `…${whole.slice(-LONGEST)}`;
}
