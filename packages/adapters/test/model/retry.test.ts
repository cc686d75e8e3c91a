import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ModelPart } from '@symphony/domain';
import { ManualClock, NEVER, openModelServer, partsOf, scriptedRequest, wordsOf } from '@symphony/testkit';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type ModelFailure, modelsFrom, openModels } from '../../src/model/index.ts';
import { choiceAt, OPTIONS } from './hall.ts';
import { ownModel, says, streaming, USAGE } from './own-model.ts';

const request = scriptedRequest([{ say: 'hello' }]);

async function serverHere() {
  const server = await openModelServer();
  onTestFinished(() => server.close());
  return server;
}

/** Lets time pass until the call has ended; the waits it was seen to make. */
async function withTime<T>(
  clock: ManualClock,
  call: Promise<T>,
): Promise<{ waits: number[]; value: T | Error }> {
  const waits: number[] = [];
  let value: T | Error | null = null;
  call.then(
    (each) => (value = each),
    (error: Error) => (value = error),
  );
  while (value === null) {
    await new Promise((resolve) => setImmediate(resolve));
    const [due] = clock.due;
    if (value !== null || due === undefined) continue;
    waits.push(due);
    await clock.advance(due);
  }
  return { waits, value };
}

describe('R4 tries again', () => {
  test('with full jitter, twice as long each time, up to a most', async () => {
    const clock = new ManualClock();
    const model = ownModel(() => Promise.reject(httpError(500)));
    const patience = { tries: 5, baseMs: 1_000, maxMs: 3_000, stallMs: 1e9 };
    const models = modelsFrom({ default: model }, { clock, chance: () => 0.5, patience });
    const { waits, value } = await withTime(clock, partsOf(models.call(request, NEVER)));
    expect(waits).toEqual([500, 1_000, 1_500, 1_500]);
    expect(value).toMatchObject({ failure: { code: 'unavailable' }, trouble: 'outage' });
  });

  test.each([
    [{ 'retry-after': '7' }, 7_000],
    [{ 'retry-after-ms': '250' }, 250],
    [{ 'retry-after': 'Thu, 01 Jan 1970 00:00:09 GMT' }, 9_000],
    [{ 'retry-after': 'soon' }, 0],
    [{}, 0],
  ])('not before the provider wants it: %j', async (headers, waitMs) => {
    const clock = new ManualClock();
    let asked = 0;
    const model = ownModel(() =>
      asked++ === 0 ? Promise.reject(httpError(429, headers)) : Promise.resolve(says('hi')),
    );
    const models = modelsFrom({ default: model }, { clock, chance: () => 0, patience: { stallMs: 1e9 } });
    const { waits, value } = await withTime(clock, partsOf(models.call(request, NEVER)));
    expect(waits).toEqual([waitMs]);
    expect((value as ModelPart[]).at(-1)).toMatchObject({ usage: { tries: 2 } });
  });

  test('a longer rest than is borne is told to the caller, not waited for', async () => {
    const model = ownModel(() => Promise.reject(httpError(429, { 'retry-after': '3600' })));
    const error = await partsOf(modelsFrom({ default: model }).call(request, NEVER)).catch((each) => each);
    expect(error).toMatchObject({
      trouble: 'limit',
      failure: { code: 'unavailable', retryAfterMs: 3_600_000 },
    });
  });

  test('what cannot pass is not tried twice', async () => {
    let asked = 0;
    const model = ownModel(() => {
      asked += 1;
      return Promise.reject(httpError(400));
    });
    await expect(partsOf(modelsFrom({ default: model }).call(request, NEVER))).rejects.toThrow(
      'does not take',
    );
    expect(asked).toBe(1);
  });

  test('and tells what every failed try took, as far as the provider told', async () => {
    const torn = streaming([
      { type: 'stream-start', warnings: [] },
      { type: 'text-start', id: '1' },
      { type: 'text-delta', id: '1', delta: 'Half' },
      { type: 'finish', finishReason: { unified: 'error', raw: 'overloaded' }, usage: USAGE },
    ]);
    const prices = { priceOf: () => 0.25 };
    const models = modelsFrom({ default: torn }, { chance: () => 0, patience: { tries: 2 }, prices });
    const heard: ModelPart[] = [];
    const failing = (async () => {
      for await (const part of models.call(request, NEVER)) heard.push(part);
    })();
    await expect(failing).rejects.toThrow('broke off');
    const spent = heard.flatMap((part) => (part.type === 'failed' ? [part.usage] : []));
    expect(spent).toMatchObject([
      { model: 'own/model', inputTokens: 10, cachedTokens: 3, outputTokens: 5, usd: 0.25, tries: 1 },
      { model: 'own/model', inputTokens: 20, cachedTokens: 6, outputTokens: 10, usd: 0.5, tries: 2 },
    ]);
  });

  test('a signal that falls while it waits ends it at once', async () => {
    const model = ownModel(() => Promise.reject(httpError(500)));
    const control = new AbortController();
    const models = modelsFrom(
      { default: model },
      { chance: () => 1, patience: { baseMs: 60_000, maxMs: 60_000 } },
    );
    const call = partsOf(models.call(request, control.signal)).catch((error: Error) => error.message);
    setTimeout(() => control.abort(new Error('enough')), 20);
    expect(await call).toBe('enough');
  });
});

