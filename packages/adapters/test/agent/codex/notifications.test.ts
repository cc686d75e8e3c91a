import type { AgentEvent, Usage } from '@symphony/domain';
import { describe, expect, test } from 'vitest';
import type { Recorded } from './recordings.ts';
import { inShort, NOW, replay } from './replay.ts';

const BEGIN: Recorded = { dir: '<', msg: { id: 2, result: { thread: { id: 'main' }, model: 'gpt-5.4' } } };
const said = (method: string, params: object): Recorded => ({
  dir: '<',
  msg: { method, params: { threadId: 'main', turnId: 'turn-1', ...params } },
});
const turn = (status: string, error: object | null = null, items: object[] = []): Recorded =>
  said(status === 'inProgress' ? 'turn/started' : 'turn/completed', {
    turn: { id: 'turn-1', status, error, items },
  });
const tokens = (inputTokens: number) => ({
  inputTokens,
  cachedInputTokens: 0,
  outputTokens: inputTokens / 10,
});
const used = (total: number, last: number, more: object = {}): Recorded =>
  said('thread/tokenUsage/updated', { tokenUsage: { total: tokens(total), last: tokens(last) }, ...more });

function hear(recorded: readonly Recorded[], spent: Usage | null = null): AgentEvent[] {
  return replay([BEGIN, turn('inProgress'), ...recorded], { spent, resume: spent && 'main' });
}
const usages = (events: readonly AgentEvent[]): number[] =>
  events.flatMap((event) => (event.type === 'usage' ? [event.usage.inputTokens] : []));

describe('svc-B4 usage', () => {
  test('agents beside the session are added, and their turns end nothing', () => {
    const beside = { threadId: 'beside', turnId: 'turn-9' };
    const events = hear([
      used(100, 100),
      used(40, 40, beside),
      said('turn/completed', { ...beside, turn: { id: 'turn-9', status: 'completed' } }),
      said('item/completed', { ...beside, item: { type: 'agentMessage', id: 'm', text: 'not the session' } }),
      used(70, 30, beside),
      used(200, 100),
    ]);
    expect(usages(events)).toEqual([100, 140, 170, 270]);
    expect(events.map(({ type }) => type)).not.toContain('turn-ended');
    expect(events.map(({ type }) => type)).not.toContain('message');
  });

  test('goes on from what was reported, also where agents beside it had a part in that', () => {
    const spent: Usage = { inputTokens: 170, cachedTokens: 0, outputTokens: 17, usd: null };
    expect(usages(hear([used(100, 100, { turnId: 'old' }), used(150, 50)], spent))).toEqual([220]);
  });

  test('counts what a person spent on the session meanwhile', () => {
    const spent: Usage = { inputTokens: 100, cachedTokens: 0, outputTokens: 10, usd: null };
    expect(usages(hear([used(130, 30, { turnId: 'old' }), used(150, 20)], spent))).toEqual([130, 150]);
  });
});

describe('limits', () => {
  const windows = (primary: object | null, secondary: object | null = null) =>
    said('account/rateLimits/updated', { rateLimits: { limitId: 'codex', primary, secondary } });
  const reached = turn('failed', {
    message: 'You’ve hit your usage limit. Try again at 3:31 PM.',
    codexErrorInfo: 'usageLimitExceeded',
  });

  test('are told when they change, and an update that leaves one out does not clear it', () => {
    const used = { usedPercent: 42, windowDurationMins: 300, resetsAt: 1_794_840_500 };
    const weekly = { usedPercent: 7, windowDurationMins: 10_080, resetsAt: null };
    const events = hear([windows(null), windows(used, weekly), windows(used), windows(null)]);
    expect(events.filter(({ type }) => type === 'limits')).toEqual([
      {
        type: 'limits',
        windows: [
          { name: 'codex 5 h', usedPercent: 42, resetsAt: 1_794_840_500_000 },
          { name: 'codex 7 d', usedPercent: 7, resetsAt: null },
        ],
      },
    ]);
  });

  test('end when the window that is used up is over', () => {
    const full = (minutes: number, hours: number) => ({
      usedPercent: 100,
      windowDurationMins: minutes,
      resetsAt: NOW / 1000 + hours * 3600,
    });
    const events = hear([windows(full(300, 1), full(10_080, 30)), reached]);
    expect(events).toContainEqual(expect.objectContaining({ type: 'limited', until: NOW + 30 * 3_600_000 }));
    expect(events.at(-1)).toMatchObject({ type: 'turn-ended', status: 'failed', fault: 'limit' });
  });

  const limitedBy = (message: string): number | null => {
    const [limited] = hear([turn('failed', { message, codexErrorInfo: 'usageLimitExceeded' })]);
    return limited?.type === 'limited' ? limited.until : null;
  };

  test('end as the sentence says where no window does', () => {
    const local = new Date(NOW);
    local.setHours(23, 58, 0, 0);
    const time = local.toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' });
    expect(limitedBy(`You’ve hit your usage limit. Try again at ${time}.`)).toBe(local.getTime() + 60_000);
    expect(limitedBy('Upgrade to Pro or try again at Nov 19th, 2026 2:46 PM.')).toBe(
      new Date(2026, 10, 19, 14, 47).getTime(),
    );
    expect(limitedBy('You’ve hit your usage limit.')).toBeNull();
    expect(limitedBy('Try again at Nov 1st, 2020 2:46 PM.')).toBeNull();
  });
});

