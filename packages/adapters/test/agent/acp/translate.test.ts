import type { AgentEvent } from '@symphony/domain';
import { expect, test } from 'vitest';
import { ACP_AGENTS, type AcpAgentName } from '../../../src/agent/acp/agents.ts';
import { beginMemory } from '../../../src/agent/acp/memory.ts';
import { optionFor } from '../../../src/agent/acp/permissions.ts';
import { type Said, translate } from '../../../src/agent/acp/translate.ts';
import type { Fields } from '../../../src/agent/acp/wire.ts';
import { NOW, tell } from './recording.ts';

const update = (fields: Fields): Said => ({ type: 'update', update: fields, now: NOW });
const chunk = (text: string, messageId?: string): Said =>
  update({
    sessionUpdate: 'agent_message_chunk',
    content: { type: 'text', text },
    ...(messageId ? { messageId } : {}),
  });
const toolCall = (fields: Fields): Said => update({ sessionUpdate: 'tool_call', toolCallId: 'c', ...fields });
const toolUpdate = (fields: Fields): Said =>
  update({ sessionUpdate: 'tool_call_update', toolCallId: 'c', ...fields });
const answered = (result: Fields): Said => ({
  type: 'turn-ended',
  ending: { kind: 'answered', outcome: { ok: true, result } },
  now: NOW,
});
const END = answered({ stopReason: 'end_turn' });

function hear(said: readonly Said[], agent: AcpAgentName = 'acp'): readonly AgentEvent[] {
  const setting = { agent: ACP_AGENTS[agent], cwd: '/repo', model: null };
  let memory = beginMemory(null);
  return said.flatMap((each) => {
    const heard = translate(memory, each, setting);
    memory = heard.memory;
    return heard.events;
  });
}

const CASES: readonly (readonly [string, readonly Said[], readonly string[]])[] = [
  [
    'pieces of one message are one message',
    [chunk('a', 'm'), chunk('', 'm'), chunk('b', 'm'), chunk('c', 'n'), END],
    ['message: ab', 'message: c', 'completed: c'],
  ],
  [
    'an update of a tool nobody announced begins it',
    [toolUpdate({ status: 'completed', title: 'Look', kind: 'read' }), END],
    ['> read: Look', '< ok: ', 'completed: '],
  ],
  [
    'a tool that is announced twice begins once',
    [
      toolCall({ title: 'x', rawInput: { command: 'ls' } }),
      toolCall({ title: 'x' }),
      toolUpdate({ status: 'failed' }),
      END,
    ],
    ['> tool: ls', '< failed: failed', 'completed: '],
  ],
  [
    'what is said of a tool after its end is let go',
    [toolUpdate({ status: 'completed' }), toolUpdate({ status: 'failed' }), END],
    ['> tool: c', '< ok: ', 'completed: '],
  ],
  [
    'a command that ends with a code is a failed one',
    [
      toolUpdate({
        kind: 'execute',
        title: 'make',
        status: 'completed',
        rawOutput: { output: 'no', metadata: { exit: 7 } },
      }),
    ],
    ['> execute: make', '< failed: exit code 7: no'],
  ],
  [
    'an end nobody asked for has failed',
    [answered({ stopReason: 'cancelled' })],
    ['failed (agent): the agent cancelled the turn by itself'],
  ],
  [
    'an end for want of room has failed',
    [answered({ stopReason: 'max_tokens' })],
    ['failed (agent): it reached the most its model may write'],
  ],
  [
    'an unknown update is kept',
    [update({ sessionUpdate: 'news', a: 1 })],
    ['unrecognised: {"sessionUpdate":"news","a":1}'],
  ],
  [
    'a tool without an id is kept',
    [update({ sessionUpdate: 'tool_call', title: 'x' })],
    ['unrecognised: {"sessionUpdate":"tool_call","title":"x"}'],
  ],
];

test.for(CASES)('%s', ([, said, told]) => {
  expect(hear(said).map(tell)).toEqual(told);
});

test('an id that is used again stands for another tool', () => {
  const once = [
    toolCall({ rawInput: { command: 'ls' }, status: 'in_progress' }),
    toolUpdate({ status: 'completed' }),
  ];
  const ids = hear([...once, ...once]).flatMap((event) => (event.type === 'tool-started' ? [event.id] : []));
  expect(ids).toEqual(['c', 'c~2']);
});

test('a summary is one line of bounded length', () => {
  const [started] = hear([toolUpdate({ rawInput: { command: `echo 'a\nb' ${'x'.repeat(1_000)}` } })]);
  expect(started).toMatchObject({ summary: expect.stringMatching(/^echo 'a b' x+…$/) });
  expect((started as { summary: string }).summary).toHaveLength(300);
});

test('paths outside of the chamber stay whole', () => {
  const locations = [{ path: '/repo/src/a.ts' }, { path: '/etc/passwd' }, { path: '/repository/b' }];
  const params = { toolCall: { toolCallId: 'c', kind: 'edit', title: 'Edit', locations } };
  const asked = hear([{ type: 'permission-asked', id: 0, params }]).at(-1);
  expect(asked).toMatchObject({
    request: { paths: ['src/a.ts', '/etc/passwd', '/repository/b'], command: null },
  });
});

test('a plan is told with what is done of it', () => {
  const entries = [
    { content: 'look', priority: 'high', status: 'completed' },
    { content: 'mend', priority: 'high', status: 'pending' },
  ];
  const steps = [
    { text: 'look', done: true },
    { text: 'mend', done: false },
  ];
  expect(hear([update({ sessionUpdate: 'plan', entries })])).toEqual([{ type: 'plan', steps }]);
});

test('a message without end is told in parts', () => {
  const events = hear([chunk('x'.repeat(200_000), 'm'), END]);
  const texts = events.flatMap((event) => (event.type === 'message' ? [event.text] : []));
  expect(texts.join('')).toHaveLength(200_000);
  for (const text of texts) expect(text.length).toBeLessThanOrEqual(64_000);
});

test('an option is chosen by its kind, and one that lasts only where there is no other', () => {
  const always = { optionId: 'a', kind: 'allow_always' };
  const once = { optionId: 'o', kind: 'allow_once' };
  const no = { optionId: 'n', kind: 'reject_once' };
  expect(optionFor([always, once, no], 'allow')).toBe('o');
  expect(optionFor([always, no], 'allow')).toBe('a');
  expect(optionFor([always, once, no], 'deny')).toBe('n');
  expect(optionFor([always, once], 'deny')).toBeNull();
});
