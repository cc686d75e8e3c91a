import { describe, expect, test } from 'vitest';
import { giveAnswer } from '../../../src/agent/claude/asking.ts';
import { freshMemory } from '../../../src/agent/claude/memory.ts';
import { translate } from '../../../src/agent/claude/translate.ts';
import type { Fields } from '../../../src/agent/claude/wire.ts';
import { heard, of } from './recording.ts';

/** What the recordings do not have; the shapes are those of 2.1.325. */

const assistant = (id: string, block: Fields, more: Fields = {}): Fields => ({
  type: 'assistant',
  message: {
    id,
    model: 'claude-opus-5-5',
    content: [block],
    usage: { input_tokens: 1000, output_tokens: 1 },
  },
  parent_tool_use_id: null,
  ...more,
});
const stream = (event: Fields): Fields => ({ type: 'stream_event', event, parent_tool_use_id: null });
const messageStart = (id: string): Fields =>
  stream({
    type: 'message_start',
    message: {
      id,
      model: 'claude-opus-5-5',
      usage: {
        input_tokens: 700,
        cache_read_input_tokens: 300,
        cache_creation_input_tokens: 20,
        output_tokens: 1,
      },
    },
  });
const messageDelta = (output_tokens: number): Fields =>
  stream({ type: 'message_delta', usage: { output_tokens } });
const result = (more: Fields = {}): Fields => ({
  type: 'result',
  subtype: 'success',
  is_error: false,
  terminal_reason: 'completed',
  result: 'done',
  ...more,
});
const modelUsage = (inputTokens: number, outputTokens: number, costUSD: number): Fields => ({
  'claude-opus-5-5': { inputTokens, outputTokens, costUSD },
});

describe('usage', () => {
  test('is told when each model call ends, with all that was read', () => {
    const events = heard([
      messageStart('a'),
      messageDelta(50),
      messageStart('b'),
      messageDelta(10),
      messageDelta(70),
    ]);
    expect(
      of(events, 'usage').map(({ usage }) => [usage.inputTokens, usage.cachedTokens, usage.outputTokens]),
    ).toEqual([
      [1020, 300, 50],
      [2040, 600, 60],
      [2040, 600, 120],
    ]);
  });

  test('of a sub-agent is added to that of the agent', () => {
    const sub = { parent_tool_use_id: 'toolu_1' };
    const tool = { type: 'tool_use', id: 'toolu_2', name: 'Bash', input: { command: 'ls' } };
    const events = heard([
      messageStart('a'),
      messageDelta(50),
      assistant('b', tool, sub),
      assistant('b', tool, sub),
    ]);
    expect(of(events, 'usage').map(({ usage }) => usage.inputTokens)).toEqual([1020, 2020]);
  });

  test('follows the result, which knows of calls that were not shown', () => {
    const shown = [messageStart('a'), messageDelta(50)];
    const total = modelUsage(5000, 400, 0.5);
    const events = heard([...shown, result({ modelUsage: total, model_usage_since_last_result: total })]);
    expect(of(events, 'usage').at(-1)?.usage).toEqual({
      inputTokens: 5000,
      cachedTokens: 300,
      outputTokens: 400,
      usd: 0.5,
    });
  });

  test('of a killed process is kept, though the session has forgotten it', () => {
    const spent = { inputTokens: 9000, cachedTokens: 0, outputTokens: 900, usd: 0.9 };
    const forgetful = {
      modelUsage: modelUsage(2000, 100, 0.02),
      model_usage_since_last_result: modelUsage(1000, 50, 0.01),
    };
    const events = heard([result(forgetful)], spent);
    expect(of(events, 'usage').map(({ usage }) => usage)).toEqual([
      { inputTokens: 10_000, cachedTokens: 0, outputTokens: 950, usd: 0.91 },
    ]);
  });

  test('never shrinks, whatever the result says', () => {
    const events = heard([
      messageStart('a'),
      messageDelta(50),
      result({ modelUsage: modelUsage(10, 1, 0.001) }),
    ]);
    const totals = of(events, 'usage').map(({ usage }) => usage.inputTokens);
    expect(totals).toEqual([1020, 1020]);
  });

  test('of a model without a known price keeps the price that was known', () => {
    const start = stream({
      type: 'message_start',
      message: { id: 'a', model: 'nobody-knows-it', usage: { input_tokens: 5 } },
    });
    const spent = { inputTokens: 1, outputTokens: 1, usd: 0.25 };
    expect(of(heard([start, messageDelta(5)], spent), 'usage')[0]?.usage.usd).toBe(0.25);
    expect(of(heard([start, messageDelta(5)]), 'usage')[0]?.usage.usd).toBeNull();
  });
});

