import type { ChatBatch, ChatId, QuestionView } from '@symphony/domain';
import type { CommandAnswer, OperatorCommand } from '@symphony/protocol';
import type { Handlers } from '../workbench/queries/index.ts';
import { stopping } from './stopping.ts';

/** What is said in chats and nowhere else. */
export type ChatCommand = Extract<
  OperatorCommand,
  { name: 'chat-send' | 'chat-stop' | 'chat-answer' | 'chat-rename' }
>;

/** What makes work of a chat: it becomes a command that others know. */
export type ChatWork = Extract<OperatorCommand, { name: 'chat-item' | 'chat-mission' }>;

export const isChatCommand = ({ name }: OperatorCommand): boolean =>
  name === 'chat-send' || name === 'chat-stop' || name === 'chat-answer' || name === 'chat-rename';

export const isChatWork = ({ name }: OperatorCommand): boolean =>
  name === 'chat-item' || name === 'chat-mission';

export type ChatQueries = Pick<Handlers, 'chats' | 'chat' | 'chat-export' | 'runtime' | 'runtime-stats'>;

/** All chats of a repository, as its faces see them. Everything rejects with RequestError or PortError. */
export interface Chats {
  readonly queries: ChatQueries;
  command(command: ChatCommand): Promise<CommandAnswer>;
  /** The command that makes work of a chat. */
  workOf(command: ChatWork): Promise<Extract<OperatorCommand, { name: 'add' | 'mission-plan' }>>;
  follow(id: ChatId, after: number): AsyncIterable<ChatBatch>;
  /** What waits for a person now, as the inbox shows it. */
  asking(): readonly QuestionView[];
  /** Stops what is played, waits for it, and closes the store. */
  close(): Promise<void>;
}

/** Opened when somebody first speaks of chats: models, tools and the store cost more than most commands do. */
export function chatsOnDemand(open: () => Promise<Chats>): Chats & { opened(): Promise<Chats | null> } {
  let opening: Promise<Chats> | null = null;
  let there: Chats | null = null;
  let closed = false;
  const chats = (): Promise<Chats> => {
    if (closed) return Promise.reject(stopping());
    opening ??= open().then(
      (made) => (there = made),
      (error: unknown) => {
        opening = null; // what kept it from opening may be mended: the next one tries again
        throw error;
      },
    );
    return opening;
  };
  const opened = async (): Promise<Chats | null> => opening?.catch(() => null) ?? null; // told to whoever asked
  return {
    queries: {
      chats: async (params) => (await chats()).queries.chats(params),
      chat: async (params) => (await chats()).queries.chat(params),
      'chat-export': async (params) => (await chats()).queries['chat-export'](params),
      runtime: async (params) => (await chats()).queries.runtime(params),
      'runtime-stats': async (params) => (await chats()).queries['runtime-stats'](params),
    },
    command: async (command) => (await chats()).command(command),
    workOf: async (command) => (await chats()).workOf(command),
    // Where nobody has spoken of chats yet nothing is played, and nothing asks.
    asking: () => there?.asking() ?? [],
    follow: (id, after) => later(async () => (await chats()).follow(id, after)),
    async close() {
      closed = true;
      await (await opened())?.close();
    },
    opened,
  };
}

/** A stream that has to be opened first; it can be left meanwhile. */
function later<T>(open: () => Promise<AsyncIterable<T>>): AsyncIterableIterator<T, undefined> {
  let values: AsyncIterator<T> | null = null;
  let left = false;
  const over = { done: true, value: undefined } as const;
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      values ??= (await open())[Symbol.asyncIterator]();
      if (left) await values.return?.();
      const next = left ? over : await values.next();
      return next.done === true ? over : next;
    },
    async return() {
      left = true;
      await values?.return?.();
      return over;
    },
  };
}
