import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Entry, LogEvent } from '@symphony/domain';
import { trackedItem } from '@symphony/testkit';
import { expect, test } from 'vitest';
import { type LineContext, logLine } from '../../src/workflow/log-line.ts';
import { openServiceLog } from '../../src/workflow/service-log.ts';
import { folderWith } from '../config/workspace.ts';

const entry = (event: LogEvent): Entry => ({ seq: 1, at: Date.UTC(2026, 0, 2), event });
const NOBODY = { issueId: null, issueIdentifier: null, sessionId: null };
const ISSUE = { issueId: 'id-1', issueIdentifier: 'ENG 1', sessionId: 'thread-1-2' };
const AT = '2026-01-02T00:00:00.000Z';

test.each<readonly [event: LogEvent, context: LineContext, line: string | null]>([
  [
    { type: 'settings-rejected', message: 'workflow_parse_error:\n bad' },
    NOBODY,
    `${AT} level=error event=settings-rejected reason="workflow_parse_error: bad"`,
  ],
  [
    {
      type: 'item-moved',
      item: 'id-1',
      event: 'error',
      from: 'running',
      to: 'queued',
      facts: {},
      reason: 'a "b"',
      outcome: null,
    },
    ISSUE,
    `${AT} level=error event=item-moved issue_id=id-1 issue_identifier="ENG 1" session_id=thread-1-2 outcome=queued reason="a \\"b\\""`,
  ],
  [
    { type: 'agent-reported', item: 'id-1', run: 'r', event: { type: 'message', text: 'x'.repeat(9_000) } },
    ISSUE,
    null,
  ],
  [
    {
      type: 'agent-reported',
      item: 'id-1',
      run: 'r',
      event: { type: 'exited', code: 1, signal: null, message: 'x'.repeat(9_000) },
    },
    { ...ISSUE, sessionId: null },
    `${AT} level=info event=agent-exited issue_id=id-1 issue_identifier="ENG 1" reason=${'x'.repeat(299)}…`,
  ],
  [
    { type: 'item-seen', item: 'id-1', tracked: trackedItem('id-1', { description: 'secret plans' }) },
    { ...ISSUE, sessionId: null },
    `${AT} level=info event=item-seen issue_id=id-1 issue_identifier="ENG 1"`,
  ],
])('svc-B1 %j', (event, context, line) => {
  expect(logLine(entry(event), context)).toBe(line);
});

const drained: LogEvent = { type: 'settings-rejected', message: 'x' };

test('svc-B2 a log that cannot be written is told once and stops nothing', async () => {
  const root = await folderWith();
  writeFileSync(join(root, 'log'), 'a file where the folder should be');
  const warnings: string[] = [];
  const log = openServiceLog({ root, contextOf: () => NOBODY, warn: (message) => warnings.push(message) });
  log.hear(entry(drained));
  log.hear(entry(drained));
  expect(warnings).toEqual([expect.stringContaining('cannot be written')]);
});

test('svc-B2 five files of ten megabytes are kept', async () => {
  const root = await folderWith();
  mkdirSync(join(root, 'log'));
  const file = join(root, 'log', 'symphony.log');
  const log = openServiceLog({ root, contextOf: () => NOBODY, warn: () => undefined });
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) {
    writeFileSync(file, name.padEnd(10 * 1024 * 1024, '.'));
    log.hear(entry(drained));
  }
  expect([1, 2, 3, 4].map((at) => readFileSync(`${file}.${at}`, 'utf8')[0])).toEqual(['f', 'e', 'd', 'c']);
  expect(() => readFileSync(`${file}.5`)).toThrow();
  expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(2);
});
