import type { BigIntStats } from 'node:fs';

/**
 * What tells one version of a file from the next without reading it. The change time is part of it
 * because copying tools restore the modification time.
 */
export type FileStamp = Pick<BigIntStats, 'ino' | 'size' | 'mtimeNs' | 'ctimeNs'>;

export const sameStamp = (a: FileStamp, b: FileStamp): boolean =>
  a.mtimeNs === b.mtimeNs && a.size === b.size && a.ino === b.ino && a.ctimeNs === b.ctimeNs;

/** File systems count time in ticks, the coarsest in two seconds: within one, a second change leaves no trace. */
const TICK_MS = 2_000;

/** Whether a version seen at `readAt` can be told from a later one by its stamp alone. */
export const isSettled = (stamp: FileStamp, readAt: number): boolean =>
  readAt - Number(stamp.mtimeNs / 1_000_000n) > TICK_MS &&
  readAt - Number(stamp.ctimeNs / 1_000_000n) > TICK_MS;
