import type { Json } from '@symphony/domain';
import { durationsIn } from '../parameters/durations.ts';
import { numberOf } from '../parameters/number-words.ts';
import { timesIn } from '../parameters/times.ts';
import type { Pattern, PatternVariable } from './pattern.ts';

/** The variables of a pattern with what they caught, and how many of them caught what they are for (0..1). */
export function cast(
  variables: readonly PatternVariable[],
  caught: readonly string[],
): { readonly values: Readonly<Record<string, Json>>; readonly score: number } {
  const values: Record<string, Json> = {};
  for (const [at, variable] of variables.entries()) {
    const value = castOne(variable, caught[at] ?? '');
    if (value !== null) values[variable.name] = value;
  }
  return { values, score: variables.length === 0 ? 1 : Object.keys(values).length / variables.length };
}

/** Null: what it caught is not of its type. */
function castOne({ type, choices }: PatternVariable, text: string): Json {
  if (choices) return choices.find((choice) => choice.toLowerCase() === text.toLowerCase()) ?? null;
  switch (type) {
    case 'text':
      return text;
    case 'number':
      return numberOf(text);
    case 'boolean':
      return /^(?:true|yes|on)$/i.test(text) ? true : /^(?:false|no|off)$/i.test(text) ? false : null;
    case 'array':
      return text.split(/\s*,\s*(?:and\s+)?|\s+and\s+/i).filter((each) => each !== '');
    case 'duration':
      return whole(durationsIn(text), text);
    case 'time':
      return whole(timesIn(text), text);
  }
}

/** Templates with values in their places; what refers to nothing is left out. */
export function fill(
  parameters: Pattern['parameters'],
  values: Readonly<Record<string, Json>>,
): Readonly<Record<string, Json>> {
  const filled = Object.entries(parameters).map(
    ([name, template]) => [name, fillOne(template, values)] as const,
  );
  return Object.fromEntries(filled.filter(([, value]) => value !== undefined)) as Record<string, Json>;
}

function fillOne(template: Json, values: Readonly<Record<string, Json>>): Json | undefined {
  if (typeof template === 'string') {
    const alone = template.match(/^\$\{(\w+)\}$/);
    if (alone) return values[alone[1]!];
    return template.replace(/\$\{(\w+)\}/g, (_, name: string) => spell(values[name] ?? ''));
  }
  if (Array.isArray(template)) return template.map((each: Json) => fillOne(each, values) ?? null);
  if (template !== null && typeof template === 'object')
    return Object.fromEntries(
      Object.entries(template).map(([key, each]) => [key, fillOne(each, values) ?? null]),
    );
  return template;
}

const spell = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

function whole(
  found: readonly { readonly value: Json; readonly start: number; readonly end: number }[],
  text: string,
): Json {
  const one = found.length === 1 ? found[0]! : null;
  return one && one.start === 0 && one.end === text.length ? one.value : null;
}
