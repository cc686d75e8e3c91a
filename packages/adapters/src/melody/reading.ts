import type { Melody } from '@symphony/domain';
import type { FileProblem } from './problem.ts';

/** What came of reading a melody: the melody, or all that is wrong with it. */
export type Reading =
  | { readonly ok: true; readonly melody: Melody }
  | { readonly ok: false; readonly problems: readonly FileProblem[] };

export const refused = (file: string, line: number | null, sentence: string, nextStep: string): Reading => ({
  ok: false,
  problems: [{ file, line, sentence, nextStep }],
});
