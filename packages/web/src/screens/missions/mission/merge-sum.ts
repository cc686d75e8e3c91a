import type { MergeRecord } from '@symphony/domain';

/** Whether everything that was queued is told of: merged, or left with a reason (M9). */
export const addsUp = ({ queued, merged, left }: MergeRecord): boolean =>
  merged.length + left.length === queued.length &&
  queued.every((item) => [...merged, ...left].some((each) => each.item === item));

export const sumWords = ({ queued, merged, left }: MergeRecord): string =>
  `${merged.length} merged + ${left.length} left = ${queued.length} queued`;