describe('limits', () => {
  const event = (rate_limit_info: Fields): Fields => ({ type: 'rate_limit_event', rate_limit_info });

  test('near the limit the windows are told', () => {
    const windows = {
      five_hour: { utilization: 0.914, resetsAt: 1_794_843_156 },
      seven_day: { utilization: 0.4 },
    };
    expect(heard([event({ status: 'allowed_warning', unifiedWindows: windows })])).toEqual([
      {
        type: 'limits',
        windows: [
          { name: '5 hours', usedPercent: 91.4, resetsAt: 1_794_843_156_000 },
          { name: '7 days', usedPercent: 40, resetsAt: null },
        ],
      },
    ]);
  });

  test('at the limit it is told when it ends, once, and the turn fails for it', () => {
    const failed = result({ is_error: true, terminal_reason: 'api_error', api_error_status: 429 });
    const events = heard([
      event({ status: 'rejected', resetsAt: 1_794_843_157, rateLimitType: 'five_hour' }),
      failed,
    ]);
    expect(of(events, 'limited')).toMatchObject([{ until: 1_794_843_157_000 }]);
    expect(events.at(-1)).toMatchObject({ type: 'turn-ended', status: 'failed', fault: 'limit' });
  });

  test('past it, where somebody pays for more, nothing is refused', () => {
    const info = { status: 'rejected', isUsingOverage: true, utilization: 1.02, rateLimitType: 'five_hour' };
    expect(heard([event(info)])).toMatchObject([{ type: 'limits', windows: [{ usedPercent: 102 }] }]);
  });
});

describe('endings', () => {
  const CASES: readonly (readonly [string, Fields, string])[] = [
    ['a refused key', { is_error: true, terminal_reason: 'api_error', api_error_status: 403 }, 'failed/auth'],
    [
      'an overloaded provider',
      { is_error: true, terminal_reason: 'api_error', api_error_status: 529 },
      'failed/provider',
    ],
    [
      'a lost connection',
      { is_error: true, terminal_reason: 'api_error', api_error_status: null },
      'failed/provider',
    ],
    [
      'a request that makes no sense',
      { is_error: true, terminal_reason: 'api_error', api_error_status: 400 },
      'failed/agent',
    ],
    [
      'too many steps',
      { is_error: true, subtype: 'error_max_turns', terminal_reason: 'max_turns' },
      'failed/agent',
    ],
    ['a failure that is called none', { terminal_reason: 'prompt_too_long' }, 'failed/agent'],
    ['a version that gives no reason', { terminal_reason: undefined }, 'completed'],
  ];
  test.for(CASES)('%s', ([, fields, expected]) => {
    const [end] = of(heard([result(fields)]), 'turn-ended');
    expect(end?.fault ? `${end.status}/${end.fault}` : end?.status).toBe(expected);
  });

  test('no credit is a limit, by the name of the error', () => {
    const shown = assistant(
      'x',
      { type: 'text', text: 'Credit balance is too low' },
      {
        message: {
          id: 'x',
          model: '<synthetic>',
          content: [{ type: 'text', text: 'Credit balance is too low' }],
        },
        error: 'billing_error',
      },
    );
    const events = heard([
      shown,
      result({ is_error: true, terminal_reason: 'api_error', api_error_status: 400 }),
    ]);
    expect(of(events, 'message')).toEqual([]);
    expect(events.map(({ type }) => type)).toEqual(['limited', 'turn-ended']);
  });

  test('whatever is still open is closed first', () => {
    const tool = assistant('a', { type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: 'ls' } });
    const asked = {
      type: 'control_request',
      request_id: 'r1',
      request: { subtype: 'can_use_tool', tool_name: 'Bash', input: {} },
    };
    const types = heard([tool, asked, result()]).map(({ type }) => type);
    expect(types.slice(-3)).toEqual(['withdrawn', 'tool-ended', 'turn-ended']);
  });
});

