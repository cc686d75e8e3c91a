import { inTime } from '@symphony/adapters/process';
import { failureOf } from '@symphony/domain';

/** What was answered, or why nothing was: `null` after too long, else what went wrong. */
export type Answer<T> = { readonly value: T } | { readonly failed: string | null };

/** Asks and does not wait longer than this. Never rejects. */
export async function answerWithin<T>(limitMs: number, ask: () => Promise<T>): Promise<Answer<T>> {
  try {
    const asked = ask().then((value) => ({ value }));
    return (await inTime(asked, limitMs, null)) ?? { failed: null };
  } catch (error) {
    return { failed: failureOf(error).message };
  }
}
