import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

/** The published schema of the protocol, with what is not stable yet: agents use that as well. */
const SCHEMA = fileURLToPath(import.meta.resolve('@agentclientprotocol/sdk/schema/v1/schema.unstable.json'));

type Json = Record<string, unknown>;

interface Definition extends Json {
  readonly 'x-method'?: string;
  readonly 'x-side'?: 'agent' | 'client' | 'both';
}

const schema = JSON.parse(readFileSync(SCHEMA, 'utf8')) as { $defs: Record<string, Definition> };
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true }).addSchema(schema, 'acp');

/** The definition a method's parameters or its result have to keep to. */
function definition(method: string, ending: 'Request' | 'Response' | 'Notification'): ValidateFunction {
  const name = Object.entries(schema.$defs).find(
    ([each, { 'x-method': of }]) => of === method && each.endsWith(ending),
  )?.[0];
  if (name === undefined) throw new Error(`the protocol has no ${ending.toLowerCase()} ${method}`);
  return ajv.getSchema(`acp#/$defs/${name}`) as ValidateFunction;
}

export interface Spoken {
  /** `>`: to the agent. */
  readonly dir: '<' | '>';
  readonly msg: Json;
}

/** What in a conversation does not keep to the protocol, one line each. */
export function faultsIn(conversation: readonly Spoken[]): readonly string[] {
  const asked = new Map<string, string>();
  return conversation.flatMap(({ dir, msg }) => {
    const { id, method, params, result, error } = msg;
    const check = (validate: ValidateFunction, value: unknown): readonly string[] =>
      validate(value)
        ? []
        : [`${dir} ${JSON.stringify(msg).slice(0, 300)}: ${ajv.errorsText(validate.errors)}`];
    if (msg.jsonrpc !== '2.0') return [`${dir} ${JSON.stringify(msg).slice(0, 300)}: no jsonrpc`];
    if (typeof method === 'string' && 'id' in msg) {
      asked.set(`${dir}${id}`, method);
      return check(definition(method, 'Request'), params);
    }
    if (typeof method === 'string') return check(definition(method, 'Notification'), params);
    const of = asked.get(`${dir === '<' ? '>' : '<'}${id}`);
    if (of === undefined) return [`${dir} answers ${id}, which nobody asked`];
    if (error !== undefined) return check(ajv.getSchema('acp#/$defs/Error') as ValidateFunction, error);
    return check(definition(of, 'Response'), result);
  });
}