describe('svc-A3 ends of turns', () => {
  const withStatus = (httpStatusCode: number | null) => ({ httpConnectionFailed: { httpStatusCode } });
  test.each([
    ['unauthorized', 'auth'],
    [withStatus(403), 'auth'],
    ['rateLimitExceeded', 'limit'],
    [{ responseTooManyFailedAttempts: { httpStatusCode: 429 } }, 'limit'],
    ['serverOverloaded', 'provider'],
    [withStatus(null), 'provider'],
    [withStatus(400), 'agent'],
    ['contextWindowExceeded', 'agent'],
    ['somethingNew', 'agent'],
    ['other', 'agent'],
    [null, 'agent'],
  ])('%j is a fault of %s', (codexErrorInfo, fault) => {
    const events = hear([turn('failed', { message: 'no', codexErrorInfo })]);
    expect(events.at(-1)).toMatchObject({ type: 'turn-ended', status: 'failed', fault, message: 'no' });
  });

  test('a key that is not set is a matter of the login', () => {
    const error = { message: 'Missing environment variable: `LAB_KEY`.', codexErrorInfo: 'other' };
    expect(hear([turn('failed', error)]).at(-1)).toMatchObject({ fault: 'auth' });
  });

  test('half a message is told when the turn ends before it', () => {
    const delta = (text: string) => said('item/agentMessage/delta', { itemId: 'm', delta: text });
    expect(hear([delta('I was '), delta('about to'), turn('interrupted')]).map(inShort)).toEqual([
      'message I was about to',
      'turn-ended interrupted -: interrupted',
    ]);
  });

  test('a command may outlive a turn that went well', () => {
    const server = {
      type: 'commandExecution',
      id: 'c1',
      command: "/bin/bash -lc 'npm start'",
      status: 'inProgress',
    };
    const events = hear([
      said('item/started', { item: server }),
      turn('completed'),
      said('item/completed', {
        item: { ...server, status: 'failed', exitCode: 143, aggregatedOutput: 'bye\n' },
      }),
    ]);
    expect(events.map(inShort)).toEqual([
      'tool-started commandExecution: npm start',
      'turn-ended completed -: ',
      'tool-ended false: exit 143: bye',
    ]);
  });
});

describe('the rest', () => {
  test('svc-A5 svc-A10 what is not known is recorded, what is chatter is not', () => {
    const events = hear([
      said('thread/somethingNew', { a: 1 }),
      { dir: '<', msg: { method: 'remoteControl/status/changed', params: { serverName: 'secret-host' } } },
      said('mcpServer/startupStatus/updated', { name: 'symphony', status: 'failed', error: 'refused' }),
    ]);
    expect(events.map(inShort)).toEqual([
      'unrecognised {"method":"thread/somethingNew","params":{"threadId":"main","turnId":"turn-1","a":1}}',
      'unrecognised warning: the MCP server symphony could not be used: refused',
    ]);
  });

  test('plans, thoughts, file changes and tools of servers are told', () => {
    const item = (fields: object) => [
      said('item/started', { item: fields }),
      said('item/completed', { item: fields }),
    ];
    const events = hear([
      said('turn/plan/updated', {
        plan: [
          { step: 'one', status: 'completed' },
          { step: 'two', status: 'pending' },
        ],
      }),
      ...item({ type: 'reasoning', id: 'r', summary: ['so', 'thus'], content: [] }),
      ...item({
        type: 'fileChange',
        id: 'f',
        status: 'completed',
        changes: [
          { path: '/repo/src/a.ts', kind: { type: 'update', move_path: '/repo/src/b.ts' } },
          { path: '/etc/hosts', kind: { type: 'add' } },
        ],
      }),
      ...item({
        type: 'mcpToolCall',
        id: 'm',
        server: 'symphony',
        tool: 'comment',
        arguments: { text: 'hi' },
        status: 'completed',
      }),
    ]);
    expect(events.slice(0, 2)).toEqual([
      {
        type: 'plan',
        steps: [
          { text: 'one', done: true },
          { text: 'two', done: false },
        ],
      },
      { type: 'thought', text: 'so\n\nthus' },
    ]);
    expect(events.slice(2).map(inShort)).toEqual([
      'tool-started fileChange: src/a.ts, src/b.ts, /etc/hosts',
      'tool-ended true: completed',
      'tool-started mcp__symphony__comment: comment {"text":"hi"}',
      'tool-ended true: completed',
    ]);
  });

  test('a summary is one line and no output is too long for it', () => {
    const command = `/bin/bash -lc '${'x\n'.repeat(5_000)}'`;
    const item = {
      type: 'commandExecution',
      id: 'c',
      command,
      status: 'completed',
      aggregatedOutput: 'y\n'.repeat(1e6),
    };
    for (const event of hear([said('item/started', { item }), said('item/completed', { item })]))
      if ('summary' in event) {
        expect(event.summary.length).toBeLessThanOrEqual(300);
        expect(event.summary).not.toContain('\n');
      }
  });
});
