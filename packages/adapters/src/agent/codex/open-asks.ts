import type { Ask } from './asks.ts';
import type { Reply, RequestId } from './wire.ts';

interface OpenAsk {
  readonly ask: Ask;
  readonly answers: Map<string, string>;
}

/** The requests of codex that wait for somebody. An answer is sent once, and when it is whole. */
export class OpenAsks {
  readonly #open = new Map<RequestId, OpenAsk>();

  add(request: RequestId, ask: Ask): void {
    this.#open.set(request, { ask, answers: new Map() });
  }

  /** What to send, or null: nobody waits for it (any more), or more answers of the same request are missing. */
  answer(id: string, text: string): { readonly request: RequestId; readonly reply: Reply } | null {
    for (const [request, { ask, answers }] of this.#open) {
      if (!ask.ids.includes(id)) continue;
      answers.set(id, text);
      if (answers.size < ask.ids.length) return null;
      this.#open.delete(request);
      return { request, reply: ask.reply(answers) };
    }
    return null;
  }

  /** Codex waits no longer for this request. Returns the questions nobody has answered. */
  resolved(request: RequestId): string[] {
    const open = this.#open.get(request);
    this.#open.delete(request);
    return open ? unanswered(open) : [];
  }

  /** The turn is over, and with it everything that was asked in it. */
  withdrawAll(): string[] {
    const ids = [...this.#open.values()].flatMap(unanswered);
    this.#open.clear();
    return ids;
  }
}

const unanswered = ({ ask, answers }: OpenAsk): string[] => ask.ids.filter((id) => !answers.has(id));
