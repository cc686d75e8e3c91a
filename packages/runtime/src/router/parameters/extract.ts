import type { Json } from '@symphony/domain';
import type { RoleParameter } from '../../roles/role.ts';
import { durationsIn } from './durations.ts';
import type { Found } from './found.ts';
import { booleanIn, choiceIn, numbersIn, phraseIn, quotedIn } from './plain-values.ts';
import { timesIn } from './times.ts';

/** What a request says of the parameters a role declares. */
export interface Extracted {
  readonly parameters: Readonly<Record<string, Json>>;
  /** Where each value stands in the request. */
  readonly found: Readonly<Record<string, Found>>;
  /** Names of required parameters that were not said. */
  readonly missing: readonly string[];
}

/** Choices and what has a form of its own first; free text takes what is left. */
const ORDER: readonly RoleParameter['type'][] = ['duration', 'time', 'number', 'boolean', 'text'];

/**
 * Reads parameters without a model. Every value is taken once, in the order the role declares parameters of one
 * type. What is not clearly there is missing: a guess would be acted on.
 */
export function extractParameters(request: string, declared: readonly RoleParameter[]): Extracted {
  const found: Record<string, Found> = {};
  const taken = (): Found[] => Object.values(found);
  const choosing = declared.filter(({ choices }) => choices && choices.length > 0);
  const reading = declared.filter((parameter) => !choosing.includes(parameter));
  for (const { name, choices = [] } of choosing) {
    const choice = choiceIn(request, choices);
    if (choice) found[name] = choice;
  }
  for (const type of ORDER)
    for (const { name } of reading.filter((parameter) => parameter.type === type)) {
      const value = READ[type](request, taken());
      if (value) found[name] = value;
    }
  return {
    parameters: Object.fromEntries(Object.entries(found).map(([name, { value }]) => [name, value])),
    found,
    missing: declared.filter(({ name, required }) => required && !(name in found)).map(({ name }) => name),
  };
}

type Read = (text: string, taken: readonly Found[]) => Found | null;

const free = (candidates: readonly Found[], taken: readonly Found[]): Found | null =>
  candidates.find(({ start, end }) => !taken.some((other) => start < other.end && other.start < end)) ?? null;

const READ: Readonly<Record<RoleParameter['type'], Read>> = {
  duration: (text, taken) => free(durationsIn(text), taken),
  time: (text, taken) => free(timesIn(text), taken),
  number: (text, taken) => free(numbersIn(text), [...taken, ...durationsIn(text), ...timesIn(text)]),
  boolean: (text, taken) => {
    const value = booleanIn(text);
    return value ? free([value], taken) : null;
  },
  text: (text, taken) => free(quotedIn(text), taken) ?? phraseIn(text, taken),
};