describe('R4 falls back', () => {
  test('to the next model of the chain when the first cannot answer, and says so in the usage', async () => {
    const server = await serverHere();
    for (const fault of ['err401', 'err500', 'page', 'limit'] as const) {
      const chain = [choiceAt(server, 'anthropic', fault), choiceAt(server, 'openai')];
      const parts = await partsOf(openModels({ default: chain }, OPTIONS).call(request, NEVER));
      expect(wordsOf(parts)).toBe('hello');
      expect(parts.at(-1)).toMatchObject({ usage: { model: 'openai/gpt-5' } });
    }
  });

  test('taking back what the first one had said', async () => {
    const server = await serverHere();
    const chain = [choiceAt(server, 'anthropic', 'torn'), choiceAt(server, 'openai-compatible')];
    const said = scriptedRequest([{ say: 'one' }, { say: 'two' }]);
    const options = { ...OPTIONS, patience: { ...OPTIONS.patience, tries: 1 } };
    const parts = await partsOf(openModels({ default: chain }, options).call(said, NEVER));
    expect(parts.find(({ type }) => type === 'again')).toMatchObject({ model: 'openai-compatible/qwen3' });
    expect(wordsOf(parts)).toBe('one\ntwo');
  });

  test('and says of an answer that broke off that it did', async () => {
    const server = await serverHere();
    for (const provider of ['anthropic', 'openai', 'openai-compatible'] as const) {
      const models = openModels({ default: [choiceAt(server, provider, 'torn')] }, OPTIONS);
      await expect(
        partsOf(models.call(scriptedRequest([{ say: 'one' }, { say: 'two' }]), NEVER)),
      ).rejects.toThrow(/the connection ended before the answer did|its answer broke off/);
    }
  });

  test('and tells of every model when none can', async () => {
    const server = await serverHere();
    const chain = [choiceAt(server, 'anthropic', 'err500'), choiceAt(server, 'openai', 'err401')];
    const error: ModelFailure = await partsOf(
      openModels({ default: chain }, OPTIONS).call(request, NEVER),
    ).catch((each) => each);
    expect(error.trouble).toBe('key');
    expect(error.message).toMatch(/anthropic\/claude-sonnet-4-5: .*500.*openai\/gpt-5: .*401/s);
  });

  test('a tier nobody configured is answered by the nearest, which describe names', async () => {
    const server = await serverHere();
    const models = openModels({ weak: [choiceAt(server, 'openai')] }, OPTIONS);
    for (const tier of ['weak', 'default', 'strong'] as const) {
      expect(models.describe(tier)).toMatchObject({ provider: 'openai', model: 'gpt-5', tier: 'weak' });
      expect(wordsOf(await partsOf(models.call({ ...request, tier }, NEVER)))).toBe('hello');
    }
    const both = openModels(
      { weak: [choiceAt(server, 'openai')], strong: [choiceAt(server, 'anthropic')] },
      OPTIONS,
    );
    expect(both.describe('default')).toMatchObject({ tier: 'strong' });
  });
});

describe('R4 spares a provider that is ill', () => {
  test('after five failures in ten calls, for a minute, then one call decides', async () => {
    const clock = new ManualClock();
    let well = false;
    let asked = 0;
    const model = ownModel(() => {
      asked += 1;
      return well ? Promise.resolve(says('hello')) : Promise.reject(httpError(503));
    });
    const models = modelsFrom({ default: model }, { clock, patience: { tries: 1 } });
    const call = () => partsOf(models.call(request, NEVER)).then(wordsOf, (error: Error) => error.message);
    well = true;
    for (let at = 0; at < 5; at += 1) expect(await call()).toBe('hello');
    well = false;
    for (let at = 0; at < 5; at += 1) expect(await call()).toContain('503');
    expect(asked).toBe(10);
    expect(await call()).toContain('spared for 60 s');
    expect(asked).toBe(10);
    await clock.advance(59_000);
    expect(await call()).toContain('spared for 1 s');
    await clock.advance(1_000);
    expect(await call()).toContain('503');
    expect(await call()).toContain('spared for 60 s');
    await clock.advance(60_000);
    well = true;
    const [first, second] = await Promise.all([call(), call()]);
    expect([first, second].toSorted()).toEqual(['hello', expect.stringContaining('spared')]);
    expect(await call()).toBe('hello');
  });

  test('refusals and limits say nothing about its health', async () => {
    let asked = 0;
    const model = ownModel(() => {
      asked += 1;
      return Promise.reject(httpError(asked % 2 ? 401 : 429));
    });
    const models = modelsFrom({ default: model }, { patience: { tries: 1 } });
    for (let at = 0; at < 20; at += 1) await partsOf(models.call(request, NEVER)).catch(() => undefined);
    expect(asked).toBe(20);
  });
});

test('R4 a network that is not there is unavailable', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const choice = {
    provider: 'openai-compatible',
    model: 'm',
    baseUrl: `http://127.0.0.1:${port}/v1`,
  } as const;
  const call = partsOf(openModels({ default: [choice] }, OPTIONS).call(request, NEVER));
  await expect(call).rejects.toMatchObject({ trouble: 'outage', failure: { code: 'unavailable' } });
});

const httpError = (statusCode: number, responseHeaders: object = {}): Error =>
  Object.assign(new Error('as the server said'), { name: 'AI_APICallError', statusCode, responseHeaders });
