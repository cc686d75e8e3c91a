import type { FieldKind, FieldSpec } from './field-spec.ts';

/** As much of JSON Schema as the configurations of operators use. */
interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly pattern?: string;
  readonly minimum?: number;
}

/** The fields of a form for what a schema describes; `at` is where the described value stands. */
export function schemaFields(schema: unknown, at: readonly string[]): readonly FieldSpec[] {
  const { properties = {}, required = [] } = (schema ?? {}) as Schema;
  return Object.entries(properties).map(([key, each]) => {
    const text = each.anyOf?.find(({ type }) => type === 'string') ?? each;
    return {
      path: [...at, key],
      label: labelOf(key),
      kind: kindOf(key, each),
      ...(required.includes(key) && { required: true }),
      ...(each.description !== undefined && { hint: each.description }),
      ...(each.enum && { choices: each.enum.map(String) }),
      ...(each.minimum !== undefined && { min: each.minimum }),
      ...(each.type === 'integer' && { whole: true }),
      ...(isPattern(text.pattern) && { pattern: text.pattern }),
    };
  });
}

/** `allow_failure` is `Allow failure`. */
const labelOf = (key: string): string => {
  const words = key.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Command lines and texts are often longer than a line. */
const LONG = /^(?:run|text|description|command|prompt)$/;

function kindOf(key: string, schema: Schema): FieldKind {
  if (schema.enum) return 'choice';
  const types = new Set(schema.anyOf?.map(({ type }) => type) ?? [schema.type]);
  if (types.has('array')) return itemsOf(schema)?.type === 'string' ? 'list' : 'json';
  if (types.has('string') && types.has('number')) return 'scalar';
  if (types.has('string')) return LONG.test(key) ? 'words' : 'text';
  if (types.has('number') || types.has('integer')) return 'number';
  if (types.has('boolean')) return 'flag';
  return types.has('object') ? 'json' : 'any';
}

const itemsOf = ({ items, anyOf }: Schema): Schema | undefined =>
  items ?? anyOf?.find(({ type }) => type === 'array')?.items;

/** A schema can come from an extension: what is no pattern here checks nothing here. */
function isPattern(pattern: string | undefined): pattern is string {
  if (pattern === undefined) return false;
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}
