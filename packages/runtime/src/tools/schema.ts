import type { Json, JsonSchema, Schema, StandardSchema } from '@symphony/domain';
import type { Ajv, ErrorObject, ValidateFunction } from 'ajv';

/**
 * Holds values against what tools say of them. JSON Schema is compiled once, when it is first needed; a schema
 * object of a library (Standard Schema) checks for itself.
 */
export type Check = (value: unknown) => Checked | Promise<Checked>;

export type Checked =
  | { readonly ok: true; readonly value: Json }
  /** Sentences, each naming the place. */
  | { readonly ok: false; readonly problems: readonly string[] };

/** Loaded when the first value is checked: it is large, and a program that only asks needs none of it. */
let ajv: Promise<Ajv> | null = null;

/** A schema that is none is noticed with the first value. */
export function checkOf(schema: Schema): Check {
  if (isStandard(schema)) return (value) => checkStandard(schema, value);
  let validate: ValidateFunction | null = null;
  return (value) => {
    if (validate) return holds(validate, value);
    return compile(schema).then((made) => {
      validate = made;
      return holds(made, value);
    });
  };
}

const holds = (validate: ValidateFunction, value: unknown): Checked =>
  validate(value)
    ? { ok: true, value: value as Json }
    : { ok: false, problems: (validate.errors ?? []).slice(0, 5).map(describe) };

/** What a model is told of it. */
export function jsonSchemaOf(schema: Schema): JsonSchema {
  if (!isStandard(schema)) return schema;
  const own = schema['~standard'].jsonSchema?.input({ target: 'draft-07' });
  if (!own)
    throw new Error(`A schema of ${schema['~standard'].vendor} cannot be told to a model as JSON Schema.`);
  return own;
}

async function compile(schema: JsonSchema): Promise<ValidateFunction> {
  ajv ??= import('ajv').then(
    // Formats are hints for a model here; unknown words of other drafts must not make a tool useless.
    (library) => new library.Ajv({ strict: false, validateFormats: false, allErrors: true, logger: false }),
  );
  // Which draft it is said to be of would be looked up, and most are not known here.
  const { $schema: _, ...plain } = schema;
  return (await ajv).compile(plain);
}

const isStandard = (schema: Schema): schema is StandardSchema => '~standard' in schema;

function checkStandard(schema: StandardSchema, value: unknown): Checked | Promise<Checked> {
  const outcome = schema['~standard'].validate(value);
  return outcome instanceof Promise ? outcome.then(read) : read(outcome);
}

type Outcome = Awaited<ReturnType<StandardSchema['~standard']['validate']>>;

const read = (outcome: Outcome): Checked =>
  outcome.issues
    ? {
        ok: false,
        problems: outcome.issues
          .slice(0, 5)
          .map(({ message, path = [] }) => `${path.map(String).join('.') || 'the input'}: ${message}`),
      }
    : { ok: true, value: outcome.value as Json };

function describe({ instancePath, message, params, keyword }: ErrorObject): string {
  const where = instancePath === '' ? 'the input' : instancePath.slice(1).replaceAll('/', '.');
  const more =
    keyword === 'additionalProperties'
      ? ` (\`${params.additionalProperty}\`)`
      : keyword === 'enum'
        ? `: ${JSON.stringify(params.allowedValues)}`
        : '';
  return `${where} ${message ?? 'does not fit'}${more}`;
}
