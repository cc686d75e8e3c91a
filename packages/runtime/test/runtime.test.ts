import { ambient } from '@symphony/adapters/ambient';
import { PortError, type Tool } from '@symphony/domain';
import { ScriptedModels } from '@symphony/testkit';
import { describe, expect, it } from 'vitest';
import { AgentExecutor, type RuntimeParts, SymphonyRuntime, ToolRegistry } from '../src/index.ts';
import { AGENT, CountingJournal, echo, eventsOf, stage, text } from './stage.ts';

const call = (tool: string, input: Record<string, string> = {}) => ({ calls: [{ tool, input }] });

describe('R1 one runtime, many executions', () => {
  it('R1 plays a request with a tool and says what it did', async () => {
    const { ask, events } = stage([call('test.echo', { text: 'hello' }), { text: ['It said ', 'hello.'] }], {
      tools: [echo],
    });
    const result = await ask('Say hello through the tool');
    expect(result).toMatchObject({ success: true, mode: 'legacy_with_conversation' });
    expect(result.conversation.finalResponse).toBe('It said hello.');
    expect(result.execution.steps).toMatchObject([
      {
        tool: 'test.echo',
        parameters: { text: 'hello' },
        result: { success: true, result: { said: 'hello' } },
      },
    ]);
    expect(result.metrics).toMatchObject({ modelCalls: 2, toolCalls: 1, tokens: { input: 20, output: 10 } });
    expect(eventsOf(events, 'text').map((event) => event.text)).toEqual(['It said ', 'hello.']);
    expect(eventsOf(events, 'ended')).toHaveLength(1);
  });

  it('R1 keeps fifty executions at once apart', async () => {
    const { runtime } = stage(
      ({ messages }) => {
        const last = messages.at(-1);
        if (last?.role === 'tool') return { text: JSON.stringify(last.output) };
        return call('test.echo', { text: last?.role === 'user' ? last.text : '' });
      },
      { tools: [echo] },
    );
    const heard = new Map<string, Set<string>>();
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        runtime.execute(`request ${n}`, AGENT, {
          onEvent: (event, session) => {
            if (event.type === 'began') heard.set(session, new Set([event.task]));
            if (event.type === 'tool-started') heard.get(session)?.add(JSON.stringify(event.input));
          },
        }),
      ),
    );
    expect(results.map(({ conversation }) => conversation.finalResponse)).toEqual(
      Array.from({ length: 50 }, (_, n) => `{"said":"request ${n}"}`),
    );
    expect(new Set(results.map(({ conversation }) => conversation.id)).size).toBe(50);
    for (const said of heard.values()) {
      const [task, input] = [...said];
      expect(input).toBe(JSON.stringify({ text: task }));
    }
    expect(runtime.metrics()).toMatchObject({ executions: 50, succeeded: 50, failed: 0, toolCalls: 50 });
    expect(runtime.status()).toEqual({ state: 'ready', sessions: [] });
  });

  it.each(['tools', 'models', 'clock', 'names'])('R1 says that %s are missing, with E2004', (name) => {
    const { clock, names } = ambient();
    const whole: RuntimeParts = {
      clock,
      names,
      tools: new ToolRegistry(clock),
      models: new ScriptedModels([]),
    };
    const { [name as 'tools']: _left, ...parts } = whole;
    expect(() => new SymphonyRuntime(parts as RuntimeParts)).toThrow(
      expect.objectContaining({ code: 'E2004', message: expect.stringContaining(name) }),
    );
  });

  it('R1 is healthy with a tool and a model, and not without', async () => {
    expect(await stage([], { tools: [echo] }).runtime.health()).toMatchObject({ healthy: true, tools: 1 });
    expect(await stage([]).runtime.health()).toMatchObject({ healthy: false, tools: 0 });
    const context = { useMagic: () => Promise.reject(new Error('never asked')), healthy: () => false };
    expect(await stage([], { tools: [echo], parts: { context } }).runtime.health()).toMatchObject({
      healthy: false,
      context: false,
    });
  });

  it('R1 refuses misuse at once', async () => {
    const { ask, runtime } = stage([{ fault: 'hangs' }]);
    await expect(ask('   ')).rejects.toMatchObject({ code: 'E1003' });
    const under = ask('first', { session: 's1' });
    await expect(ask('second', { session: 's1' })).rejects.toMatchObject({ code: 'E3003' });
    await runtime.close();
    expect(await under).toMatchObject({ success: false, error: 'The runtime was closed.' });
    await expect(ask('later')).rejects.toMatchObject({ code: 'E3003' });
  });

  it('R1 closes when nothing is left, and stops what is under way', async () => {
    const { ask, runtime, models } = stage(() => ({ text: 'a', fault: 'hangs' }));
    const under = [ask('one'), ask('two'), ask('three')];
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(runtime.status()).toMatchObject({ state: 'executing' });
    await runtime.close();
    expect(runtime.status()).toEqual({ state: 'closed', sessions: [] });
    expect(models.stopped).toBe(3);
    for (const result of await Promise.all(under)) expect(result.success).toBe(false);
  });
});

