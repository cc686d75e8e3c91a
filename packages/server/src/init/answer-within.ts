import { setTimeout as sleep } from 'node:timers/promises';
import { failureOf } from '@symphony/domain';

/** What was answered, or why nothing was: `null` after too long, else what went wrong. */
export type Answer<T> = { readonly value: T } | { readonly failed: string | null };

/** Asks and does not wait longer than this. Never rejects. */
export async function answerWithin<T>(limitMs: number, ask: () => Promise<T>): Promise<Answer<T>> {
  const answered = new AbortController();
  const late = sleep(limitMs, { failed: null }, { signal: answered.signal });
  // Aborted as soon as the answer is here: nobody waits for it then.
  late.catch(() => undefined);
  try {
    return await Promise.race([ask().then((value) => ({ value })), late]);
  } catch (error) {
    return { failed: failureOf(error).message };
  } finally {
    answered.abort();
  }
}
