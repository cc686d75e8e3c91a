import { IncomingCalls, type Responder } from './calls/incoming-calls.ts';
import type { RequestHandler } from './calls/open-call.ts';
import { type Call, OutgoingCalls } from './calls/outgoing-calls.ts';
import {
  type ConnectionOptions,
  MAX_BUFFERED_BYTES,
  MAX_OPEN_REQUESTS,
  type RequestOptions,
  type StreamRequestOptions,
  WINDOW,
} from './connection-options.ts';
import { type CloseReason, ConnectionClosed, RpcError } from './failure.ts';
import { type FrameGarbled, FrameTooLarge, MAX_FRAME } from './framing/framing.ts';
import { newline } from './framing/newline.ts';
import { Heartbeat } from './heartbeat.ts';
import { acceptedFraming, chooseFraming } from './hello.ts';
import {
  CANCEL,
  CREDIT,
  HELLO,
  type Incoming,
  type IncomingRequest,
  type MessageId,
  PING,
  READY,
  RPC_CODES,
  readCredit,
  VALUE,
} from './message.ts';
import type { Meta } from './meta.ts';
import { type Message, Outbox } from './outbox.ts';
import type { Transport } from './transport.ts';
import { Wire } from './wire.ts';

/**
 * JSON-RPC 2.0 over any transport, the same at both ends, knowing no message by name (B1).
 * States: open → closed, once. Handlers and listeners are set in the same turn the connection is
 * made in; nothing is read before that turn ends.
 */
export class Connection {
  #closed: CloseReason | null = null;
  readonly #transport: Transport;
  readonly #options: ConnectionOptions;
  readonly #outbox: Outbox;
  readonly #wire: Wire;
  readonly #outgoing: OutgoingCalls;
  readonly #incoming: IncomingCalls;
  readonly #heartbeat: Heartbeat | null;
  readonly #listeners = new Map<string, (params: unknown, meta: Meta) => void>();
  readonly #closeListeners: ((reason: CloseReason) => void)[] = [];
  #drainWaiters: (() => void)[] = [];

