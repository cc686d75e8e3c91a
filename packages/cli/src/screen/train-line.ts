import type { TrainView } from '@symphony/domain';
import { cut } from './columns.ts';
import type { Paint } from './paint.ts';

/** The merge train in at most two lines; nothing when it is empty. */
export function trainLines(train: TrainView, columns: number, paint: Paint): string[] {
  const parts = [
    ...(train.trying.length > 0 ? [`merging ${train.trying.join(', ')}`] : []),
    ...(train.queue.length > 0 ? [`next ${train.queue.join(', ')}`] : []),
    ...(train.awaitingApproval.length > 0 ? [`to approve ${train.awaitingApproval.join(', ')}`] : []),
  ];
  const lines = parts.length > 0 ? [paint('accent', cut(`Train: ${parts.join(' · ')}`, columns))] : [];
  if (train.held !== null) lines.push(paint('warn', cut(`Train waits: ${train.held}`, columns)));
  return lines;
}