describe('what the agent says', () => {
  test('thoughts are thoughts, and those of sub-agents stay with them', () => {
    const spoken = [
      assistant('a', { type: 'thinking', thinking: 'Hm.' }),
      assistant('b', { type: 'thinking', thinking: '' }),
    ];
    const inner = assistant(
      'c',
      { type: 'text', text: 'for the agent only' },
      { parent_tool_use_id: 'toolu_1' },
    );
    const events = heard([...spoken, inner]).filter(({ type }) => type !== 'usage');
    expect(events).toEqual([{ type: 'thought', text: 'Hm.' }]);
  });

  test('a summary is one line of at most 300 characters, and paths are those of the chamber', () => {
    const use = (id: string, input: Fields): Fields =>
      assistant(id, { type: 'tool_use', id, name: 'Bash', input });
    const result_of = { type: 'tool_result', tool_use_id: 'a', content: 'x\n'.repeat(5_000_000) };
    const events = heard([
      use('a', { command: `echo ${'long '.repeat(200)}\nls` }),
      use('b', { file_path: '/repo/src/a.ts' }),
      use('c', { file_path: '/etc/hosts' }),
      use('d', { file_path: '/repository/a.ts' }),
      { type: 'user', message: { content: [result_of] } },
    ]);
    const [long, ...paths] = of(events, 'tool-started').map(({ summary }) => summary);
    expect(long).toHaveLength(300);
    expect(long).not.toContain('\n');
    expect(paths).toEqual(['src/a.ts', '/etc/hosts', '/repository/a.ts']);
    expect(of(events, 'tool-ended')[0]?.summary).toHaveLength(300);
  });

  test('both ways of keeping a plan are told as one', () => {
    const todos = [
      { content: 'look', status: 'completed' },
      { content: 'mend', status: 'in_progress' },
      'nonsense',
    ];
    const whole = assistant('a', { type: 'tool_use', id: 'a', name: 'TodoWrite', input: { todos } });
    const outcome = (tool_use_result: Fields): Fields => ({
      type: 'user',
      message: { content: [] },
      tool_use_result,
    });
    const events = heard([
      whole,
      outcome({ task: { id: '1', subject: 'look' } }),
      outcome({ task: { id: '2', subject: 'mend' } }),
      outcome({ success: true, taskId: '1', statusChange: { from: 'pending', to: 'completed' } }),
      outcome({ success: true, taskId: '9', statusChange: { to: 'completed' } }),
    ]);
    const steps = [
      { text: 'look', done: true },
      { text: 'mend', done: false },
    ];
    const plans = of(events, 'plan');
    expect(plans).toHaveLength(4);
    expect(plans[0]?.steps).toEqual(steps);
    expect(plans.at(-1)?.steps).toEqual(steps);
  });
});

