import { createRequire } from 'node:module';
import type { Json } from '@symphony/domain';
import type { ErrorObject } from 'ajv/dist/2020.js';

/** Loaded with the first schema: without one, starting should not pay for it. */
const require = createRequire(import.meta.url);

/** What is wrong with a content, in sentences; none when it is as it should be. */
type StructureCheck = (content: string | Uint8Array) => readonly string[];

/** Turns the JSON Schema (2020-12) of an artifact type into its check. A schema that is none throws at once. */
export function jsonSchemaCheck(schema: Json): StructureCheck {
  const { Ajv2020 } = require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
  const validate = new Ajv2020({ allErrors: true, strict: false }).compile(schema as object);
  return (content) => {
    const parsed = parse(typeof content === 'string' ? content : new TextDecoder().decode(content));
    if ('problem' in parsed) return [parsed.problem];
    return validate(parsed.value) ? [] : (validate.errors ?? []).map(inWords);
  };
}

function parse(text: string): { readonly value: unknown } | { readonly problem: string } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { problem: `It is not JSON: ${(error as Error).message}.` };
  }
}

const inWords = ({ instancePath, message }: ErrorObject): string =>
  `${instancePath === '' ? 'It' : instancePath} ${message ?? 'is not as the schema asks'}.`;
