import type { AgentEvent } from '@symphony/domain';
import { describe, expect, test } from 'vitest';
import { type Ask, type AskContext, isAsk, readRequest } from '../../../src/agent/codex/asks.ts';
import { OpenAsks } from '../../../src/agent/codex/open-asks.ts';
import { innerCommand } from '../../../src/agent/codex/shell-command.ts';

const CONTEXT: AskContext = {
  chamber: '/repo',
  tools: new Map([['item-1', { name: 'fileChange', summary: 'a.ts', paths: ['a.ts'] }]]),
};
const IDS = { threadId: 'thread', turnId: 'turn', itemId: 'item-1' };

function ask(method: string, params: object): Ask {
  const read = readRequest({ kind: 'request', id: 0, method, params: { ...IDS, ...params } }, CONTEXT);
  if (!isAsk(read)) throw new Error(`${method} was answered at once`);
  return read;
}
const wanted = ({ events: [event] }: Ask): unknown => event?.type === 'permission' && event.request;
const answered = (asked: Ask, text: string) => asked.reply(new Map(asked.ids.map((id) => [id, text])));

describe('a command as it is told', () => {
  test.each([
    ['/bin/bash -lc ls', 'ls'],
    ["/bin/bash -lc 'printf hello > hello.txt'", 'printf hello > hello.txt'],
    [`/bin/bash -lc "echo \\"it's\\" 'q' "'$HOME \`id\` | cat'`, `echo "it's" 'q' $HOME \`id\` | cat`],
    ['/bin/bash -lc "echo \'a b\' \\\\x"', "echo 'a b' \\x"],
    ['/bin/zsh -lc "a\nb"', 'a\nb'],
    ['sh -c ls', 'ls'],
    ['/bin/bash -lc ls extra', '/bin/bash -lc ls extra'],
    ["/bin/bash -lc 'not closed", "/bin/bash -lc 'not closed"],
    ['git status', 'git status'],
    ['', ''],
  ])('%s', (told, inner) => {
    expect(innerCommand(told)).toBe(inner);
  });
});

describe('leave', () => {
  test('for a command', () => {
    const asked = ask('item/commandExecution/requestApproval', {
      command: "/bin/bash -lc 'rm -rf x'",
      reason: 'it is in the way',
    });
    expect(wanted(asked)).toEqual({
      id: 'turn:0',
      tool: 'commandExecution',
      command: 'rm -rf x',
      paths: [],
      summary: 'rm -rf x (it is in the way)',
    });
    expect(answered(asked, 'allow')).toEqual({ result: { decision: 'accept' } });
    expect(answered(asked, 'deny')).toEqual({ result: { decision: 'decline' } });
    expect(answered(asked, 'whatever')).toEqual({ result: { decision: 'decline' } });
  });

  test('for a change of files, which the request does not name', () => {
    const asked = ask('item/fileChange/requestApproval', { grantRoot: '/repo/docs' });
    expect(wanted(asked)).toMatchObject({ tool: 'fileChange', summary: 'a.ts', paths: ['a.ts', 'docs'] });
  });

  test('for more rights', () => {
    const permissions = {
      fileSystem: {
        write: ['/repo/dist'],
        entries: [{ access: 'write', path: { type: 'path', path: '/etc' } }],
      },
      network: { enabled: true },
    };
    const asked = ask('item/permissions/requestApproval', { permissions, reason: 'to build' });
    expect(wanted(asked)).toMatchObject({
      summary: 'write to dist, /etc and use the network — to build',
      paths: ['dist', '/etc'],
    });
    expect(answered(asked, 'allow')).toEqual({ result: { permissions, scope: 'turn' } });
    expect(answered(asked, 'deny')).toEqual({ result: { permissions: {}, scope: 'turn' } });
  });

  test('for a tool of an MCP server', () => {
    const asked = ask('mcpServer/elicitation/request', {
      serverName: 'files',
      mode: 'form',
      message: 'Allow the files MCP server to run tool "remove"?',
      _meta: { codex_approval_kind: 'mcp_tool_call', tool_params: { path: 'x' } },
    });
    expect(wanted(asked)).toMatchObject({ tool: 'mcp__files__remove', summary: 'remove {"path":"x"}' });
    expect(answered(asked, 'allow')).toEqual({ result: { action: 'accept', content: {} } });
    expect(answered(asked, 'deny')).toEqual({ result: { action: 'decline' } });
  });

  test('in the words of the first protocol', () => {
    const command = ask('execCommandApproval', { command: ['git', 'push'] });
    expect(wanted(command)).toMatchObject({ command: 'git push' });
    expect(answered(command, 'allow')).toEqual({ result: { decision: 'approved' } });
    const patch = ask('applyPatchApproval', { fileChanges: { '/repo/a.ts': {}, '/etc/b': {} } });
    expect(wanted(patch)).toMatchObject({ paths: ['a.ts', '/etc/b'] });
    expect(answered(patch, 'deny')).toEqual({ result: { decision: 'denied' } });
  });
});

describe('questions', () => {
  const asked = () =>
    ask('item/tool/requestUserInput', {
      autoResolutionMs: 60_000,
      questions: [
        {
          id: 'colour',
          header: 'Colour',
          question: 'Which colour?',
          options: [{ label: 'red' }, { label: 'blue' }],
        },
        { id: 'size', header: 'Size', question: 'How large?', options: null },
      ],
    });

  test('are told one by one', () => {
    expect(
      asked().events.map((event: AgentEvent) => event.type === 'question' && event.question),
    ).toMatchObject([
      { id: 'turn:0:colour', text: 'Which colour?', choices: ['red', 'blue'], defaultAfterMs: 60_000 },
      { id: 'turn:0:size', text: 'How large?', choices: [] },
    ]);
  });

  test('are answered together, once all of them are', () => {
    const open = new OpenAsks();
    open.add(0, asked());
    expect(open.answer('turn:0:size', 'large')).toBeNull();
    expect(open.answer('turn:0:colour', 'blue')).toEqual({
      request: 0,
      reply: { result: { answers: { colour: { answers: ['blue'] }, size: { answers: ['large'] } } } },
    });
    expect(open.answer('turn:0:colour', 'red')).toBeNull();
    expect(open.withdrawAll()).toEqual([]);
  });

  test('that nobody has answered are withdrawn, the others are not', () => {
    const open = new OpenAsks();
    open.add(0, asked());
    open.answer('turn:0:size', 'large');
    expect(open.resolved('0')).toEqual([]); // another id: text is not a number
    expect(open.resolved(0)).toEqual(['turn:0:colour']);
    expect(open.resolved(0)).toEqual([]);
  });
});
