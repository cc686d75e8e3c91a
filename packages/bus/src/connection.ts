import { type CloseReason, ConnectionClosed, RpcError, wireErrorOf } from './failure.ts';
import { encodeFrame, type FrameDecoder, FrameTooLarge, frameDecoder, MAX_FRAME } from './frames.ts';
import { IncomingCalls, internalError, type RequestHandler } from './incoming-calls.ts';
import { CANCEL, type Incoming, type MessageId, RPC_CODES, readMessage } from './message.ts';
import { type Call, OutgoingCalls } from './outgoing-calls.ts';
import type { After, Transport } from './transport.ts';

export interface ConnectionOptions {
  /** Largest frame in either direction, in characters. */
  readonly maxFrame?: number;
  /** A peer that leaves more than this unread is disconnected (B2). */
  readonly maxBufferedBytes?: number;
  /** Requests being worked on at once; more are answered `busy`. */
  readonly maxOpenRequests?: number;
  /** The timer behind `timeoutMs`. */
  readonly after?: After;
  /** Told what has nobody else to go to: a handler or a listener that threw. */
  readonly onFault?: (method: string, error: unknown) => void;
}

export const MAX_BUFFERED_BYTES = 32 * 1024 * 1024;
const MAX_OPEN_REQUESTS = 10_000;

/**
 * JSON-RPC 2.0 over any transport, the same at both ends, knowing no message by name (B1).
 * States: open → closed, once. Handlers and listeners are set in the same turn the connection is
 * made in; nothing is read before that turn ends.
 */
export class Connection {
  #closed: CloseReason | null = null;
  readonly #transport: Transport;
  readonly #options: ConnectionOptions;
  readonly #decoder: FrameDecoder;
  readonly #outgoing: OutgoingCalls;
  readonly #incoming: IncomingCalls;
  readonly #listeners = new Map<string, (params: unknown) => void>();
  readonly #closeListeners: ((reason: CloseReason) => void)[] = [];
  #drainWaiters: (() => void)[] = [];

