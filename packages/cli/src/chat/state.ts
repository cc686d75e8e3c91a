import type { ChatFile, ChatId, ChatView } from '@symphony/domain';
import { Complaint } from '../complaint.ts';
import type { Desk } from '../desk.ts';
import { chatLines } from '../screen/chat-screen.ts';
import type { ReachedChats } from './reach.ts';

/** A chat at a terminal, as it stands. */
export interface Talk {
  readonly desk: Desk;
  readonly reached: ReachedChats;
  readonly json: boolean;
  /** Null: nothing was said yet. */
  id: ChatId | null;
  view: ChatView;
  /** Given along with the next request. */
  files: ChatFile[];
  over: boolean;
}

/** Shows what was said before. */
export async function resume(state: Talk, which: string | true): Promise<void> {
  const { client } = state.reached;
  const id = which === true ? (await client.ask('chats', { limit: 1 }))[0]?.id : which;
  if (id === undefined)
    throw new Complaint('There is no chat to go on with.', 'Begin one with `symphony chat`.');
  state.view = await client.ask('chat', { id });
  state.id = id;
  const { terminal } = state.desk;
  if (!state.json) terminal.lines(chatLines(state.view, terminal.frame()));
}
