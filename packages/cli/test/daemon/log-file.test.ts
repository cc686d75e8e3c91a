import { closeSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { LOG_FILE, lastLines, openLog, turnOver } from '../../src/daemon/log-file.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'symphony-log-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

test('a log that grew too large is moved aside, once, while its writer goes on', () => {
  const root = folder();
  const { file, path } = openLog(root);
  writeSync(file, 'first\n');
  turnOver(path, 100);
  expect(readFileSync(path, 'utf8')).toBe('first\n');
  writeSync(file, 'x'.repeat(200));
  turnOver(path, 100);
  writeSync(file, 'later\n');
  expect(readFileSync(path, 'utf8')).toBe('later\n');
  expect(readFileSync(`${path}.1`, 'utf8')).toMatch(/^first\nx{200}$/);
  expect(statSync(`${path}.1`).mode & 0o777).toBe(0o600);
  closeSync(file);
});

test('more than 5 MB is not written on to', () => {
  const root = folder();
  closeSync(openLog(root).file);
  writeFileSync(join(root, LOG_FILE), 'x'.repeat(5 * 1024 * 1024 + 1));
  const { file, from } = openLog(root);
  expect(from).toBe(0);
  closeSync(file);
});

test('the last lines are those of this start', () => {
  const root = folder();
  const first = openLog(root);
  writeSync(first.file, 'old\n');
  closeSync(first.file);
  const { file, path, from } = openLog(root);
  expect(lastLines(path, from, 5)).toEqual([]);
  writeSync(file, `a\n\nb\n${'c'.repeat(100_000)}\nd\n`);
  expect(lastLines(path, from, 1)).toEqual(['d']);
  expect(lastLines(path, from, 9).at(-1)).toBe('d');
  expect(lastLines(path, from, 9).join()).not.toContain('old');
  closeSync(file);
});