  constructor(transport: Transport, options: ConnectionOptions = {}) {
    this.#transport = transport;
    this.#options = options;
    this.#outgoing = new OutgoingCalls({
      giveUp: (id) => this.notify(CANCEL, { id }),
      grant: (id, credit) => this.notify(CREDIT, { id, credit }),
    });
    this.#incoming = new IncomingCalls(
      {
        maxOpen: options.maxOpenRequests ?? MAX_OPEN_REQUESTS,
        maxConcurrent: options.maxConcurrent ?? Number.POSITIVE_INFINITY,
        after: options.after ?? null,
        onFault: (method, error) => options.onFault?.(method, error),
      },
      this.#responder(),
    );
    this.#incoming.handle(PING, () => null);
    this.#wire = new Wire(transport, options.framing ?? newline, options.maxFrame ?? MAX_FRAME, {
      take: (message) => this.#take(message),
      broken: (error) => this.#break(error),
    });
    this.#outbox = new Outbox({
      wire: this.#wire,
      transport,
      maxBuffered: options.maxBufferedBytes ?? MAX_BUFFERED_BYTES,
      end: (reason) => this.#end(reason),
      reject: (id, error) => this.#outgoing.reject(id, error),
      onFault: (method, error) => options.onFault?.(method, error),
    });
    transport.onClose((cause) => this.#end('closed-there', cause));
    transport.onDrain(() => this.#releaseWaiters());
    this.#heartbeat = this.#startHeartbeat();
  }

  get closed(): CloseReason | null {
    return this.#closed;
  }

  handle(method: string, handler: RequestHandler): void {
    this.#incoming.handle(method, handler);
  }

  listen(method: string, listener: (params: unknown, meta: Meta) => void): void {
    if (this.#listeners.has(method)) throw new Error(`${method} has a listener already.`);
    this.#listeners.set(method, listener);
  }

  /** Called once with the reason; at once when the connection is closed already. */
  onClose(call: (reason: CloseReason) => void): void {
    if (this.#closed) call(this.#closed);
    else this.#closeListeners.push(call);
  }

  request(method: string, params?: object, options?: RequestOptions): Promise<unknown> {
    return this.call(method, params, options).answer;
  }

  /** Whatever goes wrong rejects the answer: see `failure.ts`, and FrameTooLarge for params beyond the limit. */
  call(method: string, params?: object, options: RequestOptions = {}): Call {
    const { timeoutMs, meta } = options;
    const { after } = this.#options;
    if (timeoutMs !== undefined && !after) throw new Error('A timeout needs a connection with a timer.');
    const call = this.#outgoing.open(
      method,
      after && timeoutMs !== undefined ? { after, ms: timeoutMs } : null,
    );
    this.#sendRequest(call.id, { jsonrpc: '2.0', id: call.id, method, params, meta });
    return call;
  }

  /**
   * The values the other side's handler yields, one after the other. It is asked for more as these
   * are taken; leaving the loop calls it off; what goes wrong is thrown after the values before it.
   */
  stream(
    method: string,
    params?: object,
    { meta, window = WINDOW }: StreamRequestOptions = {},
  ): AsyncIterableIterator<unknown, undefined> {
    const { id, values } = this.#outgoing.openStream(method, window);
    this.#sendRequest(id, { jsonrpc: '2.0', id, method, params, meta, credit: window });
    return values;
  }

  /** False when the connection is closed, before or by this message. Throws FrameTooLarge beyond the limit. */
  notify(method: string, params?: object, meta?: Meta): boolean {
    if (!this.#closed) this.#outbox.say({ jsonrpc: '2.0', method, params, meta });
    return this.#closed === null;
  }

  /**
   * Agrees with the other side on the best framing both offer and changes to it; resolves with its
   * name. One side asks. Whatever is said meanwhile waits. A peer that knows nothing of it stays as it is.
   */
  async negotiate(): Promise<string> {
    const { framings = [] } = this.#options;
    if (framings.length === 0 || this.#outbox.held) return this.#wire.framing.name;
    const asked = this.#outgoing.open(HELLO, null);
    const params = { framings: framings.map(({ name }) => name) };
    this.#sendRequest(asked.id, { jsonrpc: '2.0', id: asked.id, method: HELLO, params });
    this.#outbox.hold();
    try {
      const framing = acceptedFraming(await asked.answer, framings);
      if (framing && this.#closed === null) {
        this.#wire.changeTo(framing);
        this.#wire.send({ jsonrpc: '2.0', method: READY });
      }
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
    } finally {
      this.#outbox.release();
    }
    return this.#wire.framing.name;
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

  #take(message: Incoming): void {
    switch (message.kind) {
      case 'request':
        if (message.method === HELLO) this.#answerHello(message);
        else this.#incoming.take(message);
        break;
      case 'notification':
        this.#hear(message.method, message.params, message.meta);
        break;
      case 'result':
        this.#outgoing.resolve(message.id, message.result);
        break;
      case 'error':
        // Without an id it answers something of ours that the peer could not read: no call to end.
        if (message.id !== null) this.#outgoing.fail(message.id, message.error);
        break;
      case 'unreadable':
        this.#outbox.say({ jsonrpc: '2.0', id: message.id, error: message.error });
        break;
    }
  }

  /** A notification nobody listens to is dropped, as the standard says. */
  #hear(method: string, params: unknown, meta: Meta): void {
    if (OWN.has(method)) {
      this.#hearOwn(method, (params ?? {}) as OwnParams);
      return;
    }
    try {
      this.#listeners.get(method)?.(params, meta);
    } catch (error) {
      this.#options.onFault?.(method, error);
    }
  }

  #hearOwn(method: string, { id, value, credit }: OwnParams): void {
    if (method === READY) this.#outbox.release();
    if (id === undefined) return;
    if (method === CANCEL) this.#incoming.cancel(id);
    else if (method === VALUE) this.#outgoing.hear(id, value);
    else if (method === CREDIT) this.#incoming.grant(id, readCredit(credit) ?? 0);
  }

  /** After the answer nothing is said until the other side has spoken in the new framing: it listens then. */
  #answerHello({ id, params }: IncomingRequest): void {
    const current = this.#wire.framing;
    const ours = [current, ...(this.#options.framings ?? [])];
    // Two that ask at once stay as they are: each hears so from the other, past what it holds back.
    const framing = (this.#outbox.held ? null : chooseFraming(params, ours)) ?? current;
    this.#wire.send({ jsonrpc: '2.0', id, result: { framing: framing.name } });
    if (framing === current) return;
    this.#outbox.hold();
    this.#wire.changeTo(framing);
  }

  #sendRequest(id: MessageId, message: Message): void {
    if (this.#closed) {
      this.#outgoing.reject(id, new ConnectionClosed(this.#closed));
      return;
    }
    try {
      this.#outbox.say(message);
    } catch (error) {
      this.#outgoing.reject(id, error as Error);
    }
  }

  #responder(): Responder {
    return {
      result: ({ id, method }, result) => this.#outbox.sayResult(id, method, result),
      error: ({ id }, error) => this.#outbox.sayError(id, error),
      value: ({ id }, value) => this.#outbox.say({ jsonrpc: '2.0', method: VALUE, params: { id, value } }),
    };
  }

  #break(error: FrameTooLarge | FrameGarbled): void {
    const oversize = error instanceof FrameTooLarge;
    const data = { code: oversize ? 'too-large' : 'garbled', nextStep: null };
    this.#outbox.sayError(null, new RpcError(RPC_CODES.invalidRequest, error.message, data));
    this.#end(oversize ? 'oversize' : 'garbled', error);
  }

  #startHeartbeat(): Heartbeat | null {
    const { after, heartbeat } = this.#options;
    if (!heartbeat) return null;
    if (!after) throw new Error('A heartbeat needs a connection with a timer.');
    return new Heartbeat(heartbeat, {
      after,
      heard: () => this.#wire.chunks,
      // Nobody waits for the answer: that something comes is the answer.
      ping: () => this.#outbox.say({ jsonrpc: '2.0', id: PING, method: PING }),
      giveUp: () => this.#end('silent-peer'),
    });
  }

  #end(reason: CloseReason, cause: Error | null = null): void {
    if (this.#closed) return;
    this.#closed = reason;
    this.#wire.stop();
    this.#heartbeat?.stop();
    this.#outbox.shut();
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

/** Notifications that are about the connection; all others, also of that form, are the listeners'. */
const OWN = new Set([CANCEL, CREDIT, READY, VALUE]);

interface OwnParams {
  readonly id?: MessageId;
  readonly value?: unknown;
  readonly credit?: unknown;
}
