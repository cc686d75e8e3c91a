import { PortError } from '@symphony/domain';
import { inTime } from '../../process/patience.ts';
import type { AgentLine } from '../program/index.ts';
import type { Incoming, Outcome, RequestId } from './wire.ts';

const METHOD_NOT_FOUND = -32601;

/**
 * Our side of the JSON-RPC conversation. An answer is handed over while its line is read, so what the
 * agent said before it has been dealt with and what comes after it has not: the end of a turn stays
 * where it was on the wire. (The protocol's own library answers by promises and keeps no such order.)
 */
export class Peer {
  readonly #line: Pick<AgentLine, 'send'>;
  readonly #waiting = new Map<RequestId, (outcome: Outcome) => void>();
  #next = 1;

  constructor(line: Pick<AgentLine, 'send'>) {
    this.#line = line;
  }

  request(method: string, params: object, settle: (outcome: Outcome) => void): void {
    const id = this.#next++;
    this.#waiting.set(id, settle);
    this.#line.send({ jsonrpc: '2.0', id, method, params });
  }

  /** Rejects when the agent says nothing for too long; what it says later is let go. */
  async ask(method: string, params: object, withinMs: number): Promise<Outcome> {
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    this.request(method, params, resolve);
    const outcome = await inTime(promise, withinMs, null);
    if (outcome !== null) return outcome;
    throw new PortError({
      code: 'timeout',
      message: `It did not answer ${method} within ${withinMs / 1000} s: see whether it speaks the Agent Client Protocol.`,
    });
  }

  notify(method: string, params: object): void {
    this.#line.send({ jsonrpc: '2.0', method, params });
  }

  respond(id: RequestId, result: object): void {
    this.#line.send({ jsonrpc: '2.0', id, result });
  }

  /** Every request is answered: an agent that waits for ever looks like one that thinks. */
  refuse(id: RequestId, method: string): void {
    const error = { code: METHOD_NOT_FOUND, message: `${method} is not offered by this client` };
    this.#line.send({ jsonrpc: '2.0', id, error });
  }

  /** The agent is gone: whoever waits is told so. */
  close(): void {
    const error = { code: 0, message: 'the agent ended before it answered', data: null };
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const settle of waiting) settle({ ok: false, error });
  }

  /** False when nobody waits for this answer. */
  settle({ id, outcome }: Incoming & { kind: 'answer' }): boolean {
    const settle = this.#waiting.get(id);
    this.#waiting.delete(id);
    settle?.(outcome);
    return settle !== undefined;
  }
}
