import { entry, filled, flag, listOf, number, oneOf, type Schema } from '../melody/schema.ts';

/** The shape of a role's file. */

export const TIERS = ['weak', 'default', 'strong'] as const;
export const PARAMETER_TYPES = ['text', 'number', 'boolean', 'duration', 'time'] as const;

const toolName: Schema = {
  type: 'string',
  pattern: '^[A-Za-z][\\w-]*\\.[A-Za-z][\\w-]*$',
  must: 'be the name of a tool, such as `files.read`',
};

const roleName: Schema = {
  type: 'string',
  pattern: '^[A-Za-z][A-Za-z0-9_]*$',
  must: 'be a name of letters, digits and `_`',
};

const parameter = entry({
  name: roleName,
  description: filled,
  'type?': oneOf(...PARAMETER_TYPES),
  'required?': flag,
  'choices?': { ...listOf(filled), minItems: 1, must: 'be a list of at least one word' },
});

export const roleSchema: Schema = entry({
  'name?': roleName,
  description: filled,
  'fast?': flag,
  'tools?': listOf(toolName),
  'parameters?': listOf(parameter),
  'tier?': oneOf(...TIERS),
  'examples?': listOf(filled),
  prompt: filled,
  'priority?': number,
});
