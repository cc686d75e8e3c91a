import type { ConductorClient } from '@symphony/protocol';
import { connectRunning, type Holder } from '../connection.ts';
import type { Desk } from '../desk.ts';
import { findRoot } from '../repository.ts';
import { openServer } from '../server-door.ts';

/** What chats need of a conductor, whether one runs or not. */
export type ChatClient = Pick<ConductorClient, 'ask' | 'chat' | 'command' | 'close'>;

export interface ReachedChats {
  readonly client: ChatClient;
  /** The conductor that plays them; null: this process does. */
  readonly running: { readonly client: ConductorClient; readonly holder: Holder } | null;
}

/** Does something with the chats of this repository and lets go of them again. */
export async function withChats<T>(desk: Desk, use: (reached: ReachedChats) => Promise<T>): Promise<T> {
  const root = await findRoot(desk.folder());
  const running = await connectRunning(root);
  const client = running?.client ?? (await openHere(root));
  try {
    return await use({ client, running });
  } finally {
    await client.close();
  }
}

async function openHere(root: string): Promise<ChatClient> {
  const server = await openServer();
  return server.openChatDesk(await server.findWorkplace(root));
}
