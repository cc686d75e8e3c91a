import { answerTooLarge, internalError } from './calls/refusal.ts';
import { MAX_HELD } from './connection-options.ts';
import { type CloseReason, type RpcError, wireErrorOf } from './failure.ts';
import { FrameTooLarge } from './framing/framing.ts';
import type { MessageId, WireError } from './message.ts';
import type { Transport } from './transport.ts';
import type { Wire } from './wire.ts';

interface OutboxParts {
  readonly wire: Wire;
  readonly transport: Transport;
  readonly maxBuffered: number;
  /** The other side is gone, or does not read. */
  readonly end: (reason: CloseReason) => void;
  /** A request that waited turned out to be unsendable. */
  readonly reject: (id: MessageId, error: Error) => void;
  readonly onFault: (method: string, error: unknown) => void;
}

/** Any message: members that are undefined are not sent. */
export interface Message {
  readonly jsonrpc: '2.0';
  readonly id?: MessageId | null;
  readonly method?: string;
  readonly params?: object | undefined;
  readonly meta?: object | undefined;
  readonly credit?: number;
  readonly result?: unknown;
  readonly error?: WireError;
}

/**
 * What this side says, in order. States: open ⇄ held, while the two ends agree on a framing, and
 * shut from either. A peer that leaves too much unread, or makes too much wait, is given up.
 */
export class Outbox {
  /** What waits; null when nothing has to. */
  #held: Message[] | null = null;
  #shut = false;
  readonly #parts: OutboxParts;

  constructor(parts: OutboxParts) {
    this.#parts = parts;
  }

  get held(): boolean {
    return this.#held !== null;
  }

  /** Throws FrameTooLarge, and TypeError for what cannot be said; nothing when it is shut. */
  say(message: Message): void {
    if (this.#shut) return;
    const { wire, transport, maxBuffered, end } = this.#parts;
    if (this.#held) {
      this.#held.push(message);
      if (this.#held.length > MAX_HELD) end('slow-peer');
    } else if (!wire.send(message)) end('closed-there');
    else if (transport.bufferedBytes() > maxBuffered) end('slow-peer');
  }

  /** A result that cannot be said still ends the call: the caller must not wait for ever. */
  sayResult(id: MessageId, method: string, result: unknown): void {
    try {
      this.say({ jsonrpc: '2.0', id, result: result === undefined ? null : result });
    } catch (error) {
      this.#parts.onFault(method, error);
      this.sayError(id, error instanceof FrameTooLarge ? answerTooLarge(method) : internalError(method));
    }
  }

  sayError(id: MessageId | null, error: RpcError): void {
    this.say({ jsonrpc: '2.0', id, error: wireErrorOf(error) });
  }

  hold(): void {
    if (!this.#shut) this.#held ??= [];
  }

  release(): void {
    const held = this.#held ?? [];
    this.#held = null;
    for (const message of held) {
      try {
        this.say(message);
      } catch (error) {
        this.#drop(message, error as Error);
      }
    }
  }

  shut(): void {
    this.#shut = true;
    this.#held = null;
  }

  #drop({ id, method }: Message, error: Error): void {
    const { reject, onFault } = this.#parts;
    if (method === undefined && id !== undefined) {
      const what = 'a request';
      this.sayError(id, error instanceof FrameTooLarge ? answerTooLarge(what) : internalError(what));
    } else if (id === undefined || id === null) onFault(method ?? '', error);
    else reject(id, error);
  }
}
