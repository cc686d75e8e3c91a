import type { Json } from '@symphony/domain';
import type { Role } from '../../roles/role.ts';
import { extractParameters } from '../parameters/extract.ts';
import type { Pattern, PatternVariable } from './pattern.ts';
import { plainly, tidy } from './wildcard.ts';

/**
 * The pattern a request is an example of: what its role's parameters were read from becomes `*`. Null when nothing
 * of the request's own words would be left, or when a parameter came from elsewhere than its words.
 */
export function patternFrom(
  request: string,
  role: Role,
  parameters: Readonly<Record<string, Json>>,
): Omit<Pattern, 'counts' | 'id'> | null {
  const text = tidy(request);
  const { found } = extractParameters(text, role.parameters);
  const told = Object.keys(parameters);
  if (told.some((name) => !(name in found) || !same(found[name]!.value, parameters[name]!))) return null;
  const spans = told.map((name) => ({ name, ...found[name]! })).sort((a, b) => a.start - b.start);
  const variables: PatternVariable[] = [];
  let trigger = '';
  let at = 0;
  for (const { name, start, end } of spans) {
    const declared = role.parameters.find((parameter) => parameter.name === name);
    if (!declared || start < at) return null;
    const { type, choices } = declared;
    trigger += `${text.slice(at, start)}*`;
    variables.push({ name, type, ...(choices && choices.length > 0 ? { choices } : {}) });
    at = end;
  }
  trigger += text.slice(at);
  return {
    trigger: plainly(trigger),
    variables,
    route: role.name,
    parameters: Object.fromEntries(variables.map(({ name }) => [name, `\${${name}}`])),
    examples: [text],
  };
}

const same = (one: Json, other: Json): boolean => JSON.stringify(one) === JSON.stringify(other);
