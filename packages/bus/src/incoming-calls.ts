import { RpcError } from './failure.ts';
import { CANCEL, type MessageId, RPC_CODES } from './message.ts';

/** What a handler can know about the one who asked. */
export interface CallContext {
  /** True once the caller cancelled or is gone. */
  signalled(): boolean;
  /** Called once when that happens; at once when it has happened already. */
  onCancel(call: () => void): void;
}

/**
 * Answers a request with a value or a promise. A thrown RpcError is the answer; anything else
 * thrown is told to the caller as an internal error, without its words.
 */
export type RequestHandler = (params: unknown, context: CallContext) => unknown;

type Answer =
  | { readonly kind: 'result'; readonly result: unknown }
  | { readonly kind: 'error'; readonly error: RpcError };

class OpenCall implements CallContext {
  #signalled = false;
  readonly #listeners: (() => void)[] = [];

  signalled(): boolean {
    return this.#signalled;
  }

  onCancel(call: () => void): void {
    if (this.#signalled) call();
    else this.#listeners.push(call);
  }

  cancel(): void {
    if (this.#signalled) return;
    this.#signalled = true;
    for (const call of this.#listeners.splice(0)) call();
  }
}

/** The requests the other side waits for. Handlers start in the order the requests came. */
export class IncomingCalls {
  readonly #handlers = new Map<string, RequestHandler>();
  readonly #open = new Map<MessageId, OpenCall>();
  readonly #maxOpen: number;
  readonly #onFault: (method: string, error: unknown) => void;

  constructor(maxOpen: number, onFault: (method: string, error: unknown) => void) {
    this.#maxOpen = maxOpen;
    this.#onFault = onFault;
  }

  handle(method: string, handler: RequestHandler): void {
    if (this.#handlers.has(method)) throw new Error(`${method} has a handler already.`);
    this.#handlers.set(method, handler);
  }

  /** `respond` is called exactly once: before this returns when the handler returns no promise. */
  take(id: MessageId, method: string, params: unknown, respond: (answer: Answer) => void): void {
    const handler = this.#handlers.get(method);
    if (!handler) {
      respond({ kind: 'error', error: unknownMethod(method) });
      return;
    }
    const refusal = this.#refusal(id);
    if (refusal) {
      respond({ kind: 'error', error: refusal });
      return;
    }
    const call = new OpenCall();
    let outcome: unknown;
    try {
      outcome = handler(params, call);
    } catch (error) {
      respond(this.#failed(method, error));
      return;
    }
    if (!(outcome instanceof Promise)) {
      respond({ kind: 'result', result: outcome });
      return;
    }
    this.#open.set(id, call);
    void outcome
      .then(
        (result): Answer => ({ kind: 'result', result }),
        (error: unknown) => this.#failed(method, error),
      )
      .then((answer) => {
        this.#open.delete(id);
        respond(answer);
      });
  }

  cancel(id: MessageId): void {
    const call = this.#open.get(id);
    if (call) this.#signal(call);
  }

  cancelAll(): void {
    for (const call of [...this.#open.values()]) this.#signal(call);
  }

  #signal(call: OpenCall): void {
    try {
      call.cancel();
    } catch (error) {
      this.#onFault(CANCEL, error);
    }
  }

  #refusal(id: MessageId): RpcError | null {
    if (this.#open.has(id))
      return refuse(
        RPC_CODES.invalidRequest,
        'invalid-request',
        `The id ${id} is in use by an open request.`,
      );
    if (this.#open.size >= this.#maxOpen)
      return refuse(RPC_CODES.busy, 'busy', `${this.#maxOpen} requests are open already.`);
    return null;
  }

  #failed(method: string, error: unknown): Answer {
    if (error instanceof RpcError) return { kind: 'error', error };
    this.#onFault(method, error);
    return { kind: 'error', error: internalError(method) };
  }
}

const unknownMethod = (method: string): RpcError =>
  refuse(RPC_CODES.methodNotFound, 'unknown-method', `There is no method ${method}.`);

export const internalError = (method: string): RpcError =>
  refuse(RPC_CODES.internal, 'internal', `${method} failed on the other side.`);

const refuse = (code: number, name: string, message: string): RpcError =>
  new RpcError(code, message, { code: name, nextStep: null });
