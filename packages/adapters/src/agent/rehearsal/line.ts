import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { LineReader } from '../program/line-reader.ts';
import { type FromPlayer, type Greeting, type Opening, readToPlayer } from './wire.ts';

const OUT = 1;

/** A turn that was asked for. */
export interface Turn {
  readonly prompt: string;
  /** Aborted when the conductor interrupts this turn. */
  readonly interruption: AbortSignal;
}

/**
 * The player's end of the wire. What it says is written at once and in order; when nobody listens
 * any more (EPIPE) the process ends there, with its journal intact: an agent whose conductor died
 * does at most one step unheard.
 */
export class ConductorLine {
  readonly #turns: Turn[] = [];
  #taken = 0;
  readonly #answers = new Map<string, string>();
  readonly #closing = new AbortController();
  #opening: Opening | null = null;
  #greeting: Greeting | null = null;
  /** Of the turn that was asked for last, which may be over already: aborting it does nothing then. */
  #latest = new AbortController();
  /** Settled with the next line, for everybody who waits: a step that was interrupted waits on, unheeded. */
  #news = Promise.withResolvers<void>();

  constructor(input: NodeJS.ReadableStream) {
    // No limit here: a script may be as long as its author likes, and the adapter is trusted.
    const reader = new LineReader(({ text }) => this.#take(text), Number.POSITIVE_INFINITY);
    const close = (): void => {
      this.#closing.abort();
      this.#spread();
    };
    input.on('data', (chunk: Buffer) => reader.push(chunk));
    input.once('end', close);
    input.once('error', close);
  }

  get closed(): boolean {
    return this.#closing.signal.aborted;
  }

  tell(line: FromPlayer): void {
    const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(OUT, bytes, at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
      process.exit(0);
    }
  }

  /** What it says first. Null when the line closes before. */
  beginning(): Promise<Greeting | Opening | null> {
    return this.#until(() => this.#greeting ?? this.#opening);
  }

  /** Null when the line closes first. */
  opening(): Promise<Opening | null> {
    return this.#until(() => this.#opening);
  }

  /** How many turns have been taken from it. */
  get turn(): number {
    return this.#taken;
  }

  async nextTurn(): Promise<Turn | null> {
    const next = await this.#until(() => this.#turns.shift() ?? null);
    if (next !== null) this.#taken += 1;
    return next;
  }

  /** An answer that came before its question is taken as well. */
  answerTo(question: string): Promise<string | null> {
    return this.#until(() => this.#answers.get(question) ?? null);
  }

  hasAnswer(question: string): boolean {
    return this.#answers.has(question);
  }

  async wait(ms: number): Promise<void> {
    try {
      await sleep(ms, undefined, { signal: this.#closing.signal });
    } catch (error) {
      if (!this.closed) throw error;
    }
  }

  #take(line: string): void {
    const said = readToPlayer(line);
    // Heard by a person in the message of the exit, should it ever matter.
    if (said === null) process.stderr.write(`not understood: ${line.slice(0, 200)}\n`);
    if (said?.type === 'greet') this.#greeting = said;
    if (said?.type === 'open') this.#opening = said;
    if (said?.type === 'turn') this.#receive(said.prompt);
    if (said?.type === 'interrupt') this.#latest.abort();
    // The first answer counts: repeating one is harmless.
    if (said?.type === 'answer' && !this.#answers.has(said.question))
      this.#answers.set(said.question, said.text);
    this.#spread();
  }

  #receive(prompt: string): void {
    this.#latest = new AbortController();
    this.#turns.push({ prompt, interruption: this.#latest.signal });
  }

  #spread(): void {
    this.#news.resolve();
    this.#news = Promise.withResolvers();
  }

  async #until<T>(look: () => T | null): Promise<T | null> {
    for (;;) {
      const found = look();
      if (found !== null) return found;
      if (this.closed) return null;
      await this.#news.promise;
    }
  }
}
