import {
  choice,
  entry,
  filled,
  flag,
  json,
  listOf,
  oneOf,
  parameterShapes,
  positive,
  type Schema,
  text,
  trigger,
} from './schema.ts';

/** The shape of a melody's YAML file, but for its `steps` (see step.ts). */

const named = (schema: Schema): Schema => ({
  type: 'object',
  additionalProperties: schema,
  must: 'be a map of names and what they take',
});

const duration: Schema = {
  type: ['string', 'number', 'null'],
  pattern: '^\\d+(\\.\\d+)?\\s*(ms|s|m|h)$',
  must: 'be a time such as `30m`, `2h` or a number of milliseconds',
};

const shape = {
  'schema_version?': json,
  name: filled,
  title: filled,
  'description?': text,
  'version?': text,
  'author?': text,
  'tags?': listOf(filled),
  'parameters?': named(choice('type', parameterShapes({ min: 'min_length', max: 'max_length' }))),
  'triggers?': listOf(trigger),
  'limits?': entry({
    'parallel?': positive,
    'timeout?': duration,
    'runs?': positive,
    'usd?': { ...positive, type: ['number', 'null'] },
  }),
  'permissions?': entry({ 'commands?': flag, 'agents?': flag }),
  'on_error?': oneOf('halt', 'continue'),
} as const;

export const withSteps = entry({ ...shape, steps: json });
export const withFlow = entry({ ...shape, flow: { $ref: 'flow' } });
