import { CallCancelled, CallTimedOut, RpcError } from '../failure.ts';
import { type MessageId, RPC_CODES, type WireError } from '../message.ts';
import type { After } from '../transport.ts';
import { ValueStream } from './value-stream.ts';

/** A request on its way. Its answer rejects with one of the errors of `failure.ts`. */
export interface Call {
  readonly answer: Promise<unknown>;
  /**
   * Tells the other side that nobody waits any more and rejects the answer at once with
   * CallCancelled. Whether the work was done is then unknown.
   */
  cancel(): void;
}

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly stopTimer: (() => void) | undefined;
  readonly stream: ValueStream | null;
}

/** What a call says to the other side while it is open. */
export interface CallSignals {
  /** Its answer is not wanted any more. */
  giveUp(id: MessageId): void;
  /** So many more values of its stream are. */
  grant(id: MessageId, credit: number): void;
}

/** The requests this side waits for. An answer that nobody waits for is dropped. */
export class OutgoingCalls {
  #lastId = 0;
  readonly #waiting = new Map<MessageId, Waiting>();
  readonly #signals: CallSignals;

  constructor(signals: CallSignals) {
    this.#signals = signals;
  }

  open(method: string, timer: { after: After; ms: number } | null): Call & { readonly id: MessageId } {
    this.#lastId += 1;
    const id = this.#lastId;
    const answer = new Promise<unknown>((resolve, reject) => {
      const stopTimer = timer?.after(timer.ms, () => this.#abandon(id, new CallTimedOut(method, timer.ms)));
      this.#waiting.set(id, { resolve, reject, stopTimer, stream: null });
    });
    return { id, answer, cancel: () => this.#abandon(id, new CallCancelled(method)) };
  }

  openStream(method: string, window: number): { readonly id: MessageId; readonly values: ValueStream } {
    this.#lastId += 1;
    const id = this.#lastId;
    const values = new ValueStream(window, {
      grant: (credit) => this.#signals.grant(id, credit),
      cancel: () => this.#abandon(id, new CallCancelled(method)),
    });
    this.#waiting.set(id, {
      resolve: () => values.finish(null),
      reject: (error) => values.finish(error),
      stopTimer: undefined,
      stream: values,
    });
    return { id, values };
  }

  /** A value nobody asked for, by its id or by the credit given, ends its stream and is not kept. */
  hear(id: MessageId, value: unknown): void {
    const stream = this.#waiting.get(id)?.stream;
    if (stream?.hear(value) === false) this.#abandon(id, tooManyValues());
  }

  resolve(id: MessageId, result: unknown): void {
    this.#take(id)?.resolve(result);
  }

  fail(id: MessageId, error: WireError): void {
    this.reject(id, new RpcError(error.code, error.message, error.data ?? null));
  }

  reject(id: MessageId, error: Error): void {
    this.#take(id)?.reject(error);
  }

  rejectAll(error: Error): void {
    for (const id of [...this.#waiting.keys()]) this.reject(id, error);
  }

  #abandon(id: MessageId, error: Error): void {
    if (!this.#waiting.has(id)) return;
    this.#signals.giveUp(id);
    this.reject(id, error);
  }

  #take(id: MessageId): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    waiting?.stopTimer?.();
    return waiting;
  }
}

const tooManyValues = (): RpcError =>
  new RpcError(RPC_CODES.invalidRequest, 'The other side sent more values than it was asked for.', {
    code: 'too-many-values',
    nextStep: null,
  });
