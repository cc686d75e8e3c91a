import type { ErrorData, WireError } from './message.ts';

/** How a call can fail: the closed family that `request` rejects with. */

/** An error that crosses the wire. A handler throws it to choose the answer; the caller gets the same. */
export class RpcError extends Error {
  readonly code: number;
  readonly data: ErrorData | null;
  constructor(code: number, message: string, data: ErrorData | null = null) {
    super(message);
    this.name = 'RpcError';
    this.code = code;
    this.data = data;
  }
}

/** Errors repeat what the peer sent (a method's name, say): they are cut, so that they always fit a frame. */
const LONGEST_SENTENCE = 2_000;

export function wireErrorOf(error: RpcError): WireError {
  const message = error.message.slice(0, LONGEST_SENTENCE);
  if (error.data === null) return { code: error.code, message };
  const nextStep = error.data.nextStep?.slice(0, LONGEST_SENTENCE) ?? null;
  return { code: error.code, message, data: { code: error.data.code, nextStep } };
}

/**
 * Why a connection is over. `slow-peer`: it did not read and the limit was passed. `oversize`: it
 * sent a frame that is too large. `garbled`: what it sent cannot be told apart into messages.
 * `silent-peer`: it did not answer the heartbeat.
 */
export type CloseReason =
  | 'closed-here'
  | 'closed-there'
  | 'slow-peer'
  | 'oversize'
  | 'garbled'
  | 'silent-peer';

const SENTENCES: Readonly<Record<CloseReason, string>> = {
  'closed-here': 'The connection was closed on this side.',
  'closed-there': 'The other side closed the connection.',
  'slow-peer': 'The other side did not read what was sent, so the connection was closed.',
  oversize: 'The other side sent a message that is too large, so the connection was closed.',
  garbled: 'What the other side sent cannot be read, so the connection was closed.',
  'silent-peer': 'The other side gave no sign of life, so the connection was closed.',
};

/** The connection ended before the answer came, or had ended before the request. */
export class ConnectionClosed extends Error {
  readonly reason: CloseReason;
  constructor(reason: CloseReason, cause: Error | null = null) {
    super(SENTENCES[reason], cause === null ? undefined : { cause });
    this.name = 'ConnectionClosed';
    this.reason = reason;
  }
}

export class CallTimedOut extends Error {
  constructor(method: string, ms: number) {
    super(`${method} was not answered within ${ms} ms.`);
    this.name = 'CallTimedOut';
  }
}

export class CallCancelled extends Error {
  constructor(method: string) {
    super(`${method} was cancelled.`);
    this.name = 'CallCancelled';
  }
}
