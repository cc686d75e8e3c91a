import { isRequired, type Json, type Parameter, resolveParameters, type Values } from '@symphony/domain';
import type { FieldKind, FieldSpec } from './field-spec.ts';

const KINDS: Readonly<Record<Parameter['type'], FieldKind>> = {
  text: 'text',
  number: 'number',
  boolean: 'flag',
  choice: 'choice',
  list: 'list',
  json: 'json',
};

/** A field for one parameter of a melody that is about to be played. */
export function parameterField(parameter: Parameter): FieldSpec {
  const { name, type, description } = parameter;
  const usual =
    parameter.default === undefined || parameter.default === ''
      ? null
      : `Left empty: ${inWords(parameter.default)}`;
  const hint = [description, usual].filter(Boolean).join(' ');
  return {
    path: [name],
    label: isRequired(parameter) && parameter.default === undefined ? `${name} *` : name,
    kind: KINDS[type],
    ...(hint !== '' && { hint }),
    ...(type === 'choice' && { choices: parameter.options }),
    ...(type === 'number' && parameter.whole && { whole: true }),
    ...(type === 'number' && parameter.min !== undefined && { min: parameter.min }),
  };
}

const inWords = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** What a form begins with: a box is ticked or not, so its default has to be seen. */
export const firstValues = (parameters: readonly Parameter[]): Values =>
  Object.fromEntries(
    parameters.flatMap((each) => (each.type === 'boolean' ? [[each.name, each.default === true]] : [])),
  );

/**
 * What is wrong with the values, by parameter. What is known only where it is played (`{{ verify }}`)
 * stands for some text here; the daemon looks at it again.
 */
export function parameterComplaints(
  parameters: readonly Parameter[],
  values: Values,
): ReadonlyMap<string, string> {
  const resolved = resolveParameters(parameters, values, { verify: 'true' });
  if (resolved.ok) return new Map();
  return new Map(resolved.problems.map(({ parameter, sentence }) => [parameter, sentence]));
}
