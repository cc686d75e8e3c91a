import type { Ask, Row } from '../agents/part.ts';

/** One subject of this benchmark. Each measurement has a process, a daemon and a browser of its own. */
export interface FacesPart {
  readonly name: string;
  /** Asks for its measurements, one after another, and makes figures of them. */
  rows(ask: Ask, setting: Setting): Promise<readonly Row[]>;
  /** Takes one measurement in this process; the answer is JSON. */
  measure(request: unknown): Promise<unknown>;
}

export interface Setting {
  readonly quick: boolean;
  /** Where the workbench and the pages it is held against are built. */
  readonly assets: string;
}

/** A figure of one size beside the same figure of the smallest size. */
export const beside = (name: string, value: number, ours: number): Row['peer'] => ({
  name,
  value,
  ratio: ours / value,
});
