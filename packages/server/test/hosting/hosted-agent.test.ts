import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openGit } from '@symphony/adapters/git';
import { emptyState, fold, type Input } from '@symphony/conductor';
import type { AgentEvent, AgentPort, AgentStart, EncloseRequest, Sandbox } from '@symphony/domain';
import { DATES_PART, DATES_PLAN, makeRepository, SETTINGS, trackedItem } from '@symphony/testkit';
import { afterEach, describe, expect, test } from 'vitest';
import { type HostingOptions, hostedAgent, redactor } from '../../src/hosting/index.ts';
import type { RunTools } from '../../src/mcp/index.ts';

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const NEEDS = { own: ['~/.agent', '~/.agent.json'], hosts: ['api.example.com'], variables: ['AGENT_URL'] };

/** An agent that only keeps what it was started with, and says what it is told to. */
class StillAgent {
  started: AgentStart | null = null;
  hear: (event: AgentEvent) => void = () => undefined;
  readonly answers: string[] = [];
  readonly port: AgentPort = {
    name: 'still',
    needs: NEEDS,
    start: async (request, hear) => {
      this.started = request;
      this.hear = hear;
      return {
        process: null,
        prompt: async () => undefined,
        answer: async (id, text) => void this.answers.push(`${id}=${text}`),
        stop: async () => hear({ type: 'exited', code: 0, signal: null, message: '' }),
      };
    },
  };
}

async function host(change: Partial<HostingOptions> = {}) {
  const repository = await makeRepository();
  closing.push(() => repository.remove());
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'symphony-hosting-')));
  closing.push(() => rmSync(home, { recursive: true, force: true }));
  const enclosed: EncloseRequest[] = [];
  const closed: string[] = [];
  const posted: Input[] = [];
  const state = emptyState();
  let tools: RunTools | null = null;
  const sandbox: Sandbox = {
    examine: () => Promise.reject(new Error('not asked here')),
    enclose: async (request) => {
      enclosed.push(request);
      return {
        detail: 'confined',
        confine: (launch) => ({
          ...launch,
          env: { ...launch.env, HTTPS_PROXY: 'http://run:proxy-secret@127.0.0.1:1' },
        }),
        close: async () => void closed.push('enclosure'),
      };
    },
  };
  const options: HostingOptions = {
    sandbox,
    git: openGit('test'),
    repository: repository.path,
    scratch: join(home, 'tmp'),
    extra: () => ({ hosts: ['extra.example.com'], caches: ['~/.own-cache'] }),
    tools: () => ({
      admit: async (given) => {
        tools = given;
        const server = { name: 'symphony', url: 'http://127.0.0.1:4711/mcp/x', token: 'tools-token' };
        return { server, close: () => void closed.push('tools') };
      },
      close: async () => undefined,
    }),
    desk: {
      tracker: {
        kind: 'none',
        fetchByStates: async () => ({ items: [], problems: [] }),
        fetchByIds: async () => [],
      },
      post: (input, answered) => {
        posted.push(input);
        answered?.(null);
      },
      state: () => state,
      settings: () => SETTINGS,
    },
    redact: redactor(['given-secret']),
    warn: () => undefined,
    ...change,
  };
  const agent = new StillAgent();
  const heard: AgentEvent[] = [];
  const start = async (sandboxed: 'off' | 'standard' | 'strict') =>
    hostedAgent(agent.port, options).start(
      {
        run: 'run-1',
        item: trackedItem('A'),
        attempt: 1,
        player: { agent: 'still', slots: null, stallTimeoutMs: null, model: null, sandbox: sandboxed },
        cwd: repository.path,
        env: { HOME: home, PATH: '/usr/bin', AGENT_URL: 'http://127.0.0.1:9/v1' },
        prompt: 'Go.',
        resume: null,
      },
      (event) => heard.push(event),
    );
  const given = () => tools as unknown as RunTools;
  return { agent, start, heard, enclosed, closed, posted, state, home, tools: given };
}

