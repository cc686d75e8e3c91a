import { readFile } from 'node:fs/promises';
import { Ajv, type ValidateFunction } from 'ajv';

/**
 * GitHub's published OpenAPI description as a judge: whatever is asked or answered has to fit it.
 * The file is large, so it is read once and only the operations that are used are made validators of.
 */
export interface Description {
  /** What is wrong with a request; empty: nothing. */
  request(method: string, path: string, query: URLSearchParams, body: unknown): readonly string[];
  answer(method: string, path: string, status: number, body: unknown): readonly string[];
}

type Loose = { readonly [key: string]: unknown };
let loading: Promise<Description> | null = null;

export const loadDescription = (): Promise<Description> => {
  loading ??= load();
  return loading;
};

async function load(): Promise<Description> {
  const file = import.meta.resolve('@octokit/openapi').replace(/index\.js$/, 'generated/api.github.com.json');
  const all = JSON.parse(await readFile(new URL(file), 'utf8')) as Loose;
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true, validateSchema: false });
  const coercing = new Ajv({
    strict: false,
    validateFormats: false,
    coerceTypes: 'array',
    validateSchema: false,
  });
  const compiled = new Map<string, ValidateFunction>();

  const at = (ref: string): unknown =>
    ref
      .slice(2)
      .split('/')
      .reduce<unknown>((here, key) => (here as Loose | undefined)?.[key], all);
  const open = (value: unknown): Loose => {
    const { $ref } = (value ?? {}) as { $ref?: string };
    return $ref === undefined ? ((value ?? {}) as Loose) : open(at($ref));
  };
  const operation = (method: string, path: string): Loose | null => {
    const found = (all.paths as Record<string, Loose>)[path]?.[method.toLowerCase()];
    return found === undefined ? null : (found as Loose);
  };
  const validator = (key: string, schema: unknown, judge: Ajv): ValidateFunction => {
    const known = compiled.get(key);
    if (known) return known;
    const made = judge.compile(plain(schema, (ref) => adopt(ref, judge)) as object);
    compiled.set(key, made);
    return made;
  };
  const adopt = (ref: string, judge: Ajv): string => {
    const id = `https://description.test/${ref.slice(2)}`;
    if (!judge.schemas[id]) {
      judge.schemas[id] = undefined;
      if (!adopted.has(`${judge === ajv}${id}`)) {
        adopted.add(`${judge === ajv}${id}`);
        judge.addSchema(plain(at(ref), (inner) => adopt(inner, judge)) as object, id);
      }
    }
    return id;
  };
  const adopted = new Set<string>();
  const faults = (validate: ValidateFunction, value: unknown): string[] =>
    validate(value)
      ? []
      : (validate.errors ?? []).slice(0, 5).map((each) => `${each.instancePath || 'it'} ${each.message}`);

  return {
    request: (method, path, query, body) => {
      const described = operation(method, path);
      if (!described) return [`${method} ${path} is not described`];
      const name = `${method} ${path}`;
      const parameters = ((described.parameters ?? []) as unknown[]).map(open);
      const known = parameters.filter((each) => each.in === 'query');
      const found: string[] = [];
      for (const [key, value] of query) {
        const parameter = known.find((each) => each.name === key);
        if (!parameter) found.push(`there is no query parameter \`${key}\``);
        else if (parameter.schema) {
          const holder = { type: 'object', properties: { value: parameter.schema } };
          found.push(...faults(validator(`${name}?${key}`, holder, coercing), { value }));
        }
      }
      for (const { name: key, required } of known)
        if (required && !query.has(String(key))) found.push(`the query parameter \`${key}\` is missing`);
      const content = (open(described.requestBody).content ?? {}) as Record<string, Loose>;
      const schema = content['application/json']?.schema;
      if (schema) found.push(...faults(validator(`${name} body`, schema, ajv), body));
      return found.map((each) => `${name}: ${each}`);
    },
    answer: (method, path, status, body) => {
      const name = `${method} ${path} → ${status}`;
      const responses = (operation(method, path)?.responses ?? {}) as Loose;
      if (responses[String(status)] === undefined)
        return status >= 400 ? [] : [`${name}: this status is not described`];
      const content = (open(responses[String(status)]).content ?? {}) as Record<string, Loose>;
      const schema = content['application/json']?.schema;
      if (!schema) return [];
      return faults(validator(name, schema, ajv), body).map((each) => `${name}: ${each}`);
    },
  };
}

/** OpenAPI 3.0 as plain JSON Schema: `nullable` is its own invention, and references get whole names. */
function plain(schema: unknown, adopt: (ref: string) => string): unknown {
  if (Array.isArray(schema)) return schema.map((each) => plain(each, adopt));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { nullable, example, examples, discriminator, exclusiveMinimum, ...rest } = schema as Loose;
  const inner = Object.fromEntries(
    Object.entries(rest)
      .filter(([key]) => !key.startsWith('x-'))
      .map(([key, value]) =>
        key === '$ref' && typeof value === 'string'
          ? [key, adopt(value)]
          : [key, key === 'enum' || key === 'default' || key === 'required' ? value : plain(value, adopt)],
      ),
  );
  return nullable === true ? { anyOf: [inner, { type: 'null' }] } : inner;
}
