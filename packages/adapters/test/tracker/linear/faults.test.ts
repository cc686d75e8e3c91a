import { failureOf, PortError } from '@symphony/domain';
import type { LinearFault } from '@symphony/testkit/linear-server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type LinearBench, linearBench } from './linear-bench.ts';

let bench: LinearBench;
beforeEach(async () => {
  bench = await linearBench();
  for (let count = 0; count < 60; count++) bench.seed({ name: `n${count}` });
});
afterEach(() => bench.close());

const list = () => bench.tracker.fetchByStates(['Todo']);
const thrown = async (call: Promise<unknown>): Promise<unknown> => {
  const error = await call.then(() => null).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(PortError);
  return error;
};

describe('svc-T5 each fault has its family, fails the whole read, and leaves the next one whole', () => {
  const fine: LinearFault = { kind: 'slow', ms: 0 };
  const errors = (code: string, status?: number): LinearFault => ({
    kind: 'errors',
    code,
    message: 'Because',
    ...(status !== undefined && { status }),
  });
  const table: readonly (readonly [string, readonly LinearFault[], string, string])[] = [
    ['401', [{ kind: 'unauthorized' }], 'credentials', 'tracker_status'],
    ['401 on the second page', [fine, { kind: 'unauthorized' }], 'credentials', 'tracker_status'],
    ['403', [{ kind: 'status', status: 403 }], 'refused', 'tracker_status'],
    ['404', [{ kind: 'status', status: 404 }], 'missing', 'tracker_status'],
    ['400 without a body', [{ kind: 'status', status: 400, body: '' }], 'refused', 'tracker_status'],
    ['400 with GraphQL errors', [errors('INPUT_ERROR')], 'refused', 'tracker_response'],
    ['400 for a document', [errors('GRAPHQL_VALIDATION_FAILED')], 'invalid', 'tracker_response'],
    ['200 with GraphQL errors', [errors('INPUT_ERROR', 200)], 'refused', 'tracker_response'],
    ['200 that forbids', [errors('FORBIDDEN', 200)], 'refused', 'tracker_status'],
    ['500', [{ kind: 'status', status: 500 }], 'unavailable', 'tracker_status'],
    ['503 on the second page', [fine, { kind: 'status', status: 503 }], 'unavailable', 'tracker_status'],
    ['429', [{ kind: 'status', status: 429 }], 'unavailable', 'tracker_rate_limited'],
    ['a body that is cut', [{ kind: 'truncated' }], 'unavailable', 'tracker_request'],
    ['half of the JSON', [{ kind: 'half' }], 'invalid', 'tracker_response'],
    ['a page of another kind', [{ kind: 'status', status: 200 }], 'invalid', 'tracker_response'],
    [
      'JSON of another kind',
      [{ kind: 'status', status: 200, body: '{"data":[]}' }],
      'invalid',
      'tracker_response',
    ],
    [
      'an answer without the list',
      [{ kind: 'status', status: 200, body: '{"data":{}}' }],
      'invalid',
      'tracker_response',
    ],
    ['a redirect', [{ kind: 'redirect', to: 'http://127.0.0.1:9/' }], 'unavailable', 'tracker_request'],
    ['no answer', [{ kind: 'lost-answer' }], 'unavailable', 'tracker_request'],
    ['the same page twice', [fine, { kind: 'duplicate-page' }], 'invalid', 'tracker_pagination'],
    [
      'a cursor that leads in a circle',
      [{ kind: 'cursor-loop' }, { kind: 'cursor-loop' }],
      'invalid',
      'tracker_pagination',
    ],
    ['more, without a cursor', [{ kind: 'lost-cursor' }], 'invalid', 'tracker_pagination'],
  ];
  test.each(table)('%s', async (_, faults, code, family) => {
    bench.server.order(...faults);
    const failure = failureOf(await thrown(list()));
    expect(failure).toMatchObject({ code, family, message: expect.stringMatching(/^[A-Z].*\.$/) });
    const { items } = await bench.open().fetchByStates(['Todo']);
    expect(items).toHaveLength(60);
  });

  test('an answer that takes too long is given up', async () => {
    bench.server.order({ kind: 'slow', ms: 400 });
    const failure = failureOf(await thrown(bench.open({ timeoutMs: 100 }).fetchByStates(['Todo'])));
    expect(failure).toMatchObject({ code: 'timeout', family: 'tracker_request' });
  });

  test('nothing that goes wrong repeats the key', async () => {
    const { key } = bench.server;
    const echo: LinearFault = { kind: 'errors', code: 'INPUT_ERROR', message: `The key ${key} is odd` };
    for (const fault of [
      echo,
      { ...echo, status: 500 },
      { kind: 'unauthorized' } as const,
      { kind: 'truncated' } as const,
    ]) {
      bench.server.order(fault);
      const error = await thrown(list());
      const shown = [
        String(error),
        (error as Error).stack,
        JSON.stringify(error),
        JSON.stringify(failureOf(error)),
      ];
      expect(shown.join('\n')).not.toContain(key);
    }
    const wrong = bench.open({ apiKey: 'lin_api_wrong' });
    expect(failureOf(await thrown(wrong.fetchByStates(['Todo']))).message).toBe(
      'Linear does not accept the key.',
    );
    const away = bench.open({ endpoint: 'http://127.0.0.1:9/graphql' });
    expect(failureOf(await thrown(away.fetchByStates(['Todo']))).code).toBe('unavailable');
  });

  test('a token of an application is sent as such, a key as it is', async () => {
    await thrown(bench.open({ apiKey: 'lin_oauth_x' }).fetchByIds([bench.idOf('n0')]));
    await bench.tracker.fetchByIds([bench.idOf('n0')]);
    expect(bench.server.requests.map(({ authorization }) => authorization)).toEqual([
      'Bearer lin_oauth_x',
      bench.server.key,
    ]);
  });
});

