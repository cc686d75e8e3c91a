import type { Framing } from './framing/framing.ts';
import type { HeartbeatOptions } from './heartbeat.ts';
import type { Meta } from './meta.ts';
import type { After } from './transport.ts';

export interface ConnectionOptions {
  /** What is spoken from the first byte on; newline unless told. */
  readonly framing?: Framing;
  /** What this side can change to besides, the best first: see `negotiate`. */
  readonly framings?: readonly Framing[];
  /** Largest frame in either direction, in characters (bytes where the framing counts them). */
  readonly maxFrame?: number;
  /** A peer that leaves more than this unread is disconnected (B2). */
  readonly maxBufferedBytes?: number;
  /** Requests that wait for their answer at once; more are answered `busy`. */
  readonly maxOpenRequests?: number;
  /** Of those, how many are worked on at once; the others wait by priority. All, unless told. */
  readonly maxConcurrent?: number;
  /** The timer behind `timeoutMs`, here and in what a caller sends along, and behind the heartbeat. */
  readonly after?: After;
  /** Needs `after`. Without it a peer that is gone without a word is only noticed when sending fails. */
  readonly heartbeat?: HeartbeatOptions;
  /** Told what has nobody else to go to: a handler or a listener that threw. */
  readonly onFault?: (method: string, error: unknown) => void;
}

export interface RequestOptions {
  /** How long this side waits; the request is called off then. */
  readonly timeoutMs?: number;
  /** What travels beside the params. */
  readonly meta?: Meta;
}

export interface StreamRequestOptions {
  readonly meta?: Meta;
  /** How many values may be on their way at once. */
  readonly window?: number;
}

export const MAX_BUFFERED_BYTES = 32 * 1024 * 1024;
export const MAX_OPEN_REQUESTS = 10_000;
export const WINDOW = 64;
/** What may be said while the two ends agree on a framing: it waits, and must not wait without bound. */
export const MAX_HELD = 10_000;
