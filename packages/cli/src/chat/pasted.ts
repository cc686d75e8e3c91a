import { StringDecoder } from 'node:string_decoder';

/** What a terminal puts around pasted text once it is asked to. */
export const ASK_FOR_MARKS = '\u001b[?2004h';
export const NO_MORE_MARKS = '\u001b[?2004l';
const BEGIN = '\u001b[200~';
const END = '\u001b[201~';

/** So much on one line is edited like what was typed. */
const SHORT = 500;

/**
 * Takes pasted text out of what is typed: a paste of several lines is one request, not one for each line. In the line
 * stands a name for it, which `whole` puts the text in the place of again.
 */
export class Pasted {
  readonly #decoder = new StringDecoder('utf8');
  readonly #kept = new Map<string, string>();
  /** The text of a paste that is not over; null outside of one. */
  #pasting: string | null = null;
  /** The beginning of a mark, perhaps. */
  #rest = '';

  /** What is left to be read as typed. */
  typed(chunk: Buffer): string {
    let text = this.#rest + this.#decoder.write(chunk);
    let typed = '';
    for (;;) {
      const mark = this.#pasting === null ? BEGIN : END;
      const at = text.indexOf(mark);
      const before = at < 0 ? text.slice(0, text.length - overlap(text, mark)) : text.slice(0, at);
      if (this.#pasting === null) typed += before;
      else this.#pasting += before;
      if (at < 0) {
        this.#rest = text.slice(before.length);
        return typed;
      }
      text = text.slice(at + mark.length);
      if (this.#pasting === null) this.#pasting = '';
      else {
        typed += this.#named(this.#pasting);
        this.#pasting = null;
      }
    }
  }

  /** A line with every paste in it in full. */
  whole(line: string): string {
    let text = line;
    // By a function: what is pasted may hold `$&`.
    for (const [name, pasted] of this.#kept) text = text.replaceAll(name, () => pasted);
    return text;
  }

  #named(pasted: string): string {
    const text = pasted.replaceAll(/\r\n?/g, '\n');
    const body = text.replace(/\n+$/, '');
    if (!body.includes('\n') && body.length <= SHORT) return body;
    const lines = body.split('\n').length;
    const name = `[pasted ${this.#kept.size + 1}: ${lines === 1 ? `${body.length} characters` : `${lines} lines`}]`;
    this.#kept.set(name, text);
    return name;
  }
}

/** How much of the mark's beginning the text ends with. A lone Escape is a key, and is not waited for. */
function overlap(text: string, mark: string): number {
  for (let length = mark.length - 1; length > 1; length--)
    if (text.endsWith(mark.slice(0, length))) return length;
  return 0;
}
