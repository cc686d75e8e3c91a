const MB = 1024 * 1024;

export interface MemoryUse {
  /** What the system holds for the process, after a full collection. */
  readonly rssMb: number;
  readonly heapMb: number;
}

export function memoryNow(): MemoryUse {
  if (!globalThis.gc) throw new Error('memory is measured in a process with --expose-gc');
  globalThis.gc();
  globalThis.gc();
  const { rss, heapUsed } = process.memoryUsage();
  return { rssMb: rss / MB, heapMb: heapUsed / MB };
}
