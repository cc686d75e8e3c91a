import { type RecordedDeviation, SEVERITIES } from '@symphony/domain';

/** It waits for somebody's word; minor ones are only listed. */
export const isOpen = ({ decision, severity }: RecordedDeviation): boolean =>
  decision === null && severity !== 'minor';

/** What is open first, the gravest first; then the rest by severity, the newest first. */
export const inOrder = (recorded: readonly RecordedDeviation[]): readonly RecordedDeviation[] =>
  [...recorded].sort(
    (a, b) =>
      Number(isOpen(b)) - Number(isOpen(a)) ||
      SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity) ||
      b.at - a.at,
  );
