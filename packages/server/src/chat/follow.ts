import type { ChatBatch, ChatId, Clock, JournalEntry } from '@symphony/domain';
import { Bell, pause } from '../workbench/streams/bell.ts';
import { leavable } from '../workbench/streams/leavable.ts';
import type { ChatShelf } from './shelf.ts';
import type { Piece, Speech, SpeechMark } from './speech.ts';

export interface FollowParts {
  readonly shelf: Pick<ChatShelf, 'sessions' | 'page'>;
  readonly clock: Clock;
  /** What is being said in it; null while it is idle. */
  speech(chat: ChatId): Speech | null;
  /** Calls when something happens in it. Returns how to stop. */
  listen(chat: ChatId, call: () => void): () => void;
  /** Falls when nothing more will come. */
  readonly closed: AbortSignal;
}

/** Thirty times a second is as fast as anybody reads. */
const FRAME_MS = 33;
/** Another process may write to the same chat and ring no bell here. */
const LOOK_MS = 2_000;
const BATCH_CHARACTERS = 1024 * 1024;

/**
 * A chat as its reader can take it. Entries come from the journal by their numbers, so none is lost and none comes
 * twice; what is being said is kept once for all readers.
 */
export const followChat = (parts: FollowParts, chat: ChatId, after: number): AsyncIterable<ChatBatch> =>
  leavable((left) => batches(parts, chat, after, AbortSignal.any([left, parts.closed])));

async function* batches(
  { shelf, clock, speech, listen }: FollowParts,
  chat: ChatId,
  after: number,
  left: AbortSignal,
): AsyncGenerator<ChatBatch, void, undefined> {
  const bell = new Bell(clock);
  const stop = listen(chat, () => bell.ring());
  try {
    let seq = after;
    let mark: SpeechMark | null = null;
    let playing: string | null | undefined;
    let sentAt = 0;
    while (!left.aborted) {
      bell.hush();
      // In one turn: what was recorded is not being said any more.
      const page = shelf.page(shelf.sessions(chat), seq);
      const spoken = speech(chat);
      const piece: Piece | null = spoken?.after(spoken.session === playing ? mark : null) ?? null;
      const now = spoken?.session ?? null;
      if (page.entries.length > 0 || now !== playing || piece?.news) {
        for (const entries of portions(page.entries)) {
          seq = entries.at(-1)?.seq ?? seq;
          yield { seq, entries, playing: now, live: page.more ? null : (piece?.live ?? null) };
        }
        // A reader that was told of no speech has forgotten what it had heard of it.
        mark = page.more ? null : (piece?.mark ?? null);
        playing = now;
        sentAt = clock.now();
      }
      if (page.more) continue;
      await bell.heard(left, LOOK_MS);
      await pause(clock, FRAME_MS - (clock.now() - sentAt), left);
    }
  } finally {
    stop();
  }
}

/** In parts that can be sent: one at least, which may be empty. */
function* portions(page: readonly JournalEntry[]): Generator<readonly JournalEntry[], void, undefined> {
  let portion: JournalEntry[] = [];
  let characters = 0;
  for (const entry of page) {
    const { length } = JSON.stringify(entry.event);
    if (portion.length > 0 && characters + length > BATCH_CHARACTERS) {
      yield portion;
      portion = [];
      characters = 0;
    }
    portion.push(entry);
    characters += length;
  }
  yield portion;
}
