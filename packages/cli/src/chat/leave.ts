import type { ChatId, ChatQuestion, ChatVerdict } from '@symphony/domain';
import { complain } from '../complaint.ts';
import type { Desk } from '../desk.ts';
import { jsonText, oneLine } from '../screen/harmless.ts';
import type { ChatClient } from './reach.ts';

export interface AskedIn {
  readonly desk: Desk;
  readonly client: Pick<ChatClient, 'command'>;
  readonly chat: ChatId;
  /** One line of a person; null when the signal falls before. */
  read(text: string, settled: AbortSignal): Promise<string | null>;
}

/**
 * Asks a person for leave for what a tool wants, all of which is shown, and sends the word on. Never rejects: that it
 * was answered elsewhere meanwhile is told and ends nothing.
 */
export async function askLeave(
  { desk, client, chat, read }: AskedIn,
  { id, text, input }: ChatQuestion,
  settled: AbortSignal,
): Promise<void> {
  const { terminal, person } = desk;
  try {
    terminal.note(terminal.paintError('warn', oneLine(text)));
    terminal.note(`  ${jsonText(input)}`);
    const said = await read('Allow it? [y]es, [a]lways in this chat, [N]o: ', settled);
    if (said === null) return;
    const verdict = verdictOf(said);
    await client.command({ name: 'chat-answer', chat, question: id, verdict, by: person });
  } catch (error) {
    complain(error, terminal);
  }
}

function verdictOf(said: string): ChatVerdict {
  const word = said.trim().toLowerCase();
  if (word === 'y' || word === 'yes') return 'once';
  return word === 'a' || word === 'always' ? 'always' : 'no';
}