describe('R1 the journal', () => {
  it('R1 records before it acts, and several steps in one commit', async () => {
    const journal = new CountingJournal();
    let writtenBefore = 0;
    const look: Tool = {
      ...echo,
      permissions: ['network'],
      run: () => {
        writtenBefore = journal.commits;
        return null;
      },
    };
    const calls = Array.from({ length: 6 }, (_, n) => ({ tool: 'test.echo', input: { text: `${n}` } }));
    const { ask } = stage([{ calls }, { text: 'done' }], { tools: [look], parts: { journal } });
    await ask('go');
    expect(writtenBefore).toBe(1);
    expect(journal.commits).toBe(2);
    const types = journal.entries.map(({ event }) => event.type);
    expect(types[0]).toBe('began');
    expect(types.at(-1)).toBe('ended');
    expect(types.filter((type) => type === 'tool-started')).toHaveLength(6);
    expect(types.some((type) => ['text', 'thought', 'void', 'progress'].includes(type))).toBe(false);
  });

  it('R1 what only looks or reckons does not wait for the disk', async () => {
    const journal = new CountingJournal();
    const commits: number[] = [];
    const looking = (permissions?: Tool['permissions']): Tool => ({
      ...echo,
      ...(permissions ? { permissions } : {}),
      run: () => commits.push(journal.commits),
    });
    for (const tool of [looking(), looking(['read']), looking(['read', 'write'])]) {
      const script = [call('test.echo', { text: 'a' }), { text: 'done' }];
      await stage(script, { tools: [tool], parts: { journal } }).ask('go');
    }
    // The last one writes: what it is about to do is on disk first. Each run is written whole at its end.
    expect(commits).toEqual([0, 1, 3]);
  });

  it('R1 does nothing it cannot write down, and says so', async () => {
    const journal = new CountingJournal();
    journal.failing = new PortError({ code: 'disk', message: 'The disk is full.' });
    let ran = 0;
    const counted: Tool = { ...echo, permissions: ['write'], run: () => (ran += 1) };
    const { ask } = stage([call('test.echo', { text: 'a' }), { text: 'All done!' }], {
      tools: [counted],
      parts: { journal },
    });
    const result = await ask('go');
    expect(ran).toBe(0);
    expect(result).toMatchObject({ success: false, error: expect.stringContaining('The disk is full.') });
  });

  it('R2 starts nothing after the stop: what was wished for together is not done', async () => {
    const stop = new AbortController();
    const written: string[] = [];
    const write: Tool = {
      ...echo,
      permissions: ['write'],
      run: async ({ text: name }) => {
        written.push(String(name));
        stop.abort(new Error('Enough.'));
        return null;
      },
    };
    const calls = ['a', 'b', 'c'].map((each) => ({ tool: 'test.echo', input: { text: each } }));
    const { ask } = stage([{ calls }, { text: 'done' }], { tools: [write] });
    expect(await ask('go', { signal: stop.signal })).toMatchObject({ success: false, error: 'Enough.' });
    expect(written).toEqual(['a']);
  });

  it('R2 what was said aloud before a stop is kept as said, and nothing takes it back', async () => {
    const stop = new AbortController();
    const { ask, events } = stage([{ text: ['It is ', 'half'], fault: 'hangs' }]);
    const under = ask('go', { signal: stop.signal });
    await new Promise((resolve) => setTimeout(resolve, 10));
    stop.abort(new Error('Enough.'));
    const { success, conversation } = await under;
    expect(success).toBe(false);
    expect(conversation.finalResponse).toMatch(/^It is half\n\n.*Enough\./s);
    expect(eventsOf(events, 'void')).toEqual([]);
    expect(eventsOf(events, 'turn').at(-1)?.turn.content).toBe(conversation.finalResponse);
  });

  it('R1 what is put away is without secrets, and failing to put it away loses nothing', async () => {
    const secret = 'sk-planted-0123456789';
    const kept: string[] = [];
    const long: Tool = { ...echo, run: () => `${secret} ${'x'.repeat(100_000)}` };
    const script = [call('test.echo', { text: 'a' }), { text: 'done' }];
    const redact = (each: string) => each.replaceAll(secret, '[secret]');
    const keep = async (_name: string, each: string) => `artifact-${kept.push(each)}`;
    await stage(script, { tools: [long], parts: { keep, redact } }).ask('go');
    expect(kept).toHaveLength(1);
    expect(kept[0]).not.toContain(secret);
    const full = () => Promise.reject(new Error('The disk is full.'));
    const result = await stage(script, { tools: [long], parts: { keep: full } }).ask('go');
    expect(result).toMatchObject({ success: true, execution: { steps: [{ tool: 'test.echo' }] } });
  });

  it('R1 takes secrets out of everything told, recorded and returned', async () => {
    const secret = 'sk-planted-0123456789';
    const journal = new CountingJournal();
    const leaky: Tool = {
      name: 'test.leak',
      description: 'Leaks.',
      input: text,
      run: () => {
        throw new Error(`401 for key ${secret}`);
      },
    };
    const { ask, events } = stage(
      [call('test.leak', { text: secret }), { text: `The key ${secret} is bad.` }],
      {
        tools: [leaky],
        parts: { journal, redact: (said) => said.replaceAll(secret, '[secret]') },
      },
    );
    const result = await ask(`use ${secret}`);
    for (const seen of [events, journal.entries, result]) expect(JSON.stringify(seen)).not.toContain(secret);
    expect(result.error).toContain('[secret]');
  });

  it('R1 survives a listener that throws', async () => {
    const warned: string[] = [];
    const logger = { info: () => undefined, warn: (message: string) => warned.push(message) };
    const { ask } = stage([{ text: 'fine' }], { parts: { logger } });
    const result = await ask('go', {
      onEvent: () => {
        throw new Error('listener');
      },
    });
    expect(result.success).toBe(true);
    expect(warned.length).toBeGreaterThan(0);
  });
});

