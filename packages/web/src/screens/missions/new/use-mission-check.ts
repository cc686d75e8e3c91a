import type { MissionPlan, SettingProblem } from '@symphony/domain';
import { useMemo } from 'react';
import { useQuery } from '../../../live/use-query.ts';
import { useSettled } from '../../../live/use-settled.ts';
import { asMarks } from './written-mission.ts';

interface Check {
  /** What the text that was checked last comes to; null where it cannot be read. */
  readonly plan: MissionPlan | null;
  readonly problems: readonly SettingProblem[];
  /** The answer is about this very text, and it may be played. */
  readonly ready: boolean;
}

/** What a written mission comes to, asked when the typing pauses. */
export function useMissionCheck(text: string): Check {
  const settled = useSettled(text);
  const { data, error, loading } = useQuery('check-mission', { text: settled });
  const problems = useMemo(() => (data ? asMarks(data) : []), [data]);
  return {
    plan: data?.plan ?? null,
    problems: error ? [{ severity: 'error', line: null, message: error.message }] : problems,
    ready: settled === text && !loading && !error && data?.plan != null && data.problems.length === 0,
  };
}
