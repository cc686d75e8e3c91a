import { spawn } from 'node:child_process';
import { type Tool, ToolError, type ToolPermission } from '@symphony/domain';
import { ManualClock, type ScriptedAnswer } from '@symphony/testkit';
import { describe, expect, it } from 'vitest';
import { runtimeConfig } from '../../src/index.ts';
import { echo, eventsOf, stage, text } from '../stage.ts';

const call = (n: number): ScriptedAnswer => ({ calls: [{ tool: 'test.echo', input: { text: `${n}` } }] });

describe('R2 flags and limits', () => {
  it('R2 reads the flags of the environment, and what is given goes first', () => {
    const env = {
      ENHANCED_RUNTIME: 'true',
      CONVERSATION_MODE: 'false',
      PLANNING_THRESHOLD: 'complex',
      REFLECTION_ENABLED: '1',
    };
    expect(runtimeConfig({}, env)).toMatchObject({
      enhancedRuntime: true,
      conversationMode: false,
      planningThreshold: 'complex',
      reflectionEnabled: true,
    });
    expect(runtimeConfig({ enhancedRuntime: false }, env).enhancedRuntime).toBe(false);
    expect(runtimeConfig({}, { PLANNING_THRESHOLD: 'never', ENHANCED_RUNTIME: '' })).toEqual(
      runtimeConfig({}),
    );
  });

  it.each([1, 3, 7])('R2 ends after %i model calls', async (maxStepsPerPlan) => {
    const { ask, models } = stage((_, n) => call(n), { tools: [echo], config: { maxStepsPerPlan } });
    const result = await ask('go');
    expect(models.requests).toHaveLength(maxStepsPerPlan);
    expect(result).toMatchObject({
      success: false,
      error: expect.stringContaining(`${maxStepsPerPlan} model calls`),
    });
    expect(result.execution.steps).toHaveLength(maxStepsPerPlan);
  });

  it('R2 ends when its time is up', async () => {
    const clock = new ManualClock();
    const { ask, models } = stage([{ fault: 'hangs' }], { clock, config: { timeoutMs: 5000 } });
    const done = ask('go');
    await clock.advance(4999);
    expect(models.stopped).toBe(0);
    await clock.advance(1);
    expect(await done).toMatchObject({ success: false, error: 'It took longer than 5000 ms.' });
    expect(models.stopped).toBe(1);
    expect(clock.due).toEqual([]);
  });

  it.each([
    ['tokens', { maxTokens: 30 }, 'tokens of the 30'],
    ['money', { maxCostUsd: 0.2 }, 'of the $0.2'],
  ])('R2 stops when its %s are spent', async (_name, config, said) => {
    const { ask, models } = stage((_, n) => ({ ...call(n), usage: { usd: 0.1 } }), { tools: [echo], config });
    const result = await ask('go');
    expect(result).toMatchObject({ success: false, error: expect.stringContaining(said) });
    expect(models.requests).toHaveLength(2);
  });

  it('R4 what a call took that failed is booked, and counts against the budget', async () => {
    const fails: ScriptedAnswer = { text: 'Half', fault: 'fails', usage: { usd: 0.3, inputTokens: 40 } };
    const asking: Tool = {
      ...echo,
      run: async (_input, { ask, signal }) => {
        const request = {
          tier: 'weak',
          purpose: 'summarize',
          messages: [{ role: 'user', text: 'x' }],
        } as const;
        await ask?.(request, signal);
        return 'never';
      },
    };
    const { ask, events, models } = stage(
      { converse: [call(1), { text: 'not asked' }], summarize: [fails] },
      { tools: [asking], config: { maxCostUsd: 0.25 } },
    );
    const result = await ask('go');
    expect(result).toMatchObject({
      success: false,
      error: 'It has cost $0.3000 of the $0.25 it may cost.',
      metrics: { modelCalls: 2, tokens: { input: 50, output: 10 }, cost: 0.3 },
    });
    expect(models.requests).toHaveLength(2);
    expect(eventsOf(events, 'model-called').map(({ purpose, failed }) => [purpose, failed])).toEqual([
      ['converse', undefined],
      ['summarize', true],
    ]);
  });

  const flaky = (fails: number, permissions: readonly ToolPermission[], code: 'E7001' | 'E5003'): Tool => ({
    ...echo,
    permissions,
    run: () => {
      if (fails-- > 0) throw new ToolError('Not now.', { code, retryable: true });
      return 'ok';
    },
  });

  it.each([
    ['what may pass', flaky(2, [], 'E7001'), 3, true],
    ['a write that was refused for now', flaky(2, ['write'], 'E7001'), 3, true],
    ['a look that took too long', flaky(1, ['read'], 'E5003'), 2, true],
    ['no write that took too long: it may have been done', flaky(1, ['write'], 'E5003'), 1, false],
    ['not for ever', flaky(9, [], 'E7001'), 4, false],
  ])('R2 tries again: %s', async (_name, tool, times, success) => {
    const clock = new ManualClock();
    const { ask, events } = stage([call(1), { text: 'ok' }], { tools: [tool], clock });
    const done = ask('go');
    await clock.advance(60_000);
    expect(await done).toMatchObject({ success });
    expect(events.filter(({ type }) => type === 'tool-started')).toHaveLength(times);
  });

  it('R2 waits longer each time, a little differently each time', async () => {
    const clock = new ManualClock();
    const chances = [0, 1, 0.5];
    const { ask } = stage([call(1), { text: 'ok' }], {
      tools: [flaky(9, [], 'E7001')],
      clock,
      parts: { chance: () => chances.shift() ?? 0.5 },
    });
    const done = ask('go');
    const waits: number[] = [];
    for (let n = 0; n < 3; n++) {
      await clock.settle();
      waits.push(clock.due[0] ?? 0);
      await clock.advance(clock.due[0] ?? 0);
    }
    await done;
    expect(waits).toEqual([750, 2500, 4000]);
  });
});

