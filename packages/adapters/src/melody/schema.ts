/**
 * The shape of a melody as it is exchanged (JSON, MessagePack, and `flow:` in YAML), as JSON Schema.
 * `must` ends the sentence a person reads when a value does not fit.
 */
export type Schema = Readonly<Record<string, unknown>>;

export const text: Schema = { type: 'string', must: 'be text (put it in quotes)' };
export const filled: Schema = { type: 'string', minLength: 1, must: 'be text that is not empty' };
export const flag: Schema = { type: 'boolean', must: 'be `true` or `false`' };
export const number: Schema = { type: 'number', must: 'be a number' };
export const positive: Schema = { type: 'number', exclusiveMinimum: 0, must: 'be a number greater than 0' };
export const count: Schema = { type: 'integer', minimum: 0, must: 'be a whole number, 0 or more' };
export const json: Schema = {};
const orNull = (schema: Schema): Schema => ({ ...schema, type: [schema.type, 'null'] });

export const oneOf = (...names: string[]): Schema => ({
  enum: names,
  must: `be ${names.map((name) => `\`${name}\``).join(' or ')}`,
});

export const listOf = (items: Schema): Schema => ({ type: 'array', items, must: 'be a list' });
export const mapOf = (values: Schema): Schema => ({
  type: 'object',
  additionalProperties: values,
  must: 'be a map of names and values',
});

/** Names that end in `?` may be left out. Other keys are not known. */
export function entry(shape: Readonly<Record<string, Schema>>): Schema {
  const properties = Object.fromEntries(
    Object.entries(shape).map(([key, schema]) => [key.replace('?', ''), schema]),
  );
  const required = Object.keys(shape).filter((key) => !key.endsWith('?'));
  return {
    type: 'object',
    properties,
    required,
    additionalProperties: false,
    must: 'be a map of keys and values',
  };
}

/** Entries told apart by the value of one key. */
export const choice = (
  key: string,
  shapes: Readonly<Record<string, Readonly<Record<string, Schema>>>>,
): Schema => ({
  type: 'object',
  discriminator: { propertyName: key },
  required: [key],
  oneOf: Object.entries(shapes).map(([name, shape]) => entry({ [key]: { const: name }, ...shape })),
  must: `say in \`${key}\` what it is: ${Object.keys(shapes).join(', ')}`,
});

const port = entry({ name: filled, type: filled, 'required?': flag, 'default?': json });
export const dependency = oneOf('hard', 'soft', 'optional');

const backoff = choice('kind', {
  constant: { ms: count },
  linear: { ms: count, step: count },
  exponential: { ms: count, factor: positive, max: count },
});
/** Fallbacks come in two shapes; which one it is, is told by the key that is there. */
export const recovery: Schema = {
  $id: 'recovery',
  ...choice('kind', {
    retry: { attempts: count, backoff, 'then?': { $ref: 'recovery' } },
    fallback: { 'outputs?': mapOf(json), 'node?': filled },
    skip: { 'outputs?': mapOf(json) },
    fail: {},
    restart: { from: filled, times: count },
  }),
};

export const looks = {
  'name?': text,
  'description?': text,
  'position?': entry({ x: number, y: number }),
  'enabled?': flag,
  'inputs?': listOf(port),
  'outputs?': listOf(port),
  'priority?': number,
  'resources?': mapOf(number),
} as const;

const base = {
  id: filled,
  ...looks,
  'timeoutMs?': positive,
  'estimateMs?': positive,
  'recovery?': { $ref: 'recovery' },
} as const;

export const work = entry({
  title: filled,
  description: text,
  'player?': filled,
  'labels?': listOf(filled),
  'priority?': number,
  'rehearsal?': json,
});

export const CONTROLS = ['branch', 'merge', 'parallel', 'join'] as const;

const node = choice('kind', {
  instrument: { ...base, instrument: filled, 'config?': mapOf(json) },
  operator: { ...base, operator: filled, 'config?': mapOf(json) },
  agent: { ...base, work },
  gate: { ...base, question: filled, 'options?': listOf(filled) },
  control: { ...base, control: oneOf(...CONTROLS) },
  loop: { ...base, body: { $ref: 'flow' }, times: number, 'timesFrom?': filled, 'until?': text },
  input: { ...base, parameter: filled },
  output: { ...base, result: filled },
});

const ends = { from: filled, to: filled } as const;
const edge = choice('kind', {
  data: { ...ends, fromPort: filled, toPort: filled, 'transform?': text, 'dependency?': dependency },
  control: { ...ends, 'dependency?': dependency },
  conditional: { ...ends, condition: text, 'label?': text },
});

export const flow: Schema = { $id: 'flow', ...entry({ nodes: listOf(node), edges: listOf(edge) }) };

const described = { 'description?': text, 'default?': json, 'required?': flag } as const;
/** `spell` names the two keys that the people's file writes with `_`. */
export const parameterShapes = (spell: { readonly min: string; readonly max: string }) => {
  const size = { [`${spell.min}?`]: count, [`${spell.max}?`]: count };
  return {
    text: { ...described, ...size, 'pattern?': filled },
    number: { ...described, 'min?': number, 'max?': number, 'whole?': flag },
    boolean: described,
    choice: { ...described, options: listOf(filled) },
    list: { ...described, ...size },
    json: described,
  };
};

const parameter = choice(
  'type',
  Object.fromEntries(
    Object.entries(parameterShapes({ min: 'minLength', max: 'maxLength' })).map(([type, shape]) => [
      type,
      { name: filled, ...shape },
    ]),
  ),
);

const withValues = { 'parameters?': mapOf(json) } as const;
export const trigger = choice('on', {
  item: { ...withValues, 'label?': filled, 'state?': filled, 'title?': filled },
  schedule: { ...withValues, cron: filled, 'timezone?': filled },
  webhook: { ...withValues, hook: filled },
  files: { ...withValues, paths: listOf(filled) },
  git: { ...withValues, branch: filled },
  melody: { ...withValues, melody: filled, ended: oneOf('completed', 'failed', 'any') },
});

export const melody: Schema = entry({
  name: filled,
  title: text,
  description: text,
  version: text,
  'author?': text,
  tags: listOf(filled),
  parameters: listOf(parameter),
  triggers: listOf(trigger),
  limits: entry({ parallel: number, timeoutMs: orNull(number), runs: number, usd: orNull(number) }),
  permissions: entry({ commands: flag, agents: flag }),
  onError: oneOf('halt', 'continue'),
  flow: { $ref: 'flow' },
});
