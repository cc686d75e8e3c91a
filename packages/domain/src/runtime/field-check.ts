import type { Json } from '../work-item.ts';

/**
 * Reads a JSON value field by field and gathers what is wrong with it in sentences that name the place. Strict:
 * fields nobody knows are refused, texts are trimmed.
 */
export class FieldCheck {
  readonly problems: string[];
  readonly #where: string;
  readonly #fields: Readonly<Record<string, unknown>>;

  /** `where` begins the sentences: `Step 2`, `The plan`. */
  constructor(value: unknown, where: string, known: readonly string[], problems: string[] = []) {
    this.problems = problems;
    this.#where = where;
    const fields = isRecord(value) ? value : null;
    if (!fields) this.say('is no object');
    this.#fields = fields ?? {};
    for (const name of Object.keys(this.#fields))
      if (!known.includes(name)) this.say(`has a field \`${name}\` nobody knows`);
  }

  say(problem: string): void {
    this.problems.push(`${this.#where} ${problem}.`);
  }

  has(name: string): boolean {
    return this.#fields[name] !== undefined;
  }

  raw(name: string): unknown {
    return this.#fields[name];
  }

  /** Trimmed and not empty. */
  text(name: string): string {
    const value = this.#fields[name];
    if (typeof value !== 'string') this.say(`has no text \`${name}\``);
    else if (value.trim() === '') this.say(`has an empty \`${name}\``);
    else return value.trim();
    return '';
  }

  list(name: string, usual?: readonly unknown[]): readonly unknown[] {
    const value = this.#fields[name] ?? usual;
    if (Array.isArray(value)) return value;
    this.say(`has no list \`${name}\``);
    return [];
  }

  /** Numbers of steps: whole, from 1. */
  numbers(name: string, usual?: readonly number[]): number[] {
    return this.list(name, usual).filter((each): each is number => {
      if (Number.isSafeInteger(each) && (each as number) >= 1) return true;
      this.say(`has ${told(each)} in \`${name}\`, which is no number of a step`);
      return false;
    });
  }

  record(name: string, usual?: Readonly<Record<string, Json>>): Readonly<Record<string, Json>> {
    const value = this.#fields[name] ?? usual;
    if (isRecord(value) && isJson(value)) return value as Readonly<Record<string, Json>>;
    this.say(`has no object \`${name}\``);
    return {};
  }

  oneOf<T extends string>(name: string, allowed: readonly T[], usual: T): T {
    const value = this.#fields[name] ?? usual;
    if (allowed.includes(value as T)) return value as T;
    this.say(`has ${told(value)} as \`${name}\`; it must be one of ${allowed.join(', ')}`);
    return usual;
  }
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Deeper values would end the process where they are walked. */
const DEEPEST = 500;

export function isJson(value: unknown, levels = DEEPEST): value is Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  return (
    typeof value === 'object' && levels > 0 && Object.values(value).every((each) => isJson(each, levels - 1))
  );
}

export const told = (value: unknown): string => {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
};
