import type { Values } from '../flow/change.ts';
import type { Json } from '../work-item.ts';
import type { Parameter } from './melody.ts';
import { fillJson } from './placeholder.ts';

export interface ParameterProblem {
  readonly parameter: string;
  readonly sentence: string;
  readonly nextStep: string;
}

export type ResolvedParameters =
  | { readonly ok: true; readonly values: Values }
  | { readonly ok: false; readonly problems: readonly ParameterProblem[] };

/**
 * The values a melody is played with: those given, else the defaults, whose placeholders are filled
 * from `surroundings` (`{{ verify }}`). What is optional and not given is null. All problems are told.
 */
export function resolveParameters(
  parameters: readonly Parameter[],
  given: Values,
  surroundings: Values = {},
): ResolvedParameters {
  const names = parameters.map((each) => each.name);
  const problems: ParameterProblem[] = Object.keys(given)
    .filter((name) => !names.includes(name))
    .map((name) => ({
      parameter: name,
      sentence: `There is no parameter \`${name}\`.`,
      nextStep:
        names.length > 0 ? `It takes ${names.map((each) => `\`${each}\``).join(', ')}.` : 'It takes none.',
    }));
  const values: Record<string, Json> = {};
  for (const parameter of parameters) {
    const value = valueFor(parameter, given, surroundings);
    values[parameter.name] = value ?? null;
    const said = describe(parameter, value);
    if (said) problems.push({ parameter: parameter.name, ...said });
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, values };
}

export const isRequired = (parameter: Parameter): boolean =>
  parameter.required ?? parameter.default === undefined;

function valueFor(parameter: Parameter, given: Values, surroundings: Values): Json | undefined {
  const value = Object.hasOwn(given, parameter.name) ? given[parameter.name] : undefined;
  if (value !== undefined && value !== null) return value;
  if (parameter.default === undefined) return undefined;
  const filled = fillJson(parameter.default, surroundings);
  // A default that speaks of something that is not known here is as good as none.
  return filled.ok && filled.value !== null && filled.value !== ''
    ? filled.value
    : emptied(parameter.default);
}

/** `''` written as a default is a value; one that came of a placeholder is not. */
const emptied = (value: Json): Json | undefined => (value === '' ? value : undefined);

function describe(parameter: Parameter, value: Json | undefined): Omit<ParameterProblem, 'parameter'> | null {
  if (value === undefined) {
    if (!isRequired(parameter)) return null;
    return {
      sentence: `The parameter \`${parameter.name}\` is missing.`,
      nextStep: parameter.description ? `It means: ${parameter.description}` : 'Give it a value.',
    };
  }
  const rule = ruleBrokenBy(parameter, value);
  return rule === null
    ? null
    : {
        sentence: `The parameter \`${parameter.name}\` must be ${rule}.`,
        nextStep: 'Give it another value.',
      };
}

/** What it must be, as the end of a sentence; null when it is. */
export function ruleBrokenBy(parameter: Parameter, value: Json): string | null {
  switch (parameter.type) {
    case 'text':
      return textRule(parameter, value);
    case 'number':
      return numberRule(parameter, value);
    case 'boolean':
      return typeof value === 'boolean' ? null : '`true` or `false`';
    case 'choice':
      return parameter.options.some((option) => option === value)
        ? null
        : `one of ${parameter.options.map((option) => `\`${option}\``).join(', ')}`;
    case 'list':
      return Array.isArray(value) ? sizeRule(parameter, value.length, 'entries') : 'a list';
    case 'json':
      return null;
  }
}

type Kind<T extends Parameter['type']> = Extract<Parameter, { readonly type: T }>;

function textRule(parameter: Kind<'text'>, value: Json): string | null {
  if (typeof value !== 'string') return 'text';
  const size = sizeRule(parameter, value.length, 'characters');
  if (size !== null || parameter.pattern === undefined) return size;
  return patternOf(parameter.pattern)?.test(value) === false
    ? `text of the form \`${parameter.pattern}\``
    : null;
}

/** Null when the text is no regular expression. */
export function patternOf(pattern: string): RegExp | null {
  try {
    return new RegExp(`^(?:${pattern})$`, 'u');
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function numberRule({ min, max, whole }: Kind<'number'>, value: Json): string | null {
  const what = whole ? 'a whole number' : 'a number';
  if (typeof value !== 'number' || !Number.isFinite(value) || (whole && !Number.isInteger(value)))
    return what;
  if (min !== undefined && value < min) return `${what}, ${min} or more`;
  return max !== undefined && value > max ? `${what}, ${max} or less` : null;
}

function sizeRule(
  { minLength, maxLength }: { readonly minLength?: number; readonly maxLength?: number },
  size: number,
  unit: string,
): string | null {
  if (minLength !== undefined && size < minLength) return `at least ${minLength} ${unit} long`;
  return maxLength !== undefined && size > maxLength ? `at most ${maxLength} ${unit} long` : null;
}
