/** How much of one line is kept; a longer one is cut, told as cut, and reading goes on after it. */
export const LINE_LIMIT = 10 * 1024 * 1024;

export interface Line {
  readonly text: string;
  readonly cut: boolean;
}

/**
 * Splits a byte stream into lines. Bytes are kept as bytes until the line is whole, so a character
 * that arrives in two pieces is read right.
 */
export class LineReader {
  readonly #hear: (line: Line) => void;
  readonly #limit: number;
  #pieces: Buffer[] = [];
  #size = 0;
  #cut = false;

  constructor(hear: (line: Line) => void, limit: number = LINE_LIMIT) {
    this.#hear = hear;
    this.#limit = limit;
  }

  push(chunk: Buffer): void {
    let from = 0;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      this.#keep(chunk.subarray(from, at));
      this.#finish();
      from = at + 1;
    }
    this.#keep(chunk.subarray(from));
  }

  /** The stream is over: what is left is a line too. */
  end(): void {
    if (this.#size > 0) this.#finish();
  }

  #keep(piece: Buffer): void {
    const room = this.#limit - this.#size;
    if (piece.length > room) this.#cut = true;
    const kept = piece.subarray(0, Math.max(0, room));
    if (kept.length === 0) return;
    this.#pieces.push(kept);
    this.#size += kept.length;
  }

  #finish(): void {
    const line = { text: Buffer.concat(this.#pieces).toString('utf8'), cut: this.#cut };
    this.#pieces = [];
    this.#size = 0;
    this.#cut = false;
    if (line.text.trim() !== '') this.#hear(line);
  }
}
