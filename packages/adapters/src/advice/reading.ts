import type { Advice } from '@symphony/domain';

/** The advice, or what must be different, in words whoever wrote it can act on. */
export type AdviceReading =
  | { readonly ok: true; readonly advice: Advice }
  | { readonly ok: false; readonly problems: readonly string[] };
