import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const ROOT = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));

it('R1 the example runs as it is written', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [join(ROOT, 'examples/runtime/ask.ts')], {
    cwd: ROOT,
  });
  expect(stdout).toMatch(/^Six times seven is 42\.\ndone: 2 model calls, 1 tool calls, \d+ ms\n$/);
});
