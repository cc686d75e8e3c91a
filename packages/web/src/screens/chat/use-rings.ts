import { type ChatId, chatOfSession, type Entry } from '@symphony/domain';
import { useMemo } from 'react';
import { useEntries } from '../../live/use-entries.ts';
import type { Ring } from './chat-rows.ts';

const RINGS = { types: ['timer-fired'] };

/** The timers of a chat that rang, also while nobody looked. */
export function useRings(chat: ChatId | null): readonly Ring[] {
  const { entries } = useEntries(0, RINGS);
  return useMemo(
    () => (chat === null ? [] : entries.flatMap((entry) => ringIn(entry, chat))),
    [entries, chat],
  );
}

function ringIn({ at, event }: Entry, chat: ChatId): Ring[] {
  if (event.type !== 'timer-fired' || event.session === null || chatOfSession(event.session) !== chat)
    return [];
  const { timer, label, lateMs } = event;
  return [{ timer, label, lateMs, at }];
}
