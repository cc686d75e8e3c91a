import type { Json, Tool, ToolPermission } from '@symphony/domain';
import { ManualClock, type ScriptedAnswer } from '@symphony/testkit';
import { describe, expect, it } from 'vitest';
import { echo, eventsOf, stage, text } from '../stage.ts';

const call = (tool: string, input: Json = {}): ScriptedAnswer => ({ calls: [{ tool, input }] });
const contract = { nativeTools: false };
const json = (value: unknown): ScriptedAnswer => ({ text: JSON.stringify(value) });

describe('R6 the JSON contract', () => {
  it.each([
    ['tool_name', { tool_name: 'test.echo', parameters: { text: 'a' } }],
    ['toolName', { toolName: 'test.echo', parameters: { text: 'a' } }],
    ['several calls', { calls: [{ tool_name: 'test.echo', parameters: { text: 'a' } }] }],
  ])('R6 reads a call by %s', async (_name, wish) => {
    const { ask, events, models } = stage([json(wish), json({ tool_name: 'none', response: 'It said a.' })], {
      tools: [echo],
      model: contract,
    });
    const result = await ask('say a');
    expect(result).toMatchObject({ success: true, conversation: { finalResponse: 'It said a.' } });
    expect(eventsOf(events, 'text').map((event) => event.text)).toEqual(['It said a.']);
    const [first, second] = models.requests;
    expect(first?.tools).toBeUndefined();
    expect(first?.messages[0]).toMatchObject({ role: 'system', text: expect.stringContaining('test.echo') });
    expect(second?.messages.at(-1)).toEqual({ role: 'user', text: 'Result of test.echo: {"said":"a"}' });
  });

  it('R6 an explicit none is a success, with plain words around it too', async () => {
    const said = 'Sure! ```json\n{"tool_name": "none", "response": "Hello {you}."}\n``` Anything else?';
    const { ask, events } = stage([{ text: said }], { tools: [echo], model: contract });
    expect(await ask('hi')).toMatchObject({ success: true, conversation: { finalResponse: 'Hello {you}.' } });
    expect(JSON.stringify(eventsOf(events, 'text'))).not.toContain('tool_name');
  });

  it('R6 makes the calls that stand beside an answer written too early', async () => {
    const early = { tool_name: 'none', response: 'I said it.' };
    const wish = { tool_name: 'test.echo', parameters: { text: 'a' } };
    for (const calls of [
      [early, wish],
      [wish, early],
    ]) {
      const script = [json({ calls }), json({ tool_name: 'none', response: 'It said a.' })];
      const { ask, events } = stage(script, { tools: [echo], model: contract });
      expect(await ask('say a')).toMatchObject({ conversation: { finalResponse: 'It said a.' } });
      expect(eventsOf(events, 'tool-ended')).toHaveLength(1);
    }
  });

  it('R6 tells the model what was wrong with half JSON, and goes on', async () => {
    const { ask, models } = stage(
      [
        { text: '{"tool_name": "test.echo", "parameters": {"te' },
        json({ tool_name: 'none', response: 'ok' }),
      ],
      { tools: [echo], model: contract },
    );
    expect(await ask('hi')).toMatchObject({ success: true });
    expect(models.requests[1]?.messages.at(-1)).toMatchObject({ text: expect.stringContaining('cut off') });
  });

  it.each([
    ['half JSON', '{"tool_name": "test.echo", "param'],
    ['prose', 'I would rather not.'],
    ['no tool', '{"tool": "test.echo"}'],
    ['none without words', '{"tool_name": "none"}'],
  ])('R6 ends honestly when the model never keeps to it: %s', async (_name, said) => {
    const { ask, models } = stage(() => ({ text: said }), { tools: [echo], model: contract });
    const result = await ask('hi');
    expect(result).toMatchObject({ success: false, error: expect.stringContaining('usable form') });
    expect(models.requests).toHaveLength(3);
  });
});