describe('the budget', () => {
  test('is what Linear says, of the meter that is nearer its end', async () => {
    const still = Date.now(); // what was used runs out with time
    const { server, tracker, seed, close } = await linearBench([], {}, { now: () => still });
    for (let count = 0; count < 60; count++) seed({ name: `n${count}` });
    expect(tracker.budget()).toBeNull();
    await tracker.fetchByStates(['Todo']);
    const points = server.requests.reduce((sum, request) => sum + request.points, 0);
    const [limit, remaining] = [3_000_000, 3_000_000 - points];
    expect(tracker.budget()).toMatchObject({
      limit,
      used: points,
      remaining,
      spent: { requests: 2, points },
    });
    await close();
  });

  test('a limit that is met is kept: nothing is sent until it is over', async () => {
    let now = Date.now();
    const tracker = bench.open({}, () => now);
    bench.server.order({ kind: 'rate-limited', retryAfterSeconds: 90 });
    const failure = failureOf(await thrown(tracker.fetchByStates(['Todo'])));
    expect(failure).toMatchObject({
      code: 'unavailable',
      family: 'tracker_rate_limited',
      retryAfterMs: 90_000,
    });
    now += 30_000;
    expect(failureOf(await thrown(tracker.fetchByStates(['Todo']))).retryAfterMs).toBe(60_000);
    expect(bench.server.requests).toHaveLength(1);
    now += 60_000;
    expect((await tracker.fetchByStates(['Todo'])).items).toHaveLength(60);
  });

  const skews = [0, 3_600_000, -3_600_000];
  test.each(skews)(
    'RATELIMITED with a reset is waited for by Linear’s clock, %i ms ahead',
    async (skewMs) => {
      bench.server.skewMs = skewMs;
      bench.server.order({ kind: 'rate-limited', resetInMs: 120_000 });
      const { retryAfterMs = 0 } = failureOf(await thrown(list()));
      expect(Math.abs(retryAfterMs - 120_000)).toBeLessThan(3_000);
    },
  );

  test('polling slows down when less than half of the budget is left and it would take half of what comes', async () => {
    const complexity = 14_000;
    const poor = await linearBench([], {}, { limits: { requests: 2_500, complexity } });
    for (let count = 0; count < 60; count++) poor.seed({ name: `n${count}` });
    const look = (states: string[]) => poor.tracker.fetchByStates(states);
    const spent = () => poor.tracker.budget()?.spent.points ?? 0;
    await look(['Todo']);
    expect(poor.tracker.nextPollMs(30_000)).toBe(30_000);
    await look(['Todo', 'Done']);
    const twice = spent();
    expect(twice).toBeGreaterThan(complexity / 2);
    await look(['Todo', 'Done']);
    const needed = Math.ceil((twice / 2 / complexity) * 2 * 3_600_000);
    expect(poor.tracker.nextPollMs(1_000)).toBe(needed);
    expect(poor.tracker.nextPollMs(needed + 1)).toBe(needed + 1);
    await poor.close();
  });
});

describe('doctor', () => {
  test('names who the key is, what is in reach, and the budget', async () => {
    expect(await bench.tracker.check()).toEqual([
      { level: 'ok', message: 'Linear knows the key as ada of Sample.' },
      { level: 'ok', message: 'The team ENG is there.' },
      { level: 'ok', message: expect.stringMatching(/^\d+ of 2500 an hour are left/) },
    ]);
  });

  test('names a scope that is not there and a key that is refused, and never rejects', async () => {
    const lost = bench.open({ team: 'NOPE', project: 'ffffffffffff' });
    expect((await lost.check()).map(({ level }) => level)).toEqual(['ok', 'problem', 'problem', 'ok']);
    const wrong = await bench.open({ apiKey: 'wrong' }).check();
    expect(wrong).toMatchObject([{ level: 'problem', message: 'Linear does not accept the key.' }]);
  });
});
