import type { ExplainView } from '@symphony/domain';
import type { RequestError } from '@symphony/protocol';
import { useCallback, useEffect, useState } from 'react';
import { client } from '../../live/connection.ts';
import { asRequestError } from '../../live/use-query.ts';

export interface Explained {
  readonly data: ExplainView | null;
  readonly error: RequestError | null;
  again(): void;
}

/** Why the item is where it is; asked again when the mark is another. */
export function useExplain(id: string, mark: string): Explained {
  const [state, setState] = useState<Omit<Explained, 'again'>>({ data: null, error: null });
  const [count, setCount] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `mark` and `count` ask again.
  useEffect(() => {
    let over = false;
    client()
      .explain(id)
      .then(
        (data) => {
          if (!over) setState({ data, error: null });
        },
        (error: unknown) => {
          if (!over) setState((before) => ({ ...before, error: asRequestError(error) }));
        },
      );
    return () => {
      over = true;
    };
  }, [id, mark, count]);
  return { ...state, again: useCallback(() => setCount((before) => before + 1), []) };
}
