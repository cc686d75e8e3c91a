import { RpcError } from '../failure.ts';
import { FrameTooLarge } from '../framing/framing.ts';
import { CANCEL, type IncomingRequest, type MessageId } from '../message.ts';
import type { After } from '../transport.ts';
import { AnswerStream, isStream } from './answer-stream.ts';
import { OpenCall, type RequestHandler } from './open-call.ts';
import {
  answerTooLarge,
  calledOff,
  idInUse,
  internalError,
  notAStream,
  onlyAStream,
  timeIsOver,
  tooManyOpen,
  unknownMethod,
} from './refusal.ts';
import { WaitingLine } from './waiting-line.ts';

/** Where answers go. Each request is answered exactly once, after the values of its stream. */
export interface Responder {
  result(request: IncomingRequest, result: unknown): void;
  error(request: IncomingRequest, error: RpcError): void;
  /** Throws FrameTooLarge. */
  value(request: IncomingRequest, value: unknown): void;
}

export interface IncomingLimits {
  /** Requests that are not answered yet, begun or not. */
  readonly maxOpen: number;
  /** Of those, how many are worked on at once. */
  readonly maxConcurrent: number;
  /** Behind the time a caller gives; without it that time is not watched. */
  readonly after: After | null;
  readonly onFault: (method: string, error: unknown) => void;
}

/**
 * The requests the other side waits for. Handlers start in the order the requests came; where only
 * so many may be worked on at once, the rest wait by priority (see WaitingLine).
 */
export class IncomingCalls {
  #running = 0;
  readonly #handlers = new Map<string, RequestHandler>();
  readonly #open = new Map<MessageId, OpenCall>();
  readonly #line = new WaitingLine<OpenCall>();
  readonly #limits: IncomingLimits;
  readonly #respond: Responder;

  constructor(limits: IncomingLimits, respond: Responder) {
    this.#limits = limits;
    this.#respond = respond;
  }

  handle(method: string, handler: RequestHandler): void {
    if (this.#handlers.has(method)) throw new Error(`${method} has a handler already.`);
    this.#handlers.set(method, handler);
  }

  /** Answers before it returns when the handler is free to start and returns no promise. */
  take(request: IncomingRequest): void {
    const handler = this.#handlers.get(request.method);
    if (!handler) this.#respond.error(request, unknownMethod(request.method));
    else if (this.#open.has(request.id)) this.#respond.error(request, idInUse(request.id));
    else if (this.#open.size >= this.#limits.maxOpen)
      this.#respond.error(request, tooManyOpen(this.#limits.maxOpen));
    else this.#admit(new OpenCall(request, handler));
  }

  cancel(id: MessageId): void {
    const call = this.#open.get(id);
    if (call) this.#stop(call, calledOff(call.request.method));
  }

  cancelAll(): void {
    for (const call of [...this.#open.values()]) this.#stop(call, calledOff(call.request.method));
  }

  /** More values of a stream may be sent. */
  grant(id: MessageId, credit: number): void {
    this.#open.get(id)?.stream?.grant(credit);
  }

  #admit(call: OpenCall): void {
    if (this.#running < this.#limits.maxConcurrent) {
      this.#start(call);
      return;
    }
    this.#keep(call);
    this.#line.add(call, call.meta.priority ?? 'normal');
  }

  #start(call: OpenCall): void {
    call.started = true;
    let outcome: unknown;
    try {
      outcome = call.handler(call.request.params, call);
    } catch (error) {
      this.#fail(call, error);
      return;
    }
    if (outcome instanceof Promise || isStream(outcome) || call.request.credit !== null) {
      this.#keep(call);
      this.#running += 1;
      void this.#work(call, outcome);
    } else this.#answer(call, outcome);
  }

  async #work(call: OpenCall, outcome: unknown): Promise<void> {
    try {
      const result = await outcome;
      if (isStream(result) || call.request.credit !== null) await this.#stream(call, result);
      else this.#answer(call, result);
    } catch (error) {
      this.#fail(call, error);
    }
    this.#running -= 1;
    this.#startWaiting();
  }

  async #stream(call: OpenCall, values: unknown): Promise<void> {
    const { method, credit } = call.request;
    if (!isStream(values)) throw notAStream(method);
    if (credit === null) throw onlyAStream(method);
    call.stream = new AnswerStream(values, credit, (value) => this.#respond.value(call.request, value));
    if (call.signalled()) call.stream.stop();
    await call.stream.run();
    this.#answer(call, null);
  }

  #startWaiting(): void {
    while (this.#running < this.#limits.maxConcurrent) {
      const call = this.#line.next();
      if (!call) return;
      this.#start(call);
    }
  }

  /** Counts it as open, once, and watches its time. */
  #keep(call: OpenCall): void {
    const { id, method, meta } = call.request;
    if (this.#open.get(id) === call) return;
    this.#open.set(id, call);
    const { timeoutMs } = meta;
    if (timeoutMs === undefined || !this.#limits.after) return;
    call.stopTimer = this.#limits.after(timeoutMs, () => {
      const error = timeIsOver(method, timeoutMs);
      if (call.started) this.#refuse(call, error);
      this.#stop(call, error);
    });
  }

  /** One that waits never begins; one that has begun is told, and may still answer. */
  #stop(call: OpenCall, error: RpcError): void {
    if (!call.started) {
      this.#line.remove(call);
      this.#refuse(call, error);
      this.#forget(call);
      return;
    }
    try {
      call.signal();
    } catch (fault) {
      this.#limits.onFault(CANCEL, fault);
    }
  }

  #answer(call: OpenCall, result: unknown): void {
    this.#forget(call);
    if (call.answered) return;
    call.answered = true;
    this.#respond.result(call.request, result);
  }

  #fail(call: OpenCall, error: unknown): void {
    this.#forget(call);
    const { method } = call.request;
    if (error instanceof RpcError) this.#refuse(call, error);
    else {
      this.#limits.onFault(method, error);
      this.#refuse(call, error instanceof FrameTooLarge ? answerTooLarge(method) : internalError(method));
    }
  }

  #refuse(call: OpenCall, error: RpcError): void {
    if (call.answered) return;
    call.answered = true;
    this.#respond.error(call.request, error);
  }

  #forget(call: OpenCall): void {
    call.stopTimer?.();
    if (this.#open.get(call.request.id) === call) this.#open.delete(call.request.id);
  }
}
