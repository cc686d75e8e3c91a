import type { Advice, AdviceKind } from '../mission/mission.ts';

/** Reads what an advising player committed. What does not fit its form is told in words the player understands. */
export interface AdviceBook {
  read(request: {
    readonly kind: AdviceKind;
    readonly commit: string;
  }): Promise<
    | { readonly ok: true; readonly advice: Advice }
    | { readonly ok: false; readonly problems: readonly string[] }
  >;
}
