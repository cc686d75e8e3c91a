import { StringDecoder } from 'node:string_decoder';

/**
 * The beginning and the end of everything written to it, in the order it arrived: programs say at the start what
 * they do and at the end what came of it. Holds little, however much is written.
 */
export class BoundedOutput {
  readonly #most: { readonly head: number; readonly tail: number };
  readonly #decoder = new StringDecoder('utf8');
  #head = '';
  /** Up to twice what is told: cutting copies, so it is done now and then. */
  #tail = '';
  #characters = 0;

  constructor(most: { readonly head: number; readonly tail: number }) {
    this.#most = most;
  }

  /** Tells what the bytes say. */
  write(chunk: Buffer): string {
    const said = this.#decoder.write(chunk);
    const room = this.#most.head - this.#head.length;
    this.#characters += said.length;
    this.#head += said.slice(0, room);
    if (said.length > room) this.#tail += said.slice(room);
    if (this.#tail.length > this.#most.tail * 2) this.#tail = this.#tail.slice(-this.#most.tail);
    return said;
  }

  /** Whether something was left out. */
  get cut(): boolean {
    return this.#characters > this.#most.head + this.#most.tail;
  }

  text(): string {
    if (!this.cut) return this.#head + this.#tail;
    const left = this.#characters - this.#most.head - this.#most.tail;
    return `${this.#head}\n… ${left} characters left out …\n${this.#tail.slice(-this.#most.tail)}`;
  }
}
