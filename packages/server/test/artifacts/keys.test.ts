import { expect, test } from 'vitest';
import { artifactKeys } from '../../src/artifacts/keys.ts';

const hex = 'ab'.repeat(32);
const config = (key: string | null, former_keys: readonly string[] = []) => ({
  artifacts: { key, former_keys: [...former_keys] },
});

test('P3 the key is read from the variable the configuration names, as hex or base64', () => {
  const env = { KEY: hex, OLD: Buffer.alloc(32, 7).toString('base64') };
  expect(artifactKeys(config(null), env)).toEqual({});
  const { key, formerKeys } = artifactKeys(config('$KEY', ['$OLD']), env);
  expect(Buffer.from(key ?? []).toString('hex')).toBe(hex);
  expect(formerKeys?.[0]).toHaveLength(32);
});

test.each([
  ['a literal key', hex, {}],
  ['a variable that is not set', '$KEY', {}],
  ['a key that is too short', '$KEY', { KEY: 'abcd' }],
])('P3 %s is refused with the next step, and never repeated', (_, key, env) => {
  expect(() => artifactKeys(config(key), env)).toThrow(
    expect.objectContaining({
      failure: expect.objectContaining({ nextStep: expect.stringContaining('openssl') }),
    }),
  );
  expect(() => artifactKeys(config(key), env)).not.toThrow(hex);
});
