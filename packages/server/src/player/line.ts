import { writeSync } from 'node:fs';
import { type FromPlayer, type Opening, readToPlayer } from '@symphony/adapters/agent/runtime';

const OUT = 1;

/** A turn that was asked for. */
export interface Turn {
  readonly prompt: string;
  /** Falls when this turn is interrupted, and when nobody listens any more. */
  readonly signal: AbortSignal;
}

/**
 * The player's end of the wire. What it says is written at once and in order; when nobody listens any more the
 * process ends, with its journal intact.
 */
export class PlayerLine {
  readonly #turns: Turn[] = [];
  readonly #answers = new Map<string, string>();
  #opening: Opening | null = null;
  #closed = false;
  /** Of the turn that was asked for last, which may be over already: aborting it does nothing then. */
  #latest = new AbortController();
  /** Settled with the next line, for everybody who waits. */
  #news = Promise.withResolvers<void>();

  constructor(input: NodeJS.ReadableStream) {
    let rest = '';
    input.setEncoding('utf8');
    input.on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) this.#take(line);
    });
    const close = (): void => {
      this.#closed = true;
      this.#latest.abort(new Error('Nobody listens any more.'));
      this.#spread();
    };
    input.once('end', close);
    input.once('error', close);
  }

  get closed(): boolean {
    return this.#closed;
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

  /** Null when the line closes first. */
  opening(): Promise<Opening | null> {
    return this.#until(() => this.#opening);
  }

  nextTurn(): Promise<Turn | null> {
    return this.#until(() => this.#turns.shift() ?? null);
  }

  /** Null when the signal falls or the line closes first. */
  answerTo(question: string, signal: { readonly aborted: boolean }): Promise<string | null> {
    return this.#until(() => this.#answers.get(question) ?? (signal.aborted ? '' : null)).then(
      (answer) => answer || null,
    );
  }

  hasAnswer(question: string): boolean {
    return this.#answers.has(question);
  }

  /** Lets everybody who waits look again. */
  stir(): void {
    this.#spread();
  }

  #take(line: string): void {
    if (line.trim() === '') return;
    const said = readToPlayer(line);
    // Heard by a person in the message of the exit. The line itself may hold a key.
    if (said === null) process.stderr.write('a line was not understood\n');
    if (said?.type === 'open') this.#opening = said;
    if (said?.type === 'turn') {
      this.#latest = new AbortController();
      this.#turns.push({ prompt: said.prompt, signal: this.#latest.signal });
    }
    if (said?.type === 'interrupt') this.#latest.abort(new Error('The turn was interrupted.'));
    // The first answer counts: repeating one is harmless.
    if (said?.type === 'answer' && !this.#answers.has(said.question))
      this.#answers.set(said.question, said.text);
    this.#spread();
  }

  #spread(): void {
    this.#news.resolve();
    this.#news = Promise.withResolvers();
  }

  async #until<T>(look: () => T | null): Promise<T | null> {
    for (;;) {
      const found = look();
      if (found !== null) return found;
      if (this.#closed) return null;
      await this.#news.promise;
    }
  }
}
