import { writeSync } from 'node:fs';
import { LineReader } from './line-reader.ts';
import type { TurnMessage } from './turn-wire.ts';

const OUT = 1;

/** A turn that was asked for. */
export interface AskedTurn {
  readonly prompt: string;
  /** Falls when this turn is interrupted. */
  readonly interruption: AbortSignal;
}

/**
 * The other end of `TurnWire`, in the process of a player of our own. What it says is written at once and in order;
 * when nobody listens any more (EPIPE) the process ends there, with its journal intact: an agent whose conductor died
 * does at most one step unheard.
 */
export abstract class TurnLine<Said> {
  readonly #turns: AskedTurn[] = [];
  readonly #answers = new Map<string, string>();
  readonly #closing = new AbortController();
  /** Of the turn that was asked for last, which may be over already: aborting it does nothing then. */
  #latest = new AbortController();
  /** Settled with the next line, for everybody who waits: a step that was interrupted waits on, unheeded. */
  #news = Promise.withResolvers<void>();

  constructor(input: NodeJS.ReadableStream) {
    // No limit here: the adapter is trusted, and a script may be as long as its author likes.
    const reader = new LineReader(({ text }) => this.#take(text), Number.POSITIVE_INFINITY);
    const close = (): void => {
      this.#closing.abort(new Error('Nobody listens any more.'));
      this.stir();
    };
    input.on('data', (chunk: Buffer) => reader.push(chunk));
    input.once('end', close);
    input.once('error', close);
  }

  /** Keeps what is its own of a line; answers with what is about turns. */
  protected abstract read(line: string): TurnMessage | null;

  get closed(): boolean {
    return this.#closing.signal.aborted;
  }

  /** Falls when nobody listens any more. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  tell(line: Said): void {
    const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(OUT, bytes, at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
      process.exit(0);
    }
  }

  /** Null when the line closes first. */
  protected nextAsked(): Promise<AskedTurn | null> {
    return this.until(() => this.#turns.shift() ?? null);
  }

  hasAnswer(question: string): boolean {
    return this.#answers.has(question);
  }

  protected answerOf(question: string): string | null {
    return this.#answers.get(question) ?? null;
  }

  /** Lets everybody who waits look again. */
  stir(): void {
    this.#news.resolve();
    this.#news = Promise.withResolvers();
  }

  /** Null when the line closes first. */
  protected async until<T>(look: () => T | null): Promise<T | null> {
    for (;;) {
      const found = look();
      if (found !== null) return found;
      if (this.closed) return null;
      await this.#news.promise;
    }
  }

  #take(line: string): void {
    const said = this.read(line);
    if (said?.type === 'turn') {
      this.#latest = new AbortController();
      this.#turns.push({ prompt: said.prompt, interruption: this.#latest.signal });
    }
    if (said?.type === 'interrupt') this.#latest.abort(new Error('The turn was interrupted.'));
    // The first answer counts: repeating one is harmless.
    if (said?.type === 'answer' && !this.#answers.has(said.question))
      this.#answers.set(said.question, said.text);
    this.stir();
  }
}
