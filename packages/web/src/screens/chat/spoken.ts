import { plainLine } from '../../ui/plain-text.ts';
import { standingOf, type ToldChat } from './told-chat.ts';

/** A screen reader is told no more at once: the rest can be read in its place. */
const MOST = 600;

/**
 * What is read aloud of a chat: that it is being answered, what it asks, and the answer when it is whole. A text that
 * grows word by word would be begun again with every word.
 */
export function spokenOf({ chat, playing }: ToldChat): string {
  const request = chat.requests.at(-1);
  if (!request) return '';
  const [question] = request.questions;
  if (question && request.session === playing) return plainLine(`Symphony asks: ${question.text}`, MOST);
  switch (standingOf(request, playing)) {
    case 'working':
      return 'Symphony is answering.';
    case 'done':
      return plainLine(request.answer, MOST);
    case 'failed':
      return plainLine(`It failed: ${request.error ?? 'no reason is given'}. ${request.answer}`, MOST);
    case 'stopped':
      return 'It was stopped.';
    case 'interrupted':
      return 'It was cut off before it had answered.';
  }
}
