import type { ChatId } from '@symphony/domain';
import type { RequestError } from '@symphony/protocol';
import { useEffect, useState } from 'react';
import { client } from '../../live/connection.ts';
import { asRequestError } from '../../live/use-query.ts';
import { hearBatch, type ToldChat, untold } from './told-chat.ts';

interface Followed {
  readonly id: ChatId | null;
  /** Null until something was heard. */
  readonly told: ToldChat | null;
  readonly error: RequestError | null;
}

/**
 * One chat as it goes on, also across a restart of the daemon: entries come by their numbers, none twice. Drawn at
 * most once a frame, however fast a model speaks.
 */
export function useChat(id: ChatId | null): Omit<Followed, 'id'> & { again(): void } {
  const [followed, setFollowed] = useState<Followed>(NOBODY);
  const [count, setCount] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `count` asks again.
  useEffect(() => {
    if (id === null) return;
    const batches = client().chat(id, 0)[Symbol.asyncIterator]();
    let told = untold(id);
    let frame = 0;
    let over = false;
    const draw = (): void => {
      frame = 0;
      if (!over) setFollowed({ id, told, error: null });
    };
    const listen = async (): Promise<void> => {
      for (;;) {
        const next = await batches.next();
        if (over || next.done) return;
        told = hearBatch(told, next.value);
        // A page nobody looks at is given no frames.
        if (frame === 0)
          frame = document.hidden ? window.setTimeout(draw) : window.requestAnimationFrame(draw);
      }
    };
    listen().catch((error: unknown) => {
      if (!over) setFollowed({ id, told: null, error: asRequestError(error) });
    });
    return () => {
      over = true;
      void batches.return?.();
    };
  }, [id, count]);
  const { told, error } = followed.id === id ? followed : NOBODY;
  return { told, error, again: () => setCount((before) => before + 1) };
}

const NOBODY: Followed = { id: null, told: null, error: null };
