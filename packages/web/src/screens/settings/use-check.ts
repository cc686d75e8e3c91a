import type { SettingProblem } from '@symphony/domain';
import { useQuery } from '../../live/use-query.ts';
import { useSettled } from '../../live/use-settled.ts';

interface Check {
  /** What is wrong with the text that was checked last. */
  readonly problems: readonly SettingProblem[];
  /** The answer is about this very text. */
  readonly current: boolean;
}

/** What would be wrong if the file said this, asked when the typing pauses. */
export function useCheck(text: string): Check {
  const settled = useSettled(text);
  const { data, loading } = useQuery('check-settings', { text: settled });
  return { problems: data ?? NONE, current: settled === text && !loading && data !== null };
}

const NONE: readonly SettingProblem[] = [];
