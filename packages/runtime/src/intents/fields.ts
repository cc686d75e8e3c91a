import type { Json } from '@symphony/domain';
import { isRecord } from '../written-json.ts';

const LONGEST = 100_000;

/** Reads fields of a record one by one and collects what is wrong with them. */
export class Fields {
  readonly problems: string[] = [];
  readonly #record: Readonly<Record<string, Json>>;

  constructor(record: Readonly<Record<string, Json>>) {
    this.#record = record;
  }

  /** Trimmed and not empty. */
  text(name: string, usual?: string): string {
    const value = this.#get(name) ?? usual;
    if (typeof value === 'string' && value.trim() !== '' && value.length <= LONGEST) return value.trim();
    this.#wrong(name, 'must be a text that is not empty');
    return '';
  }

  optionalText<N extends string>(name: N): { readonly [K in N]?: string } {
    return (this.#get(name) === undefined ? {} : { [name]: this.text(name) }) as {
      readonly [K in N]?: string;
    };
  }

  optionalList<N extends string>(name: N): { readonly [K in N]?: readonly Json[] } {
    const value = this.#get(name);
    if (value === undefined) return {};
    if (!Array.isArray(value)) this.#wrong(name, 'must be a list');
    return { [name]: value } as { readonly [K in N]?: readonly Json[] };
  }

  texts(name: string, least: number): readonly string[] {
    const value = this.#get(name) ?? [];
    if (
      !Array.isArray(value) ||
      !value.every((each: Json) => typeof each === 'string' && each.trim() !== '')
    ) {
      this.#wrong(name, 'must be a list of texts');
      return [];
    }
    if (value.length < least) this.#wrong(name, `must have at least ${least}`);
    return value.map((each: string) => each.trim());
  }

  record(name: string): Readonly<Record<string, Json>> {
    const value = this.#get(name) ?? {};
    if (isRecord(value)) return value;
    this.#wrong(name, 'must be an object');
    return {};
  }

  number(
    name: string,
    usual: number,
    { least, most = Number.MAX_VALUE }: { least: number; most?: number },
  ): number {
    const value = this.#get(name) ?? usual;
    if (typeof value === 'number' && value >= least && value <= most) return value;
    this.#wrong(
      name,
      most === Number.MAX_VALUE ? `must be ${least} or more` : `must be from ${least} to ${most}`,
    );
    return usual;
  }

  flag(name: string, usual: boolean): boolean {
    const value = this.#get(name) ?? usual;
    if (typeof value === 'boolean') return value;
    this.#wrong(name, 'must be true or false');
    return usual;
  }

  /** `usual: null`: it must be said. `also`: other words for some of them. */
  choice<T extends string>(
    name: string,
    choices: readonly [T, ...T[]],
    usual: T | null,
    also: Readonly<Record<string, T>> = {},
  ): T {
    const value = this.#get(name) ?? usual;
    const said = typeof value === 'string' ? value.trim().toLowerCase() : '';
    const chosen =
      choices.find((each) => each === said) ?? (Object.hasOwn(also, said) ? also[said] : undefined);
    if (chosen !== undefined) return chosen;
    this.#wrong(name, `must be one of ${choices.join(', ')}`);
    return choices[0];
  }

  /** Null and absent are the same. */
  #get(name: string): Json | undefined {
    const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const own = (key: string): Json | undefined =>
      Object.hasOwn(this.#record, key) ? this.#record[key] : undefined;
    return own(name) ?? own(snake) ?? undefined;
  }

  #wrong(name: string, what: string): void {
    this.problems.push(`\`${name}\` ${what}.`);
  }
}
