import {
  type ChatBatch,
  type ChatId,
  type ChatQuestion,
  type ChatRequest,
  type ChatView,
  emptyChat,
  foldChatEntries,
} from '@symphony/domain';
import { Complaint } from '../complaint.ts';
import type { ChatClient } from './reach.ts';

/** Whoever shows what a chat says. */
export interface Voice {
  hear(batch: ChatBatch, chat: ChatView): void;
}

export interface Hearing {
  readonly chat: ChatId;
  readonly session: string;
  readonly after: number;
  readonly before: ChatView | null;
}

/**
 * Hears one request until nothing is played of it any more and answers with how it ended. `ask` is called whenever a
 * tool asks, also when it asks the same again, but for one question at a time: there is one person, and one keyboard.
 * Its signal falls when the question is answered elsewhere or not asked any more. It never rejects.
 */
export async function hearRequest(
  client: ChatClient,
  hearing: Hearing,
  voice: Voice,
  ask: (question: ChatQuestion, settled: AbortSignal) => Promise<void>,
): Promise<{ readonly request: ChatRequest; readonly chat: ChatView }> {
  let chat = hearing.before ?? emptyChat(hearing.chat);
  const ours = (): ChatRequest | undefined =>
    chat.requests.find(({ session }) => session === hearing.session);
  const over = (): ChatRequest | null => {
    const request = ours();
    return request && request.endedAt !== null ? request : null;
  };
  const isOpen = (id: string): boolean => ours()?.questions.some((question) => question.id === id) === true;
  let asking = Promise.resolve();
  let asked = null as { readonly id: string; readonly settled: AbortController } | null;
  const askNow = async (question: ChatQuestion): Promise<void> => {
    // Somebody else may have answered by the time it is its turn.
    if (!isOpen(question.id)) return;
    const settled = new AbortController();
    asked = { id: question.id, settled };
    await ask(question, settled.signal);
    asked = null;
  };
  for await (const batch of client.chat(hearing.chat, hearing.after)) {
    chat = foldChatEntries(chat, batch.entries);
    if (asked && !isOpen(asked.id)) asked.settled.abort();
    voice.hear(batch, chat);
    for (const { session, event } of batch.entries) {
      if (session !== hearing.session || event.type !== 'asked') continue;
      asking = asking.then(() => askNow(event.question));
    }
    // Ended, it is played for another moment, in which nothing else may be asked of the chat.
    if (batch.playing !== hearing.session && over()) break;
  }
  const request = over();
  if (request) return { request, chat };
  throw new Complaint('The chat ended before it was answered.', 'Ask again; what was said is kept.');
}