  constructor(transport: Transport, options: ConnectionOptions = {}) {
    this.#transport = transport;
    this.#options = options;
    this.#decoder = frameDecoder(options.maxFrame ?? MAX_FRAME);
    this.#outgoing = new OutgoingCalls((id) => this.notify(CANCEL, { id }));
    const onFault = (method: string, error: unknown) => options.onFault?.(method, error);
    this.#incoming = new IncomingCalls(options.maxOpenRequests ?? MAX_OPEN_REQUESTS, onFault);
    transport.onText((text) => this.#read(text));
    transport.onClose((cause) => this.#end('closed-there', cause));
    transport.onDrain(() => this.#releaseWaiters());
  }

  get closed(): CloseReason | null {
    return this.#closed;
  }

  handle(method: string, handler: RequestHandler): void {
    this.#incoming.handle(method, handler);
  }

  listen(method: string, listener: (params: unknown) => void): void {
    if (this.#listeners.has(method)) throw new Error(`${method} has a listener already.`);
    this.#listeners.set(method, listener);
  }

  /** Called once with the reason; at once when the connection is closed already. */
  onClose(call: (reason: CloseReason) => void): void {
    if (this.#closed) call(this.#closed);
    else this.#closeListeners.push(call);
  }

  request(method: string, params?: object, options?: { readonly timeoutMs?: number }): Promise<unknown> {
    return this.call(method, params, options).answer;
  }

  /** Whatever goes wrong rejects the answer: see `failure.ts`, and FrameTooLarge for params beyond the limit. */
  call(method: string, params?: object, options: { readonly timeoutMs?: number } = {}): Call {
    const { timeoutMs } = options;
    const { after } = this.#options;
    if (timeoutMs !== undefined && !after) throw new Error('A timeout needs a connection with a timer.');
    const call = this.#outgoing.open(
      method,
      after && timeoutMs !== undefined ? { after, ms: timeoutMs } : null,
    );
    if (this.#closed) this.#outgoing.reject(call.id, new ConnectionClosed(this.#closed));
    else this.#sendRequest(call.id, method, params);
    return call;
  }

  /** False when the connection is closed, before or by this message. Throws FrameTooLarge beyond the limit. */
  notify(method: string, params?: object): boolean {
    if (!this.#closed) this.#send({ jsonrpc: '2.0', method, params });
    return this.#closed === null;
  }

  bufferedBytes(): number {
    return this.#transport.bufferedBytes();
  }

  /** Resolves when all that was sent has left this process, or the connection is closed. */
  drained(): Promise<void> {
    if (this.#closed || this.#transport.bufferedBytes() === 0) return Promise.resolve();
    return new Promise((resolve) => this.#drainWaiters.push(resolve));
  }

  /** Answers that are still awaited reject with ConnectionClosed. Repeating it is harmless. */
  close(): void {
    this.#end('closed-here');
  }

  #read(text: string): void {
    if (this.#closed) return;
    const { frames, overflow } = this.#decoder.push(text);
    for (const frame of frames) {
      this.#take(readMessage(frame));
      if (this.#closed) return;
    }
    if (overflow) {
      const data = { code: 'too-large', nextStep: null };
      this.#sendError(null, new RpcError(RPC_CODES.invalidRequest, overflow.message, data));
      this.#end('oversize', overflow);
    }
  }

  #take(message: Incoming): void {
    switch (message.kind) {
      case 'request':
        this.#incoming.take(message.id, message.method, message.params, (answer) => {
          if (answer.kind === 'result') this.#sendResult(message.id, message.method, answer.result);
          else this.#sendError(message.id, answer.error);
        });
        break;
      case 'notification':
        this.#hear(message.method, message.params);
        break;
      case 'result':
        this.#outgoing.resolve(message.id, message.result);
        break;
      case 'error':
        // Without an id it answers something of ours that the peer could not read: no call to end.
        if (message.id !== null) this.#outgoing.fail(message.id, message.error);
        break;
      case 'unreadable':
        this.#send({ jsonrpc: '2.0', id: message.id, error: message.error });
        break;
    }
  }

  /** A notification nobody listens to is dropped, as the standard says. */
  #hear(method: string, params: unknown): void {
    if (method === CANCEL) {
      const id = (params as { readonly id?: MessageId } | undefined)?.id;
      if (id !== undefined) this.#incoming.cancel(id);
      return;
    }
    try {
      this.#listeners.get(method)?.(params);
    } catch (error) {
      this.#options.onFault?.(method, error);
    }
  }

  #sendRequest(id: MessageId, method: string, params: object | undefined): void {
    try {
      this.#send({ jsonrpc: '2.0', id, method, params });
    } catch (error) {
      this.#outgoing.reject(id, error as Error);
    }
  }

  /** A result that cannot be sent still ends the call: the caller must not wait for ever. */
  #sendResult(id: MessageId, method: string, result: unknown): void {
    try {
      this.#send({ jsonrpc: '2.0', id, result: result === undefined ? null : result });
    } catch (error) {
      this.#options.onFault?.(method, error);
      const data = { code: 'too-large', nextStep: 'Ask for less at once.' };
      const answer =
        error instanceof FrameTooLarge
          ? new RpcError(RPC_CODES.internal, `The answer to ${method} is too large to send.`, data)
          : internalError(method);
      this.#sendError(id, answer);
    }
  }

  #sendError(id: MessageId | null, error: RpcError): void {
    this.#send({ jsonrpc: '2.0', id, error: wireErrorOf(error) });
  }

  #send(message: object): void {
    if (this.#closed) return;
    const frame = encodeFrame(message, this.#options.maxFrame ?? MAX_FRAME);
    if (!this.#transport.send(frame)) this.#end('closed-there');
    else if (this.#transport.bufferedBytes() > (this.#options.maxBufferedBytes ?? MAX_BUFFERED_BYTES))
      this.#end('slow-peer');
  }

  #end(reason: CloseReason, cause: Error | null = null): void {
    if (this.#closed) return;
    this.#closed = reason;
    this.#transport.close();
    this.#outgoing.rejectAll(new ConnectionClosed(reason, cause));
    this.#incoming.cancelAll();
    this.#releaseWaiters();
    for (const call of this.#closeListeners.splice(0)) call(reason);
  }

  #releaseWaiters(): void {
    const waiters = this.#drainWaiters;
    this.#drainWaiters = [];
    for (const resolve of waiters) resolve();
  }
}
