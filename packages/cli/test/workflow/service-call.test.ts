import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readServiceCall } from '../../src/service-call.ts';

const BOARD = '---\ntracker:\n  kind: board\n---\nx';

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'symphony-call-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, '.symphony'));
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  return folder;
}

test.each([
  ['status --json', 'status --json'],
  ['run WORKFLOW.md', 'run WORKFLOW.md'],
  ['-C elsewhere status', '-C elsewhere status'],
  ['--help', '--help'],
  ['WORKFLOW.md', 'run --workflow WORKFLOW.md'],
  ['ops/flow', 'run --workflow ops/flow'],
  ['WORKFLOW.md --port 8080', 'run --workflow WORKFLOW.md --port 8080'],
  ['--port 8080 WORKFLOW.md', 'run --port 8080 --workflow WORKFLOW.md'],
  ['--logs-root ./logs', 'run --logs-root ./logs'],
  ['--port=0', 'run --port=0'],
  ['--port', 'run --port'],
])('svc-B8 `symphony %s` is `symphony %s`', (given, meant) => {
  expect(readServiceCall(given.split(' '), folderWith({})).join(' ')).toBe(meant);
});

test.each<readonly [what: string, files: Record<string, string>, meant: string]>([
  ['a workflow', { 'WORKFLOW.md': BOARD }, 'run'],
  ['notes of that name', { 'WORKFLOW.md': '# How we work\n\ntracker: none' }, '--help'],
  ['our own configuration', { 'WORKFLOW.md': BOARD, '.symphony/symphony.yaml': '' }, '--help'],
  ['nothing', {}, '--help'],
])('svc-B8 `symphony` alone, where there is %s', (_what, files, meant) => {
  expect(readServiceCall([], folderWith(files))).toEqual([meant]);
});
