import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const LIST = at('docs/reference/service-specification.md');

const check = (list: string) =>
  spawnSync(process.execPath, [at('scripts/conformance.mjs'), list], { encoding: 'utf8' });

test('C22 every point of the service specification is shown by a test, or said to be coming', () => {
  const { status, stderr, stdout } = check(LIST);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(/\d+ points: \d+ shown, \d+ coming\.\n$/);
});

test.each([
  ['a point nobody shows', '| svc-Z99 | something | |\n', 'svc-Z99 is shown by no test'],
  ['a point that came meanwhile', '| svc-T1 | something | coming: later |\n', 'svc-T1 is said to be coming'],
])('C22 it fails on %s', (_what, row, sentence) => {
  const folder = mkdtempSync(join(tmpdir(), 'symphony-conformance-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'list.md'), readFileSync(LIST, 'utf8') + row);
  const { status, stderr } = check(join(folder, 'list.md'));
  expect(status).toBe(1);
  expect(stderr).toContain(sentence);
});

test('C22 it fails on a test that cites what no table has', () => {
  const folder = mkdtempSync(join(tmpdir(), 'symphony-conformance-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'list.md'), '| svc-T1 | something | |\n');
  expect(check(join(folder, 'list.md')).stderr).toContain('svc-T2 is cited by ');
});
