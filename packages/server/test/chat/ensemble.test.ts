import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MemoryCabinet } from '@symphony/adapters/cabinet/memory';
import { MemoryJournal } from '@symphony/adapters/journal/memory';
import { emptyChat, foldChatEntries, type RuntimeEvent } from '@symphony/domain';
import { type ChatModelAnswer, type ChatModelAsked, openChatModel, openModelServer } from '@symphony/testkit';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type EnsembleParts, openEnsemble } from '../../src/chat/ensemble.ts';
import type { LoadedConfig } from '../../src/config/index.ts';
import { resolveRuntime, runtimeSchema } from '../../src/config/runtime.ts';
import { freshNames } from '../../src/fresh-names.ts';
import { SystemClock } from '../../src/system-clock.ts';
import { workplaceAt } from '../../src/workplace.ts';

const MCP_SERVER = join(import.meta.dirname, '../../../adapters/test/tool/mcp-server.ts');

function partsOf(runtime: object, more: Partial<EnsembleParts> = {}): EnsembleParts {
  const root = mkdtempSync(join(tmpdir(), 'symphony-ensemble-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const env = { PATH: process.env.PATH ?? '', KEY: 'k' };
  return {
    workplace: workplaceAt(root),
    loaded: { runtime: resolveRuntime(runtimeSchema.parse(runtime), env) } as LoadedConfig,
    env,
    clock: new SystemClock(0),
    names: freshNames,
    journal: new MemoryJournal(),
    cabinet: new MemoryCabinet(),
    permit: () => null,
    redact: (text) => text,
    warn: () => undefined,
    ...more,
  };
}

test('what is being answered is answered to its end before an ensemble is closed', async () => {
  const model = await openModelServer();
  onTestFinished(() => model.close());
  const [asked, allowed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const named = { provider: 'anthropic', model: 'm', base_url: `${model.base()}/v1`, key: '$KEY' };
  const ensemble = await openEnsemble(
    partsOf(
      { models: { default: named }, retries: 0 },
      {
        async permit(tool) {
          if (tool.name !== 'shell.run') return null;
          asked.resolve();
          await allowed.promise;
          return null;
        },
      },
    ),
  );
  const heard: RuntimeEvent[] = [];
  const played = ensemble.play({
    task: 'Run it.\nTOOL: shell__run {"command":"true"}\nSAY: It ran.',
    session: 's',
    attached: [],
    history: [],
    signal: new AbortController().signal,
    onEvent: (event) => heard.push(event),
  });
  await asked.promise;
  const closed = ensemble.close();
  allowed.resolve();
  await Promise.all([played, closed]);
  expect(heard.find(({ type }) => type === 'ended')).toMatchObject({
    outcome: { success: true, answer: 'It ran.' },
  });
});

describe('R11 R12 a model that plans for itself', () => {
  const read = (step: number, path: string, more: object = {}) => ({
    step,
    tool: 'files.read',
    description: `Read ${path}`,
    parameters: { path },
    dependsOn: [],
    ...more,
  });
  const CALLS = [
    { tool: 'planning__create_execution_plan', input: { request: 'Read the notes' } },
    { tool: 'files__read', input: { path: 'notes.md' } },
    { tool: 'planning__replan', input: { reason: 'There is no notes.md.' } },
    { tool: 'files__read', input: { path: 'notes.txt' } },
  ];
  const answer = ({ system, user, results, tools }: ChatModelAsked): ChatModelAnswer => {
    if (system.includes('You write plans of tool calls'))
      return {
        say: JSON.stringify(
          user.includes('did not work out')
            ? { reasoning: 'r', steps: [read(2, 'notes.txt', { replaces: [1] })], dropped: [] }
            : { reasoning: 'r', steps: [read(1, 'notes.md')] },
        ),
      };
    if (tools.length === 0) return { say: '{}' };
    const call = CALLS[results];
    return call ? { call } : { say: 'They say hello.' };
  };

  const played = async (runtime: object) => {
    const offered: string[] = [];
    const model = await openChatModel((asked) => {
      offered.push(...asked.tools);
      return answer(asked);
    });
    onTestFinished(() => model.close());
    const named = { provider: 'openai-compatible', model: 'm', base_url: model.url };
    const parts = partsOf({ models: { default: named }, retries: 0, ...runtime });
    writeFileSync(join(parts.workplace.root, 'notes.txt'), 'hello');
    const ensemble = await openEnsemble(parts);
    await ensemble.play({
      task: 'What do the notes say?',
      session: 'chat-1.r-1',
      attached: [],
      history: [],
      signal: new AbortController().signal,
      onEvent: () => undefined,
    });
    await ensemble.close();
    const chat = foldChatEntries(emptyChat('chat-1'), parts.journal.read('chat-1.r-1', 0, 1_000));
    return { request: chat.requests[0], offered: new Set(offered) };
  };

  test('by tools: the plan shows what became of its steps, and what was replaced is made good', async () => {
    const { request } = await played({});
    expect(request).toMatchObject({
      state: 'done',
      answer: 'They say hello.',
      plan: {
        steps: [
          { toolName: 'files.read', status: 'failed' },
          { toolName: 'files.read', status: 'completed', replaces: [1] },
        ],
      },
    });
    const calls = request?.steps.flatMap((step) => (step.kind === 'tool' ? [[step.tool, step.step]] : []));
    expect(calls).toEqual([
      ['planning.create_execution_plan', null],
      ['files.read', 1],
      ['planning.replan', null],
      ['files.read', 2],
    ]);
  });

  test('only where plans are made at all', async () => {
    const { request, offered } = await played({ enhanced: false });
    expect(offered).toContain('files__read');
    expect(offered).not.toContain('planning__replan');
    expect(request?.plan).toBeNull();
  });
});

test('an ensemble that cannot be opened leaves no program behind; an unset variable is no reason', async () => {
  const parts = partsOf({ calendar: { url: '$NOT_SET' } });
  const notes = join(parts.workplace.root, 'notes');
  const sample = { command: process.execPath, args: [MCP_SERVER, notes] };
  const loaded = {
    runtime: resolveRuntime(
      runtimeSchema.parse({ calendar: { url: '$NOT_SET' }, mcp: { sample } }),
      parts.env,
    ),
  } as LoadedConfig;
  const opened = await openEnsemble({ ...parts, loaded });
  expect(opened.tools.names()).toContain('sample.structured');
  await opened.close();

  mkdirSync(parts.workplace.folder);
  writeFileSync(join(parts.workplace.folder, 'roles'), 'not a folder');
  await expect(openEnsemble({ ...parts, loaded })).rejects.toThrow('ENOTDIR');
  const pids = [...readFileSync(notes, 'utf8').matchAll(/started (\d+)/g)].map(([, pid]) => Number(pid));
  expect(pids).toHaveLength(2);
  for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});
