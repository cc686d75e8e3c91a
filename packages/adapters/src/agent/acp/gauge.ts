import type { Usage } from '@symphony/domain';
import type { Retry } from './retry.ts';

/** A second way to look at a session, for what the agent knows and its protocol does not tell. */
export interface Gauge {
  /** Null when it cannot be read now: nothing is concluded from that. */
  read(sessionId: string): Promise<Reading | null>;
  /** The HTTP status with which the session's last model call failed, where it did. */
  lastStatus?(sessionId: string): Promise<number | null>;
}

export interface Reading {
  /** Of the whole session; null when nothing is known of it. */
  readonly usage: Usage | null;
  readonly retry: Retry | null;
}

/** What the first does not know is taken from the second. */
export const eitherGauge = (first: Gauge, second: Gauge): Gauge => ({
  async read(sessionId) {
    const [one, other] = await Promise.all([first.read(sessionId), second.read(sessionId)]);
    if (one === null || other === null) return one ?? other;
    return { usage: one.usage ?? other.usage, retry: one.retry ?? other.retry };
  },
  lastStatus: async (sessionId) =>
    (await first.lastStatus?.(sessionId)) ?? (await second.lastStatus?.(sessionId)) ?? null,
});
