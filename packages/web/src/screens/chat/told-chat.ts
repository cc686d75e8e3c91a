import {
  type ChatBatch,
  type ChatId,
  type ChatRequest,
  type ChatView,
  emptyChat,
  foldChatEntries,
} from '@symphony/domain';

/** A chat as far as it was heard: all that was recorded, and what is being said now. */
export interface ToldChat {
  readonly chat: ChatView;
  /** The session that is being played. */
  readonly playing: string | null;
  readonly live: LiveSpeech | null;
}

/** Said and not recorded yet. */
export interface LiveSpeech {
  readonly session: string;
  readonly text: string;
  readonly thought: string;
  /** The last line of each tool that runs, by its call. */
  readonly progress: ReadonlyMap<string, string>;
}

export const untold = (id: ChatId): ToldChat => ({ chat: emptyChat(id), playing: null, live: null });

/**
 * What is being said comes in pieces that tell where they belong: a piece that was heard before a connection broke
 * and comes again stands in its own place, and never behind itself.
 */
export function hearBatch(told: ToldChat, { entries, playing, live }: ChatBatch): ToldChat {
  const before = told.live?.session === live?.session ? told.live : null;
  return {
    chat: foldChatEntries(told.chat, entries),
    playing,
    live: live && {
      session: live.session,
      text: (before?.text ?? '').slice(0, live.from) + live.text,
      thought: (before?.thought ?? '').slice(0, live.thought.from) + live.thought.text,
      progress: new Map(live.progress.map(({ id, text }) => [id, text])),
    },
  };
}

/** How a request stands: what nobody plays and has no end was cut off. */
export function standingOf(
  { session, state, endedAt }: ChatRequest,
  playing: string | null,
): ChatRequest['state'] {
  if (endedAt !== null || session === playing || state === 'stopped') return state;
  return 'interrupted';
}
