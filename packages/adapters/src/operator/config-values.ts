import { type Json, PortError, type Values } from '@symphony/domain';
import { readDuration } from '../written/duration.ts';
import { nearest } from '../written/nearest.ts';

/** Timers count in 32 bits; a longer one would fire at once. */
const LONGEST_MS = 24 * 86_400_000;

/** Reads an operator's config. A value that will not do is refused by the name of its key. */
export class ConfigValues {
  readonly #operator: string;
  readonly #values: Values;

  constructor(operator: string, values: Values, known: readonly string[]) {
    this.#operator = operator;
    this.#values = values;
    for (const key of Object.keys(values)) {
      if (known.includes(key)) continue;
      const hint = known.length === 0 ? 'It takes none.' : `Did you mean \`${nearest(key, known)}\`?`;
      throw this.invalid(key, `has no meaning here. ${hint}`);
    }
  }

  json(key: string): Json {
    const value = this.#values[key];
    if (value === undefined) throw this.invalid(key, 'is missing.');
    return value;
  }

  text(key: string): string {
    const value = this.json(key);
    if (typeof value === 'string' && value.trim() !== '') return value;
    throw this.invalid(key, 'must be a text that is not empty.');
  }

  /** An empty text says "none" too. */
  optionalText(key: string): string | null {
    return this.#has(key) && this.#values[key] !== '' ? this.text(key) : null;
  }

  flag(key: string): boolean {
    if (!this.#has(key)) return false;
    const value = this.json(key);
    if (typeof value === 'boolean') return value;
    throw this.invalid(key, 'must be true or false.');
  }

  /** One text or a list of texts. */
  texts(key: string): readonly string[] {
    if (!this.#has(key)) return [];
    const value = this.json(key);
    const list: readonly Json[] = Array.isArray(value) ? value : [value];
    const texts = list.filter((each) => typeof each === 'string');
    if (texts.length === list.length && !texts.includes('')) return texts;
    throw this.invalid(key, 'must be a list of texts.');
  }

  milliseconds(key: string): number {
    const ms = readDuration(this.json(key));
    if (ms !== null && ms <= LONGEST_MS) return ms;
    throw this.invalid(key, 'must be a time such as 30s, 5m or a number of milliseconds, at most 24 days.');
  }

  optionalMilliseconds(key: string): number | null {
    return this.#has(key) ? this.milliseconds(key) : null;
  }

  invalid(key: string, what: string): PortError {
    const message = `The operator ${this.#operator} cannot run: \`${key}\` ${what}`;
    return new PortError({ code: 'invalid', message, nextStep: `Mend \`${key}\` in the melody's file.` });
  }

  /** A key with null says "none", as an unfilled optional parameter does. */
  #has(key: string): boolean {
    return this.#values[key] !== undefined && this.#values[key] !== null;
  }
}