describe('requests', () => {
  const asking = (input: Fields, tool_name: string): Fields => ({
    type: 'control_request',
    request_id: 'r1',
    request: { subtype: 'can_use_tool', tool_name, input },
  });
  const ask = (questions: readonly Fields[]) =>
    translate(freshMemory('/repo', null), asking({ questions }, 'AskUserQuestion'));
  const options = [{ label: 'Red', description: 'like fire' }, { label: 'Blue' }];

  test('a permission names the command and the files, and is answered once', () => {
    const { memory, events } = translate(
      freshMemory('/repo', null),
      asking({ file_path: '/repo/a.txt', content: 'x' }, 'Write'),
    );
    expect(events).toEqual([
      {
        type: 'permission',
        request: { id: 'r1', tool: 'Write', summary: 'a.txt', command: null, paths: ['a.txt'] },
      },
    ]);
    const allowed = giveAnswer(memory.asks, 'r1', 'allow');
    expect(allowed.reply).toMatchObject({
      response: {
        request_id: 'r1',
        response: { behavior: 'allow', updatedInput: { file_path: '/repo/a.txt' } },
      },
    });
    expect(giveAnswer(allowed.asks, 'r1', 'deny').reply).toBeNull();
    expect(giveAnswer(memory.asks, 'r1', 'deny').reply).toMatchObject({
      response: { response: { behavior: 'deny' } },
    });
  });

  test('a question has its choices, and its answer goes into the input of the tool', () => {
    const { memory, events } = ask([{ question: 'Which?', options }]);
    expect(events).toMatchObject([
      {
        type: 'question',
        question: { id: 'r1', text: 'Which?\n- Red: like fire', choices: ['Red', 'Blue'] },
      },
    ]);
    expect(giveAnswer(memory.asks, 'r1', 'Blue').reply).toMatchObject({
      response: { response: { behavior: 'allow', updatedInput: { answers: { 'Which?': 'Blue' } } } },
    });
  });

  test('several questions are answered together, when the last one is', () => {
    const { memory, events } = ask([
      { question: 'Which?', options },
      { question: 'When?', options: [] },
    ]);
    const [first, second] = of(events, 'question').map(({ question }) => question.id) as [string, string];
    const half = giveAnswer(memory.asks, second, 'now');
    expect(half.reply).toBeNull();
    expect(giveAnswer(half.asks, second, 'later').reply).toBeNull();
    expect(giveAnswer(half.asks, first, 'Red').reply).toMatchObject({
      response: { response: { updatedInput: { answers: { 'Which?': 'Red', 'When?': 'now' } } } },
    });
    const cancelled = translate(
      { ...memory, asks: half.asks },
      { type: 'control_cancel_request', request_id: 'r1' },
    );
    expect(cancelled.events).toEqual([{ type: 'withdrawn', id: first }]);
  });

  test('one that is not known is refused, never left waiting', () => {
    const { reply, events } = translate(freshMemory('/repo', null), {
      type: 'control_request',
      request_id: 'r2',
      request: { subtype: 'request_user_dialog' },
    });
    expect(reply).toMatchObject({ response: { subtype: 'error', request_id: 'r2' } });
    expect(events).toMatchObject([{ type: 'unrecognised' }]);
  });
});

test.for<Fields>([
  { type: 'sentiment' },
  { type: 'system', subtype: 'news' },
  { type: 'control_request' },
  {},
])('%o is recorded as unknown', (said) => {
  expect(heard([said])).toMatchObject([{ type: 'unrecognised' }]);
});

test.for<Fields>([
  { type: 'assistant' },
  { type: 'assistant', message: { content: 'text', usage: 7 } },
  { type: 'user', message: { content: [null, 3, { type: 'tool_result' }] } },
  { type: 'stream_event', event: { type: 'message_start', message: { id: 4 } } },
  { type: 'stream_event', event: { type: 'message_delta', usage: { output_tokens: 4 } } },
  { type: 'rate_limit_event', rate_limit_info: { status: 'allowed' } },
  { type: 'control_cancel_request', request_id: 'nobody' },
])('%o is borne', (said) => {
  expect(heard([said])).toEqual([]);
});
