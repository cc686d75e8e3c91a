import type { IncomingRequest } from '../message.ts';
import type { Meta } from '../meta.ts';
import type { AnswerStream } from './answer-stream.ts';

/** What a handler can know about the one who asked. */
export interface CallContext {
  /** What came beside the params. */
  readonly meta: Meta;
  /** True once the caller cancelled or is gone, or the time it gave is over. */
  signalled(): boolean;
  /** Called once when that happens; at once when it has happened already. */
  onCancel(call: () => void): void;
}

/**
 * Answers a request with a value or a promise, or with values one after the other (an async
 * iterable) when the caller asked for a stream. A thrown RpcError is the answer; anything else
 * thrown is told to the caller as an internal error, without its words.
 */
export type RequestHandler = (params: unknown, context: CallContext) => unknown;

/** A request that came and is not answered yet. States: waiting → started → answered. */
export class OpenCall implements CallContext {
  started = false;
  answered = false;
  stream: AnswerStream | null = null;
  stopTimer: (() => void) | null = null;
  readonly request: IncomingRequest;
  readonly handler: RequestHandler;
  #signalled = false;
  #listeners: (() => void)[] | null = null;

  constructor(request: IncomingRequest, handler: RequestHandler) {
    this.request = request;
    this.handler = handler;
  }

  get meta(): Meta {
    return this.request.meta;
  }

  signalled(): boolean {
    return this.#signalled;
  }

  onCancel(call: () => void): void {
    if (this.#signalled) call();
    else if (this.#listeners) this.#listeners.push(call);
    else this.#listeners = [call];
  }

  /** Throws what a listener throws. */
  signal(): void {
    if (this.#signalled) return;
    this.#signalled = true;
    this.stream?.stop();
    const listeners = this.#listeners ?? [];
    this.#listeners = null;
    for (const call of listeners) call();
  }
}