describe('R6 native calls', () => {
  it('R6 gives an agent without tools plain text', async () => {
    const { ask, models } = stage([{ text: 'Just words.' }]);
    expect(await ask('hi')).toMatchObject({ success: true, conversation: { finalResponse: 'Just words.' } });
    expect(models.requests[0]?.tools).toBeUndefined();
  });

  it('R6 offers an agent its own tools only', async () => {
    const other: Tool = { ...echo, name: 'test.other' };
    const { ask, models } = stage([call('test.other', { text: 'a' }), { text: 'done' }], {
      tools: [echo, other],
    });
    const result = await ask('hi', {}, { name: 'a', tools: ['test.echo', 'test.absent'] });
    expect(models.requests[0]?.tools?.map(({ name }) => name)).toEqual(['test.echo']);
    expect(result).toMatchObject({ success: false, error: expect.stringContaining('not one of your tools') });
  });

  it.each([
    ['a wrong name', { tool: 'test.ekko', input: { text: 'apple' } }, 'Use one of: test.echo'],
    ['a bad input', { tool: 'test.echo', input: { txt: 'apple' } }, "must have required property 'text'"],
    ['half JSON', { tool: 'test.echo', raw: '{"text": "apple' }, 'no valid JSON'],
    ['no object', { tool: 'test.echo', raw: '[1]' }, 'must be object'],
  ])('R6 hands %s back with guidance', async (_name, wish, guidance) => {
    const { ask, models } = stage([{ calls: [wish] }, call('test.echo', { text: 'apple' }), { text: 'ok' }], {
      tools: [echo],
    });
    const result = await ask('hi');
    expect(JSON.stringify(models.requests[1]?.messages.at(-1))).toContain(guidance);
    expect(models.requests[1]?.messages.at(-1)).toMatchObject({ role: 'tool', ok: false });
    expect(result.success).toBe(true);
    expect(result.execution.steps).toHaveLength(2);
  });

  it('R6 takes an empty input for none at all', async () => {
    const plain: Tool = { ...echo, name: 'test.plain', input: { type: 'object' }, run: () => 'pong' };
    const { ask } = stage([{ calls: [{ tool: 'test.plain', raw: '' }] }, { text: 'ok' }], { tools: [plain] });
    expect(await ask('hi')).toMatchObject({ success: true });
  });

  it('R6 shortens a huge result for the model and passes it on unchanged', async () => {
    const huge = 'x'.repeat(300_000);
    const kept: string[] = [];
    const big: Tool = { ...echo, run: () => huge };
    const { ask, models, events } = stage([call('test.echo', { text: 'a' }), { text: 'ok' }], {
      tools: [big],
      parts: { keep: (_name, whole) => `artifact-${kept.push(whole)}` },
    });
    const result = await ask('hi');
    const told = JSON.stringify(models.requests[1]?.messages.at(-1));
    expect(told.length).toBeLessThan(61_000);
    expect(told).toContain('characters left out. The whole is kept as artifact-1.');
    expect(result.execution.steps[0]?.result.result).toBe(huge);
    expect(eventsOf(events, 'tool-ended')[0]?.result.result).toBe(huge);
    expect(kept).toEqual([huge]);
  });
});

describe('R6 calls of one turn', () => {
  const clock = new ManualClock();
  const slow = (name: string, ms: number, permissions: readonly ToolPermission[], log: string[]): Tool => ({
    name,
    description: 'Takes its time.',
    input: text,
    permissions,
    run: async ({ text: said }) => {
      log.push(`> ${said}`);
      await clock.sleep(ms);
      log.push(`< ${said}`);
      return said as string;
    },
  });

  const play = async (permissions: readonly ToolPermission[], parallel: number) => {
    const log: string[] = [];
    const tools = [slow('a.long', 30, permissions, log), slow('a.short', 10, permissions, log)];
    const calls = ['long', 'short', 'short'].map((each, n) => ({
      tool: `a.${each}`,
      input: { text: `${each}${n}` },
    }));
    const { ask, models } = stage([{ calls }, { text: 'ok' }], { tools, clock, config: { parallel } });
    const from = clock.now();
    const done = ask('go');
    let until = Number.NaN;
    void done.then(() => {
      until = clock.now();
    });
    await clock.advance(100);
    await done;
    const told = models.requests[1]?.messages.filter(({ role }) => role === 'tool');
    return { log, took: until - from, told: told?.map((each) => 'output' in each && each.output) };
  };

  it('R6 run at once when they are independent, with results in the order of the calls', async () => {
    const { took, told } = await play([], 8);
    expect(took).toBe(30);
    expect(told).toEqual(['long0', 'short1', 'short2']);
  });

  it('R6 never more at once than is allowed', async () => {
    expect((await play([], 2)).took).toBe(30);
    expect((await play([], 1)).took).toBe(50);
  });

  it('R6 take turns when they change the same things', async () => {
    const { took, log } = await play(['write'], 8);
    expect(took).toBe(50);
    expect(log).toEqual(['> long0', '< long0', '> short1', '< short1', '> short2', '< short2']);
    expect((await play(['read'], 8)).took).toBe(30);
    expect((await play(['network'], 8)).took).toBe(30);
    expect((await play(['notify'], 8)).took).toBe(50);
  });
});