describe('R2 cancellation', () => {
  const shell = (pids: number[]): Tool => ({
    name: 'shell.run',
    description: 'Runs a program.',
    input: text,
    permissions: ['execute'],
    run: (_input, { signal }) =>
      new Promise((resolve, reject) => {
        const child = spawn('sleep', ['60'], { stdio: 'ignore' });
        pids.push(child.pid ?? 0);
        signal.addEventListener('abort', () => child.kill('SIGKILL'), { once: true });
        child.on('exit', (code) => resolve(code));
        child.on('error', reject);
      }),
  });

  it('R2 reaches the model stream within 200 ms', async () => {
    const { ask, models } = stage([{ text: 'Let me', fault: 'hangs' }]);
    const stop = new AbortController();
    const done = ask('go', { signal: stop.signal });
    await new Promise((resolve) => setTimeout(resolve, 20));
    const from = performance.now();
    stop.abort(new Error('Never mind.'));
    expect(await done).toMatchObject({ success: false, error: 'Never mind.' });
    expect(performance.now() - from).toBeLessThan(200);
    expect(models.stopped).toBe(1);
  });

  it('R2 does not wait for a model that hears nothing', async () => {
    const { ask } = stage([{ text: 'Let me', fault: 'deaf' }]);
    const stop = new AbortController();
    const done = ask('go', { signal: stop.signal });
    await new Promise((resolve) => setTimeout(resolve, 20));
    const from = performance.now();
    stop.abort();
    expect(await done).toMatchObject({ success: false });
    expect(performance.now() - from).toBeLessThan(200);
  });

  it("R2 reaches a tool's process within 200 ms", async () => {
    const pids: number[] = [];
    const { ask, models } = stage([{ calls: [{ tool: 'shell.run', input: { text: 'sleep' } }] }], {
      tools: [shell(pids)],
    });
    const stop = new AbortController();
    const done = ask('go', { signal: stop.signal });
    while (pids.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const from = performance.now();
    stop.abort();
    const result = await done;
    while (alive(pids[0] as number)) {
      expect(performance.now() - from).toBeLessThan(200);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    expect(performance.now() - from).toBeLessThan(200);
    expect(result.success).toBe(false);
    expect(result.execution.steps).toMatchObject([
      { tool: 'shell.run', result: { details: { code: 'E3001' } } },
    ]);
    expect(models.requests).toHaveLength(1);
  });

  it('R2 does not begin what was stopped before', async () => {
    const { ask, models } = stage([{ text: 'a' }]);
    expect(await ask('go', { signal: AbortSignal.abort(new Error('No.')) })).toMatchObject({
      success: false,
      error: 'No.',
    });
    expect(models.requests).toHaveLength(0);
  });

  it('R2 leaves nothing waiting behind', async () => {
    const clock = new ManualClock();
    const stop = new AbortController();
    const listeners = new Set<unknown>();
    const { signal } = stop;
    const counted = {
      get aborted() {
        return signal.aborted;
      },
      addEventListener: (_type: 'abort', listener: () => void) => listeners.add(listener),
      removeEventListener: (_type: 'abort', listener: () => void) => listeners.delete(listener),
    };
    const { ask } = stage([call(1), call(2), { text: 'ok' }], { tools: [echo], clock });
    expect(await ask('go', { signal: counted })).toMatchObject({ success: true });
    expect(clock.due).toEqual([]);
    expect(listeners.size).toBe(0);
  });
});

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
