import type { ChatView, ModelMessage } from '@symphony/domain';

/** About a quarter of what a usual model can take in. */
const CHARACTERS = 120_000;

/** What was said before, as a model is told of it: the newest that fits, whole requests only. */
export function historyOf({ requests }: Pick<ChatView, 'requests'>): readonly ModelMessage[] {
  const told: ModelMessage[] = [];
  let room = CHARACTERS;
  for (const { text, answer, error } of requests.toReversed()) {
    const said = answer !== '' ? answer : error !== null ? `(It could not be answered: ${error})` : '';
    room -= text.length + said.length;
    if (room < 0) break;
    if (said !== '') told.unshift({ role: 'assistant', text: said });
    told.unshift({ role: 'user', text });
  }
  return told;
}
