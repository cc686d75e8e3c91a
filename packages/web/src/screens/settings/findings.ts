import type { FindingView } from '@symphony/domain';
import { counted } from '@symphony/protocol/words';

const RANK: Readonly<Record<FindingView['status'], number>> = { problem: 0, warning: 1, ok: 2 };

/** What wants doing stands at the top; the rest in the order it was looked at. */
export const worstFirst = (findings: readonly FindingView[]): readonly FindingView[] =>
  [...findings].sort((a, b) => RANK[a.status] - RANK[b.status]);

/** All of it in one line. */
export function findingsWords(findings: readonly FindingView[]): string {
  const count = (status: FindingView['status']): number =>
    findings.filter((finding) => finding.status === status).length;
  const [problems, warnings] = [count('problem'), count('warning')];
  if (problems + warnings === 0) return 'Everything is in order';
  return [problems > 0 && counted(problems, 'problem'), warnings > 0 && counted(warnings, 'warning')]
    .filter(Boolean)
    .join(', ');
}
