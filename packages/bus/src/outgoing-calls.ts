import { CallCancelled, CallTimedOut, RpcError } from './failure.ts';
import type { MessageId, WireError } from './message.ts';
import type { After } from './transport.ts';

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
}

/** The requests this side waits for. An answer that nobody waits for is dropped. */
export class OutgoingCalls {
  #lastId = 0;
  readonly #waiting = new Map<MessageId, Waiting>();
  readonly #giveUp: (id: MessageId) => void;

  /** `giveUp` tells the other side that a call's answer is not wanted any more. */
  constructor(giveUp: (id: MessageId) => void) {
    this.#giveUp = giveUp;
  }

  open(method: string, timer: { after: After; ms: number } | null): Call & { readonly id: MessageId } {
    this.#lastId += 1;
    const id = this.#lastId;
    const abandon = (error: Error) => {
      if (!this.#waiting.has(id)) return;
      this.#giveUp(id);
      this.reject(id, error);
    };
    const answer = new Promise<unknown>((resolve, reject) => {
      const stopTimer = timer?.after(timer.ms, () => abandon(new CallTimedOut(method, timer.ms)));
      this.#waiting.set(id, { resolve, reject, stopTimer });
    });
    return { id, answer, cancel: () => abandon(new CallCancelled(method)) };
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

  #take(id: MessageId): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    waiting?.stopTimer?.();
    return waiting;
  }
}
