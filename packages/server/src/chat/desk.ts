import { PortError } from '@symphony/domain';
import { type ConductorClient, RequestError } from '@symphony/protocol';
import { inWords } from '../control/answer-error.ts';
import { openOffline } from '../offline.ts';
import { openBoardOf, openProjectArtifacts } from '../project.ts';
import type { Workplace } from '../workplace.ts';
import { type ChatCommand, type ChatQueries, type ChatWork, isChatCommand, isChatWork } from './index.ts';
import { openChatsHere } from './offline.ts';

/** What a chat needs of a conductor. */
export type ChatDesk = Pick<ConductorClient, 'ask' | 'chat' | 'command' | 'close'>;

/** Chats where no conductor runs. Where nothing was ever played there is no log either, and a chat needs none. */
export async function openChatDesk(workplace: Workplace): Promise<ChatDesk> {
  try {
    return await openOffline(workplace);
  } catch (error) {
    if (!(error instanceof RequestError) || error.code !== 'missing') throw error;
    return withoutLog(workplace);
  }
}

async function withoutLog(workplace: Workplace): Promise<ChatDesk> {
  const artifacts = await openProjectArtifacts(workplace);
  const chats = await openChatsHere(workplace, async () => artifacts);
  const rethrow = (error: unknown): never => {
    throw inWords(error);
  };
  return {
    async ask(query, params) {
      const asked = chats.queries[query as keyof ChatQueries] as
        | ((given: typeof params) => Promise<never>)
        | undefined;
      if (!asked) throw nothingPlayed();
      return asked(params).catch(rethrow);
    },
    chat: (id, after) => chats.follow(id, after),
    async command(command) {
      if (isChatCommand(command)) return chats.command(command as ChatCommand).catch(rethrow);
      if (!isChatWork(command)) throw nothingPlayed();
      const work = await chats.workOf(command as ChatWork).catch(rethrow);
      if (work.name !== 'add') throw nothingPlayed();
      try {
        const { title, description } = work;
        const board = await openBoardOf(workplace);
        const { identifier } = await board.add({ title, ...(description ? { description } : {}) });
        return { accepted: true, item: identifier, message: `${identifier} is on the board.` };
      } catch (error) {
        if (error instanceof PortError) throw inWords(error);
        throw error;
      }
    },
    async close() {
      await chats.close();
      artifacts.close();
    },
  };
}

const nothingPlayed = (): RequestError =>
  new RequestError(
    'missing',
    'Nothing has been played in this repository yet.',
    'Start with `symphony up`, then ask again.',
  );
