import type { SettingProblem } from '@symphony/domain';
import { useEffect, useState } from 'react';
import { useQuery } from '../../live/use-query.ts';

/** Long enough that a word being typed is not called wrong. */
const PAUSE_MS = 300;

interface Check {
  /** What is wrong with the text that was checked last. */
  readonly problems: readonly SettingProblem[];
  /** The answer is about this very text. */
  readonly current: boolean;
}

/** What would be wrong if the file said this, asked when the typing pauses. */
export function useCheck(text: string): Check {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(text), PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [text]);
  const { data, loading } = useQuery('check-settings', { text: settled });
  return { problems: data ?? NONE, current: settled === text && !loading && data !== null };
}

const NONE: readonly SettingProblem[] = [];
