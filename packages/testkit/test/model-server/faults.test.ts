import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Fault, type ModelServer, openModelServer } from '../../src/model-server/index.ts';
import { ASKINGS, type Asking, ask } from './asking.ts';

let server: ModelServer;
beforeAll(async () => {
  server = await openModelServer({ slowMs: 300 });
});
afterAll(() => server.close());

const request = { turns: ['SAY: hello'], tools: ['bash'] };
const scripted = (fault: Fault) => ({ turns: [`FAULT: ${fault}\nSAY: hello`], tools: ['bash'] });

describe.each(ASKINGS)('faults of the $wire wire', (asking) => {
  test.each<[Fault, number]>([
    ['err400', 400],
    ['err401', 401],
    ['err429', 429],
    ['err500', 500],
    ['err529', 529],
    ['limit', 429],
  ])('%s is refused with %i, by path and by script, each time', async (fault, status) => {
    const answers = [
      await ask(server.base(fault), asking, request),
      await ask(server.base(fault), asking, request),
      await ask(server.base(), asking, scripted(fault)),
    ];
    for (const { response, events } of answers) {
      expect(response.status).toBe(status);
      expect(events[0].error.message).toContain(' ');
      expect(response.headers.get('retry-after')).toBe(
        { err429: '1', limit: '3600' }[fault as string] ?? null,
      );
    }
    expect(server.requests.at(-1)).toMatchObject({ answer: fault, usage: null });
  });

  test.each<Fault>(['once429', 'once500'])(
    '%s hits the first call with tools, then all is well',
    async (fault) => {
      const side = { turns: request.turns, tools: [] };
      const path = server.base(fault);
      expect((await ask(path, asking, side)).response.status).toBe(200);
      expect((await ask(path, asking, request)).response.status).toBe(Number(fault.slice(-3)));
      expect((await ask(path, asking, request)).response.status).toBe(200);
    },
  );

  test('slow takes its time, then answers as the script says', async () => {
    const before = performance.now();
    const { events } = await ask(server.base('slow'), asking, request);
    expect(performance.now() - before).toBeGreaterThanOrEqual(290);
    expect(asking.read(events).texts).toBe('hello');
  });

  test('cut breaks the connection after the headers', async () => {
    await expect(ask(server.base('cut'), asking, request)).rejects.toThrow();
    expect(server.requests.at(-1)?.answer).toBe('cut');
  });

  test('torn and half begin well and do not end; oncetorn does so once', async () => {
    const two = { turns: ['SAY: one\nSAY: two'], tools: ['bash'] };
    await expect(ask(server.base('torn'), asking, two)).rejects.toThrow();
    await expect(ask(server.base('oncetorn'), asking, two)).rejects.toThrow();
    expect(asking.read((await ask(server.base('oncetorn'), asking, two)).events).texts).toContain('two');
    const whole = await spoiled('ok', two);
    const half = await spoiled('half', two);
    expect(half.length).toBeLessThan(whole.length * 0.7);
    expect(half.trimEnd()).not.toMatch(/[}\]]$/);
  });

  test('garbage, page and flood are what they are called', async () => {
    expect(await spoiled('garbage', request)).toContain('not JSON');
    expect(await spoiled('page', request)).toContain('<html>');
    expect((await spoiled('flood', request)).length).toBeGreaterThan(10 * 1024 * 1024);
  });

  const spoiled = async (fault: Fault | 'ok', { turns, tools }: typeof request): Promise<string> => {
    const body = JSON.stringify(asking.body(turns, tools, true));
    return (await fetch(`${server.base(fault)}${asking.path(true)}`, { method: 'POST', body })).text();
  };

  test('silent sends headers and nothing more; never does not even do that', async () => {
    const post = (fault: Fault) =>
      fetch(`${server.base(fault)}${asking.path(true)}`, {
        method: 'POST',
        body: JSON.stringify(asking.body(request.turns, request.tools, true)),
        signal: AbortSignal.timeout(400),
      });
    const silent = await post('silent');
    expect(silent.status).toBe(200);
    await expect(silent.text()).rejects.toThrow('timeout');
    await expect(post('never')).rejects.toThrow('timeout');
  });
});

describe('a limit', () => {
  const [anthropic, responses, , gemini] = ASKINGS as [Asking, Asking, Asking, Asking];
  // A whole number: codex takes anything else for an ordinary 429 and waits the hour.
  const anHourAhead = (seconds: number) =>
    Number.isInteger(seconds) && Math.abs(seconds - Date.now() / 1000 - 3600) < 60;

  test('names the time it ends, as each provider does', async () => {
    const { response } = await ask(server.base('limit'), anthropic, request);
    expect(anHourAhead(Number(response.headers.get('anthropic-ratelimit-unified-reset')))).toBe(true);
    const told = (await ask(server.base('limit'), responses, request)).events[0].error;
    expect(told.type).toBe('usage_limit_reached');
    expect(anHourAhead(told.resets_at)).toBe(true);
    const [detail] = (await ask(server.base('limit'), gemini, request)).events[0].error.details;
    expect(detail.retryDelay).toBe('3600s');
  });
});

test('closing does not wait for those who are kept waiting', async () => {
  const other = await openModelServer();
  const [asking] = ASKINGS as [Asking];
  const waiting = ask(other.base('never'), asking, request).catch((error: unknown) => error);
  await expect.poll(() => other.requests.length).toBe(1);
  await other.close();
  expect(await waiting).toBeInstanceOf(Error);
});
