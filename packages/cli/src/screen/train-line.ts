import type { TrainView } from '@symphony/domain';
import { cut, wrap } from './columns.ts';
import type { Paint } from './paint.ts';

/** The merge train; nothing when it is empty. Why it waits is told whole: a person has to act on it. */
export function trainLines(train: TrainView, columns: number, paint: Paint): string[] {
  const parts = [
    ...(train.trying.length > 0 ? [`merging ${train.trying.join(', ')}`] : []),
    ...(train.queue.length > 0 ? [`next ${train.queue.join(', ')}`] : []),
    ...(train.awaitingApproval.length > 0 ? [`to approve ${train.awaitingApproval.join(', ')}`] : []),
  ];
  const lines = parts.length > 0 ? [paint('accent', cut(`Train: ${parts.join(' · ')}`, columns))] : [];
  if (train.held === null) return lines;
  return [...lines, ...wrap(`Train waits: ${train.held}`, columns).map((line) => paint('warn', line))];
}