describe('what stands around a run', () => {
  test('a temporary folder of its own, gone with the run', async () => {
    const { agent, start, home } = await host();
    const session = await start('off');
    const tmp = agent.started?.env.TMPDIR ?? '';
    expect([tmp, existsSync(tmp)]).toEqual([join(home, 'tmp', 'run-1'), true]);
    await session.stop(0);
    expect(existsSync(tmp)).toBe(false);
  });

  test('a sandbox that lets it write its own folders and git, and reach what it needs', async () => {
    const { agent, start, enclosed, heard, home, closed } = await host();
    const session = await start('standard');
    const [request] = enclosed;
    const git = execFileSync('git', ['rev-parse', '--absolute-git-dir'], {
      cwd: request?.chamber,
      encoding: 'utf8',
    });
    // A file of its own that is not there yet cannot be let through.
    expect(request?.writable).toEqual([
      git.trim(),
      git.trim(),
      join(home, '.agent'),
      join(home, 'tmp', 'run-1'),
    ]);
    expect(request?.readOnly).toContain(join(git.trim(), 'hooks'));
    expect(request?.hosts).toEqual(
      expect.arrayContaining([
        'api.example.com',
        '127.0.0.1:9',
        '127.0.0.1:4711',
        'extra.example.com',
        'pypi.org',
      ]),
    );
    expect(request?.caches).toContain(join(home, '.own-cache'));
    agent.hear({ type: 'started', sessionId: 's', process: null });
    expect(heard.map(({ type }) => type)).toEqual(['started', 'contained']);
    await session.stop(0);
    expect(closed.sort()).toEqual(['enclosure', 'tools']);
  });

  test('a strict one without caches and registries', async () => {
    const { start, enclosed } = await host();
    await start('strict');
    expect(enclosed[0]?.caches).toEqual([]);
    expect(enclosed[0]?.hosts).not.toContain('pypi.org');
  });

  test('what it may not reach, and what a tool failed on, is told', async () => {
    const { agent, start, enclosed, heard } = await host();
    await start('standard');
    enclosed[0]?.refused('evil.example.com');
    agent.hear({
      type: 'tool-ended',
      id: '1',
      ok: false,
      summary: "touch: cannot touch '/x': Read-only file system",
    });
    agent.hear({
      type: 'tool-ended',
      id: '2',
      ok: false,
      summary: 'cat: /etc/passwd: No such file or directory',
    });
    agent.hear({
      type: 'tool-ended',
      id: '3',
      ok: false,
      summary: 'cat: /no/such/thing: No such file or directory',
    });
    const told = heard.flatMap((event) => (event.type === 'contained' ? [event.text] : []));
    expect(told[0]).toContain('evil.example.com was refused');
    expect(told[1]).toMatch(/refused to write outside/);
    expect(told.slice(2)).toEqual(['/etc/passwd is hidden from this run by its sandbox.']);
  });

  test('no secret in what it says: given to it, of its tools, or of its way out', async () => {
    const { agent, start, heard } = await host();
    await start('standard');
    agent.started?.confine?.({ command: 'x', args: [], cwd: '/', env: {} });
    agent.hear({ type: 'message', text: 'given-secret tools-token proxy-secret and the rest' });
    expect(heard.at(-1)).toEqual({ type: 'message', text: '[hidden] [hidden] [hidden] and the rest' });
  });

  test('a person is asked through the inbox, and the answer goes to who asked', async () => {
    const { agent, start, heard, tools } = await host();
    const session = await start('off');
    const answer = tools().askHuman(
      { question: 'Which?', choices: ['a', 'b'], default: 'a' },
      new AbortController().signal,
    );
    const asked = heard.at(-1);
    if (asked?.type !== 'question') throw new Error('nothing was asked');
    expect(asked.question).toMatchObject({ text: 'Which?', choices: ['a', 'b'], defaultAnswer: 'a' });
    await session.answer?.(asked.question.id, 'b');
    expect(await answer).toBe('b');
    await session.answer?.('own-question', 'allow');
    expect(agent.answers).toEqual(['own-question=allow']);
  });

  test('a question nobody waits for any more is taken back', async () => {
    const { start, heard, tools } = await host();
    await start('off');
    const waiting = new AbortController();
    const answer = tools().askHuman({ question: 'Which?', choices: [], default: null }, waiting.signal);
    waiting.abort();
    await expect(answer).rejects.toThrow(/Nobody waits/);
    expect(heard.at(-1)).toMatchObject({ type: 'withdrawn' });
  });

  test('what it reports goes to the conductor with its run', async () => {
    const { start, tools, posted } = await host();
    await start('off');
    await tools().reportProgress({ text: 'half', percent: 50 });
    expect(posted).toEqual([
      {
        type: 'tool-called',
        item: 'A',
        run: 'run-1',
        report: { kind: 'progress', text: 'half', percent: 50 },
      },
    ]);
  });

  test('no secret in what it reports through its tools', async () => {
    const { start, tools, posted } = await host();
    await start('off');
    await tools().reportProgress({ text: 'the key is given-secret, the token tools-token', percent: null });
    expect(JSON.stringify(posted)).toContain('the key is [hidden], the token [hidden]');
    expect(JSON.stringify(posted)).not.toMatch(/given-secret|tools-token/);
  });

  test('M4 no secret in what a part of a mission tells', async () => {
    const { start, tools, posted, state } = await host();
    const part = { ...DATES_PART, item: 'A' };
    for (const [seq, event] of [
      { type: 'mission-planned', mission: 'dates', plan: DATES_PLAN, by: 'ada' } as const,
      { type: 'mission-part-made', mission: 'dates', part } as const,
    ].entries())
      fold(state, { seq, at: 1, event });
    await start('off');
    const text = 'given-secret tools-token';
    await tools().mission?.updateUnderstanding({ text, why: text });
    await tools().mission?.addRequirement({ text, why: text });
    await tools().mission?.recordRule({ area: 'validation', text, why: text });
    await tools().mission?.handOn({ key: 'facts', values: [text] });
    await tools()
      .mission?.requestScope({ paths: [text], why: text })
      .catch(() => undefined); // nobody decides here
    const deviation = { severity: 'minor', expected: '', action: '', reasoning: '', impact: '' } as const;
    await tools().recordDeviation({ ...deviation, discovered: text, affects: [text] });
    expect(posted).toHaveLength(6);
    expect(JSON.stringify(posted)).toContain('[hidden] [hidden]');
    expect(JSON.stringify(posted)).not.toMatch(/given-secret|tools-token/);
  });

  test('M4 a player of ours has tools where it may call them, and nothing around it where not', async () => {
    for (const uses of [true, false]) {
      const { agent, start, home } = await host();
      Object.assign(agent.port, { needs: undefined, usesTools: () => uses });
      await start('off');
      expect(agent.started?.tools?.url).toBe(uses ? 'http://127.0.0.1:4711/mcp/x' : undefined);
      expect(existsSync(join(home, 'tmp', 'run-1'))).toBe(uses);
    }
  });

  test('nothing is left of a run that could not be started', async () => {
    const { agent, start, closed, home } = await host();
    (agent.port as { start: unknown }).start = () => Promise.reject(new Error('no such program'));
    await expect(start('standard')).rejects.toThrow('no such program');
    expect(closed.sort()).toEqual(['enclosure', 'tools']);
    expect(existsSync(join(home, 'tmp', 'run-1'))).toBe(false);
  });
});
