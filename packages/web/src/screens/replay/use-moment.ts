import type { RequestError } from '@symphony/protocol';
import { useCallback, useEffect, useRef, useState } from 'react';
import { client } from '../../live/connection.ts';
import { asRequestError } from '../../live/use-query.ts';
import type { Moment } from './moment.ts';
import { NewestWish } from './newest-wish.ts';

interface Shown {
  /** The last that came, also while another is on its way. */
  readonly moment: Moment | null;
  readonly error: RequestError | null;
  again(): void;
}

/** The moment after entry `seq`. Null asks nothing. */
export function useMoment(seq: number | null): Shown {
  const [shown, setShown] = useState<Omit<Shown, 'again'>>({ moment: null, error: null });
  const wishes = useRef<NewestWish<number, Moment> | null>(null);
  useEffect(() => {
    const made = new NewestWish<number, Moment>(
      askMoment,
      (_, moment) => setShown({ moment, error: null }),
      (_, error) => setShown(({ moment }) => ({ moment, error: asRequestError(error) })),
    );
    wishes.current = made;
    return () => made.end();
  }, []);
  const again = useCallback(() => {
    if (seq !== null) wishes.current?.want(seq);
  }, [seq]);
  useEffect(again, [again]);
  return { ...shown, again };
}

async function askMoment(seq: number): Promise<Moment> {
  const [status, entries] = await Promise.all([
    client().ask('replay', { seq }),
    seq === 0 ? [] : client().events(seq - 1, 1),
  ]);
  return { seq, status, entry: entries[0] ?? null };
}
