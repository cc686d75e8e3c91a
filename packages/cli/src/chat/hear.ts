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
 * Hears one request to its end and answers with how it ended. `ask` is called whenever a tool asks, also when it asks
 * the same again, but for one question at a time: there is one person, and one keyboard. It never rejects.
 */
export async function hearRequest(
  client: ChatClient,
  hearing: Hearing,
  voice: Voice,
  ask: (question: ChatQuestion) => Promise<void>,
): Promise<{ readonly request: ChatRequest; readonly chat: ChatView }> {
  let chat = hearing.before ?? emptyChat(hearing.chat);
  const ours = (): ChatRequest | undefined =>
    chat.requests.find(({ session }) => session === hearing.session);
  const isOpen = ({ id }: ChatQuestion): boolean =>
    ours()?.questions.some((question) => question.id === id) === true;
  let asking = Promise.resolve();
  for await (const batch of client.chat(hearing.chat, hearing.after)) {
    chat = foldChatEntries(chat, batch.entries);
    voice.hear(batch, chat);
    for (const { session, event } of batch.entries) {
      if (session !== hearing.session || event.type !== 'asked') continue;
      // Somebody else may have answered by the time it is its turn.
      asking = asking.then(() => (isOpen(event.question) ? ask(event.question) : undefined));
    }
    const request = ours();
    if (request && request.endedAt !== null) return { request, chat };
  }
  throw new Complaint('The chat ended before it was answered.', 'Ask again; what was said is kept.');
}
