/** Answers with an ETag, so that asking again costs nothing while they hold. The oldest go first. */
export interface KeptAnswer {
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
}

export class KeptAnswers {
  readonly #answers = new Map<string, KeptAnswer>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get(key: string): KeptAnswer | null {
    const answer = this.#answers.get(key);
    if (!answer) return null;
    this.#answers.delete(key);
    this.#answers.set(key, answer); // used again: it stays longer
    return answer;
  }

  keep(key: string, answer: KeptAnswer): void {
    this.drop(key);
    if (answer.body.byteLength > this.#maxBytes) return;
    this.#answers.set(key, answer);
    this.#bytes += answer.body.byteLength;
    for (const oldest of this.#answers.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.drop(oldest);
    }
  }

  drop(key: string): void {
    this.#bytes -= this.#answers.get(key)?.body.byteLength ?? 0;
    this.#answers.delete(key);
  }
}
