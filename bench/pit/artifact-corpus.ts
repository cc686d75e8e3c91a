/** Texts as artifacts have them: few words very often, most of them rarely. Seeded, so that every run has the same. */

/** Small, fast and the same everywhere (mulberry32). */
export class Chooser {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  chance(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  below(end: number): number {
    return Math.floor(this.chance() * end);
  }

  /** The first ones far more often than the last: each place about as often as Zipf's law has it. */
  skewed(end: number): number {
    return Math.min(end - 1, Math.floor(end ** this.chance()) - 1);
  }
}

const SYLLABLES = ['ba', 'de', 'fi', 'go', 'hu', 'ka', 'le', 'mi', 'no', 'pu', 'ra', 'se', 'ti', 'vo', 'zu'];

export const WORDS: readonly string[] = Array.from({ length: 20_000 }, (_, number) => {
  let word = '';
  for (let rest = number + SYLLABLES.length; rest > 0; rest = Math.floor(rest / SYLLABLES.length))
    word += SYLLABLES[rest % SYLLABLES.length];
  return word;
});

export function anyText(chooser: Chooser, bytes: number): string {
  let text = '';
  while (text.length < bytes) text += `${WORDS[chooser.skewed(WORDS.length)]} `;
  return text.slice(0, bytes);
}