describe('R6 circles', () => {
  it('R6 warns once, then ends honestly with what was done', async () => {
    const { ask, models } = stage(() => call('test.echo', { text: 'a' }), {
      tools: [echo],
      config: { maxStepsPerPlan: 100 },
    });
    const result = await ask('hi');
    expect(result).toMatchObject({ success: false, error: expect.stringContaining('circles') });
    expect(models.requests).toHaveLength(5);
    expect(result.execution.steps).toHaveLength(4);
    expect(result.conversation.finalResponse).toContain('test.echo');
  });

  it('R6 goes on when the model heeds the warning', async () => {
    const { ask } = stage((_, n) => (n < 4 ? call('test.echo', { text: 'a' }) : { text: 'It says a.' }), {
      tools: [echo],
    });
    expect(await ask('hi')).toMatchObject({ success: true });
  });

  it('R6 lets it wait for something that changes', async () => {
    let n = 0;
    const counting: Tool = { ...echo, run: () => n++ };
    const { ask } = stage((_, count) => (count < 8 ? call('test.echo', { text: 'a' }) : { text: 'ok' }), {
      tools: [counting],
    });
    expect(await ask('hi')).toMatchObject({ success: true });
  });
});

describe('R6 faults of a model', () => {
  const hurried = (): ManualClock => new ManualClock();
  const play = async (script: readonly ScriptedAnswer[] | (() => ScriptedAnswer)) => {
    const clock = hurried();
    const { ask, events, models } = stage(script, { tools: [echo], clock });
    const done = ask('hi');
    await clock.advance(20_000);
    return { result: await done, events, models };
  };

  it('R6 ends honestly when it fails in the middle, and takes back what was streamed', async () => {
    const { result, events } = await play([{ text: ['Half of ', 'a'], fault: 'fails' }]);
    expect(result).toMatchObject({ success: false, error: 'The model went away.' });
    expect(result.conversation.state).toBe('error');
    expect(events.findLastIndex(({ type }) => type === 'void')).toBeGreaterThan(
      events.findIndex((event) => event.type === 'text' && event.text === 'a'),
    );
  });

  it('R6 asks again when the answer broke off', async () => {
    const { result, models } = await play([{ text: 'Half', fault: 'breaks-off' }, { text: 'Whole.' }]);
    expect(result).toMatchObject({ success: true, conversation: { finalResponse: 'Whole.' } });
    expect(models.requests).toHaveLength(2);
  });

  it('R6 gives up when it always breaks off', async () => {
    const { result, models } = await play(() => ({ text: 'Half', fault: 'breaks-off' }));
    expect(result).toMatchObject({ success: false, error: expect.stringContaining('middle of its answer') });
    expect(models.requests).toHaveLength(3);
  });

  it('R6 says an answer once that was begun again below', async () => {
    const { result, events } = await play([{ text: 'Whole.', fault: 'begins-again' }]);
    expect(result.conversation.finalResponse).toBe('Whole.');
    expect(eventsOf(events, 'void')).toHaveLength(1);
  });

  it('R6 does not swallow ten megabytes', async () => {
    const { result } = await play(() => ({ text: 'x'.repeat(10_000), times: 1000 }));
    expect(result).toMatchObject({
      success: false,
      error: expect.stringContaining('more than can be taken in'),
    });
  });

  it.each([
    ['length', 'cut off'],
    ['filtered', 'filter'],
  ] as const)('R6 calls an answer ended by %s no success', async (finish, said) => {
    const { result } = await play([{ text: 'The first half', finish }]);
    expect(result).toMatchObject({ success: false, error: expect.stringContaining(said) });
    expect(result.conversation.finalResponse).toContain('The first half');
  });

  it('R6 asks twice for words when there are none', async () => {
    expect((await play([{}, { text: 'Here.' }])).result).toMatchObject({ success: true });
    expect((await play(() => ({}))).result).toMatchObject({ success: false });
  });

  it('R6 ends honestly when it refuses', async () => {
    expect((await play([{ fault: 'refused' }])).result).toMatchObject({
      success: false,
      error: 'The model refused.',
    });
  });
});
