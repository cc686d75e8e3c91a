/** Enough for a hundred thousand names and more; whoever leaves more new files behind is shown these. */
const MOST = 16_000_000;

/** The names of new files as git lists them, and as records for its index. Names are bytes, in any script or none. */
export class NewFiles {
  readonly #object: string;
  #names = '';

  constructor(object: string) {
    this.#object = object;
  }

  take(chunk: Buffer): boolean {
    this.#names += chunk.toString('latin1'); // one character for each byte, so that none is lost
    return this.#names.length < MOST;
  }

  records(): Buffer {
    const whole = this.#names.slice(0, this.#names.lastIndexOf('\0') + 1);
    const records = whole
      .split('\0')
      // A name that ends like a folder is a repository.
      .filter((name) => name !== '' && !name.endsWith('/'))
      .map((name) => `100644 ${this.#object}\t${name}\0`);
    return Buffer.from(records.join(''), 'latin1');
  }
}