describe('R3 honest results', () => {
  const failing: Tool = {
    name: 'weather.now',
    description: 'Weather.',
    input: { type: 'object' },
    run: () => {
      throw new Error('no network');
    },
  };

  it('R3 is no success when a tool failed, whatever the model says', async () => {
    const { ask } = stage([call('weather.now'), { text: 'It is sunny. All done!' }], { tools: [failing] });
    const result = await ask('How is the weather?');
    expect(result.success).toBe(false);
    expect(result.error).toContain('no network');
    expect(result.conversation.finalResponse).toContain('Not done: weather.now');
    expect(result.conversation.state).toBe('completed');
  });

  it('R3 another tool that succeeds later does not make it good', async () => {
    const { ask } = stage(
      [call('weather.now'), call('test.echo', { text: 'timer' }), { text: 'Both done.' }],
      {
        tools: [failing, echo],
      },
    );
    expect(await ask('weather, and a timer')).toMatchObject({ success: false });
  });

  it('R3 a corrected call makes it good', async () => {
    const { ask } = stage(
      [
        call('test.echo', { txt: 'a' }),
        call('test.ekko', { text: 'a' }),
        call('test.echo', { text: 'a' }),
        { text: 'ok' },
      ],
      { tools: [echo] },
    );
    const result = await ask('echo');
    expect(result.success).toBe(true);
    expect(result.execution.steps.map((step) => step.result.details?.code)).toEqual([
      'E1001',
      'E5002',
      undefined,
    ]);
  });

  it('R3 keeps the older shape over the same code', async () => {
    const { runtime } = stage(() => call('test.echo', { text: 'a' }), {
      tools: [echo],
      config: { maxStepsPerPlan: 1 },
    });
    const executor = new AgentExecutor(runtime, AGENT, ambient().clock.now);
    const expected = {
      success: false,
      error: 'It did not come to an end within 1 model calls.',
      result: {
        response: expect.stringContaining('Done: test.echo'),
        reasoning: 'Used tool test.echo to: test.echo (text: a)',
        agent: 'tester',
        model: 'scripted',
        timestamp: expect.any(Number),
        toolsExecuted: [
          { name: 'test.echo', parameters: { text: 'a' }, success: true, result: { said: 'a' } },
        ],
      },
      metrics: { duration: expect.any(Number), startTime: expect.any(Number), endTime: expect.any(Number) },
    };
    expect(await executor.executeTask('go')).toEqual(expected);
    expect(await runtime.executeDirect('go', AGENT)).toEqual(expected);
  });
});
