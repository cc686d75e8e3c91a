import type { FilePath } from '../yaml/index.ts';

/** One thing wrong with a melody's file. */
export interface FileProblem {
  /** As people are told of it: relative to the repository, or as they named it. */
  readonly file: string;
  readonly line: number | null;
  readonly sentence: string;
  readonly nextStep: string;
}

/** A problem before its line is known. */
export interface Finding {
  readonly path: FilePath;
  readonly sentence: string;
  readonly nextStep: string;
}
