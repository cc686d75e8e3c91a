import { setTimeout as sleep } from 'node:timers/promises';
import { PortError } from '@symphony/domain';
import { type Fields, type FromCodex, OVERLOADED, type RequestId } from './wire.ts';

/** What codex did not do, and the number it gave for the reason. */
export class CallRefused extends PortError {
  readonly code: number;
  constructor(method: string, code: number, message: string) {
    const family = code === ABANDONED ? 'port_exit' : 'response_error';
    super({ code: 'refused', family, message: `codex refused ${method}: ${message}` });
    this.code = code;
  }
}

/** The process ended before it answered. */
const ABANDONED = 0;
const TRIES_WHEN_OVERLOADED = 4;
const FIRST_PAUSE_MS = 250;

type Settle = (answer: Extract<FromCodex, { kind: 'result' | 'error' }>) => void;

/**
 * Our requests to one codex process and the answers they wait for. An answer that never comes is
 * not waited for with a clock: when the process ends, `abandon` settles what is open.
 */
export class Calls {
  readonly #send: (message: object) => void;
  readonly #open = new Map<RequestId, Settle>();
  #last = 0;
  #over: string | null = null;

  constructor(send: (message: object) => void) {
    this.#send = send;
  }

  /** Rejects with CallRefused, and with `unavailable` when the process ends first. */
  async call(method: string, params: object): Promise<Fields> {
    for (let tries = 1; ; tries++) {
      const answer = await this.#once(method, params);
      if (answer.kind === 'result') return answer.result;
      if (answer.code !== OVERLOADED || tries === TRIES_WHEN_OVERLOADED)
        throw new CallRefused(method, answer.code, answer.message);
      // Several sessions that were refused at once must not come back at once.
      await sleep(FIRST_PAUSE_MS * 2 ** tries * (0.75 + Math.random() / 2));
    }
  }

  notify(method: string): void {
    this.#send({ method });
  }

  answered(message: Extract<FromCodex, { kind: 'result' | 'error' }>): void {
    if (message.id === null) return;
    const settle = this.#open.get(message.id);
    this.#open.delete(message.id);
    settle?.(message);
  }

  abandon(why: string): void {
    this.#over = why;
    for (const [id, settle] of this.#open) settle({ kind: 'error', id, code: ABANDONED, message: why });
    this.#open.clear();
  }

  #once(method: string, params: object): Promise<Parameters<Settle>[0]> {
    const id = ++this.#last;
    if (this.#over !== null)
      return Promise.resolve({ kind: 'error', id, code: ABANDONED, message: this.#over });
    return new Promise((resolve) => {
      this.#open.set(id, resolve);
      this.#send({ id, method, params });
    });
  }
}
