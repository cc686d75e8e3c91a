import type { QueryName, QueryParams, QueryResult } from '@symphony/protocol';
import { RequestError } from '@symphony/protocol';
import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import { client } from './connection.ts';

export interface Asked<T> {
  /** The last answer, also while it is asked for again. */
  readonly data: T | null;
  readonly error: RequestError | null;
  readonly loading: boolean;
  again(): void;
}

/**
 * Asks once, and again when the parameters change or `again` is called. `every`: again after so many
 * milliseconds, while the page is seen. Null parameters ask nothing.
 */
export function useQuery<Q extends QueryName>(
  query: Q,
  params: QueryParams<Q> | null,
  options: { readonly every?: number } = {},
): Asked<QueryResult<Q>> {
  const { every } = options;
  const [state, setState] = useState<Omit<Asked<QueryResult<Q>>, 'again'>>(NOTHING);
  const [count, setCount] = useState(0);
  const key = params === null ? null : JSON.stringify(params);
  const latest = useRef(params);
  latest.current = params;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the parameters, `count` asks again.
  useEffect(() => {
    const asked = latest.current;
    if (asked === null) return;
    let over = false;
    setState((before) => ({ ...before, loading: true }));
    client()
      .ask(query, asked)
      .then(
        (data) => {
          // A large answer is drawn between frames: typing and scrolling do not wait for it.
          if (!over) startTransition(() => setState({ data, error: null, loading: false }));
        },
        (error: unknown) => {
          if (!over)
            setState((before) => ({ data: before.data, error: asRequestError(error), loading: false }));
        },
      );
    return () => {
      over = true;
    };
  }, [query, key, count]);

  useEffect(() => {
    if (every === undefined) return;
    const timer = window.setInterval(() => {
      if (!document.hidden) setCount((before) => before + 1);
    }, every);
    return () => window.clearInterval(timer);
  }, [every]);

  const again = useCallback(() => setCount((before) => before + 1), []);
  return { ...state, again };
}

export const asRequestError = (error: unknown): RequestError =>
  error instanceof RequestError
    ? error
    : new RequestError('internal', error instanceof Error ? error.message : String(error), null, error);

const NOTHING = { data: null, error: null, loading: true } as const;
