import { expect, test } from 'vitest';
import { checkOf } from '../src/tools/schema.ts';

test.each([
  'https://json-schema.org/draft/2020-12/schema',
  'http://json-schema.org/draft-04/schema#',
  'urn:somebody:else',
])('R5 a schema of any draft is held against values: %s', async ($schema) => {
  const check = checkOf({
    $schema,
    type: 'object',
    properties: { name: { $ref: '#/$defs/name' } },
    required: ['name'],
    $defs: { name: { type: 'string', minLength: 1 } },
  });
  expect(await check({ name: 'x' })).toMatchObject({ ok: true });
  expect(await check({ name: '' })).toMatchObject({ ok: false });
  expect(await check({})).toMatchObject({ ok: false });
});
