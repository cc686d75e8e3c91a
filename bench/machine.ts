import { availableParallelism, cpus, loadavg } from 'node:os';

/** What the figures were taken on. The load tells how far absolute times can be trusted. */
export interface Machine {
  readonly date: string;
  readonly node: string;
  readonly cores: number;
  readonly processor: string;
  readonly loadBefore: readonly number[];
  readonly loadAfter: readonly number[];
}

export const loadNow = (): readonly number[] => loadavg().map((load) => Math.round(load * 100) / 100);

export const describeMachine = (loadBefore: readonly number[]): Machine => ({
  date: new Date().toISOString().slice(0, 16).replace('T', ' '),
  node: process.version,
  cores: availableParallelism(),
  processor: cpus()[0]?.model.trim() ?? 'unknown',
  loadBefore,
  loadAfter: loadNow(),
});
