import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentEvent, Entry, LogEvent } from '@symphony/domain';
import { EVERY_EVENT, trackedItem } from '@symphony/testkit';
import { describe, expect, test } from 'vitest';
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
    `${AT} level=error event=agent-exited issue_id=id-1 issue_identifier="ENG 1" error=port_exit reason=${'x'.repeat(299)}…`,
  ],
  [
    { type: 'item-seen', item: 'id-1', tracked: trackedItem('id-1', { description: 'secret plans' }) },
    { ...ISSUE, sessionId: null },
    `${AT} level=info event=item-seen issue_id=id-1 issue_identifier="ENG 1"`,
  ],
])('svc-B1 %j', (event, context, line) => {
  expect(logLine(entry(event), context)).toBe(line);
});

describe('svc-A5 svc-A9 what is heard of agents has its name, and what goes wrong its class', () => {
  const process = { pid: 4711, startedAt: '1' };
  const failed = { type: 'turn-ended', status: 'failed', message: 'm' } as const;
  const named = ISSUE.sessionId;
  test.each<
    readonly [said: AgentEvent, sessionId: string | null, event: string | null, error: string | null]
  >([
    [{ type: 'started', sessionId: 'thread-1', process }, named, 'session_started', null],
    [{ type: 'turn-ended', status: 'completed', message: '' }, named, 'turn_completed', null],
    [{ type: 'turn-ended', status: 'interrupted', message: '' }, named, 'turn_cancelled', 'turn_cancelled'],
    [failed, named, 'turn_failed', 'turn_failed'],
    [{ ...failed, family: 'response_error' }, named, 'turn_ended_with_error', 'response_error'],
    [{ ...failed, family: 'response_timeout' }, null, 'startup_failed', 'response_timeout'],
    [{ type: 'exited', code: 3, signal: null, message: '' }, named, null, 'port_exit'],
    [{ type: 'exited', code: null, signal: 'SIGKILL', message: '' }, named, null, 'port_exit'],
    [{ type: 'exited', code: 127, signal: null, message: '' }, null, null, 'codex_not_found'],
    [{ type: 'exited', code: 0, signal: null, message: '' }, named, null, null],
    [{ type: 'unrecognised', text: '{', as: 'malformed' }, named, 'malformed', null],
    [{ type: 'unrecognised', text: 't', as: 'unsupported_tool_call' }, named, 'unsupported_tool_call', null],
  ])('%j', (event, sessionId, name, error) => {
    const said = entry({ type: 'agent-reported', item: 'id-1', run: 'r', event });
    const line = logLine(said, { ...ISSUE, sessionId }) ?? '';
    expect(valueIn(line, 'agent_event')).toBe(name);
    expect(valueIn(line, 'error')).toBe(error);
    expect(valueIn(line, 'level')).toBe(error === null ? 'info' : 'error');
    expect(valueIn(line, 'codex_app_server_pid')).toBe(event.type === 'started' ? '4711' : null);
    expect(line).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z /);
  });

  test('questions, and what is allowed without asking', () => {
    const line = (event: LogEvent) => logLine(entry(event), ISSUE) ?? '';
    const asked = line(EVERY_EVENT['question-asked']);
    expect([valueIn(asked, 'agent_event'), valueIn(asked, 'error')]).toEqual([
      'turn_input_required',
      'turn_input_required',
    ]);
    const judged = EVERY_EVENT['permission-judged'];
    const allowed = line({ ...judged, verdict: 'allow' });
    expect([valueIn(allowed, 'agent_event'), valueIn(allowed, 'level')]).toEqual([
      'approval_auto_approved',
      'info',
    ]);
    expect(valueIn(line({ ...judged, verdict: 'deny' }), 'agent_event')).toBeNull();
  });

  test('svc-T5 a tracker that fails is told with its category', () => {
    const line = logLine(
      entry({ type: 'tracker-failed', message: 'Linear is busy.', family: 'tracker_rate_limited' }),
      NOBODY,
    );
    expect(line).toBe(
      `${AT} level=error event=tracker-failed error=tracker_rate_limited reason="Linear is busy."`,
    );
  });
});

const valueIn = (line: string, key: string): string | null =>
  new RegExp(` ${key}=(\\S+)`).exec(line)?.[1] ?? null;

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
