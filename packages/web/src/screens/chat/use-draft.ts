import type { ChatFile, ChatId } from '@symphony/domain';
import { useState } from 'react';
import { attach, MOST_CHARACTERS } from './attachments.ts';

/** What is being written for a chat. */
export interface Draft {
  readonly text: string;
  readonly files: readonly ChatFile[];
  /** Why a file was not taken. */
  readonly refusal: string | null;
  write(text: string): void;
  take(files: FileList): void;
  remove(name: string): void;
  clear(): void;
}

type Written = Pick<Draft, 'text' | 'files' | 'refusal'>;

const EMPTY: Written = { text: '', files: [], refusal: null };

/** Each chat keeps its own for as long as the page is open, also while another one is read. */
const drafts = new Map<ChatId | null, Written>();

export function useDraft(chat: ChatId | null): Draft {
  const [, draw] = useState(0);
  const now = drafts.get(chat) ?? EMPTY;
  const set = (change: Partial<Written>): void => {
    drafts.set(chat, { ...(drafts.get(chat) ?? EMPTY), ...change });
    draw((count) => count + 1);
  };
  return {
    ...now,
    write: (text) => set({ text, refusal: null }),
    take: (files) =>
      void Promise.all([...files].map(read)).then((fresh) =>
        set(attach(drafts.get(chat)?.files ?? [], fresh)),
      ),
    remove: (name) =>
      set({ files: (drafts.get(chat)?.files ?? []).filter((each) => each.name !== name), refusal: null }),
    clear: () => {
      drafts.delete(chat);
      draw((count) => count + 1);
    },
  };
}

/** One that is surely too long is not read whole: one character more than can be taken is enough to refuse it. */
const read = async (file: File): Promise<ChatFile> => ({
  name: file.name,
  text: await file.slice(0, (MOST_CHARACTERS + 1) * 4).text(),
});
