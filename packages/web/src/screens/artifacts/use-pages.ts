import type { ArtifactQuery } from '@symphony/domain';
import type { RequestError } from '@symphony/protocol';
import { useCallback, useEffect, useRef, useState } from 'react';
import { client } from '../../live/connection.ts';
import { asRequestError } from '../../live/use-query.ts';
import { addPage, type Found } from './pages.ts';

const SIZE = 50;
/** Long enough that a word being typed is not looked for letter by letter. */
const PAUSE_MS = 150;

interface Pages {
  /** The last that was found, also while something else is looked for. */
  readonly found: Found | null;
  readonly error: RequestError | null;
  readonly loading: boolean;
  loadMore(): void;
  again(): void;
}

/** What fits, a page at a time. */
export function usePages(query: ArtifactQuery): Pages {
  const [state, setState] = useState<Pick<Pages, 'found' | 'error' | 'loading'>>(NOTHING);
  const [count, setCount] = useState(0);
  const key = JSON.stringify(query);
  const latest = useRef(query);
  latest.current = query;
  /** Raised by every new search: answers to an older one are not heard. */
  const search = useRef(0);

  const load = useCallback(async (before: Found | null) => {
    const mine = search.current;
    const offset = before?.next ?? 0;
    setState((now) => ({ ...now, loading: true }));
    try {
      const page = await client().ask('artifacts', { ...latest.current, limit: SIZE, offset });
      if (search.current === mine)
        setState({ found: addPage(before, page, offset, SIZE), error: null, loading: false });
    } catch (error) {
      if (search.current === mine)
        setState((now) => ({ found: now.found, error: asRequestError(error), loading: false }));
    }
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the query, `count` asks again.
  useEffect(() => {
    search.current += 1;
    setState((now) => ({ ...now, loading: true }));
    const timer = window.setTimeout(() => void load(null), PAUSE_MS);
    return () => {
      search.current += 1;
      window.clearTimeout(timer);
    };
  }, [key, count, load]);

  const { found, loading, error } = state;
  const loadMore = useCallback(() => {
    if (!loading && !error && found?.next != null) void load(found);
  }, [found, loading, error, load]);
  const again = useCallback(() => setCount((before) => before + 1), []);
  return { ...state, loadMore, again };
}

const NOTHING = { found: null, error: null, loading: true } as const;
