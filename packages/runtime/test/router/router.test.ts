import { type Models, PortError, type RouteDecision, type StopSignal } from '@symphony/domain';
import { ManualClock } from '@symphony/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Router, type RouterSession } from '../../src/router/router.ts';
import { memoryCabinet } from './memory-cabinet.ts';
import { ROLES } from './roles.ts';

const make = (cabinet = memoryCabinet()): Router => new Router({ cabinet, clock: new ManualClock(1000) });
const shared = make();
const decide = (request: string, router = shared): Promise<RouteDecision> =>
  router.decide(request, { roles: ROLES });

/** A weak model that always says this; what it is asked is kept. */
function model(reply: string | Error, signal: Partial<StopSignal> = {}): RouterSession & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    signal: {
      aborted: false,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
      ...signal,
    },
    around: { models: { describe: () => ({}) } as unknown as Pick<Models, 'describe'> },
    ask: async ({ messages }) => {
      asked.push(JSON.stringify(messages));
      if (reply instanceof Error) throw reply;
      return { text: reply };
    },
  };
}

const ROUTES: readonly (readonly [request: string, route: string, expected: Partial<RouteDecision>])[] = [
  ['set a timer for 7 minutes', 'timer', { path: 'fast', by: 'pattern', parameters: { duration: 420 } }],
  [
    'What is the weather in Oslo?',
    'weather',
    { path: 'fast', parameters: { place: 'Oslo' }, contextRequirements: [] },
  ],
  ["what's the weather like", 'weather', { path: 'fast', contextRequirements: ['location'] }],
  ['turn on the kitchen lights', 'smart_home', { parameters: { state: 'on' } }],
  ['what is on my calendar today', 'calendar', { contextRequirements: ['schedule'] }],
  ['set a timer', 'planning', {}],
  ['set a timer for 5 minutes and turn on the kitchen lights', 'planning', {}],
  ['turn on the kitchen lights and turn off the lamp', 'planning', {}],
  ['what is the weather in oslo and set a timer for 5 minutes', 'planning', {}],
  ['find pizza places and make a reservation', 'planning', {}],
  ['release the project', 'planning', {}],
  ['compose a sonnet about mitochondria', 'planning', {}],
  ['hi', 'planning', { confidence: 0, by: 'nobody' }],
  ['   ', 'planning', { confidence: 0, by: 'nobody' }],
  [`set a timer for 5 minutes ${'x '.repeat(600)}`, 'planning', { by: 'nobody' }],
];

describe('R7 a request gets a route', () => {
  test.each(ROUTES)('R7 %j goes to %s', async (request, route, expected) => {
    expect(await decide(request)).toMatchObject({ route, ...expected });
  });

  test('R7 an unsure classifier asks the weak model, and its parameters and needs are used', async () => {
    const session = model(
      '{"route":"search","confidence":0.96,"parameters":{},"context_requirements":["recent_memory"]}',
    );
    const decision = await make().decide('compose a sonnet about mitochondria', { roles: ROLES, session });
    expect(decision).toMatchObject({
      route: 'search',
      path: 'fast',
      by: 'model',
      contextRequirements: ['recent_memory'],
    });
    expect(session.asked).toHaveLength(1);
  });

  test('R7 a model that is less sure is tried and may be escalated', async () => {
    const session = model('{"route":"search","confidence":0.8}');
    const decision = await make().decide('compose a sonnet about mitochondria', { roles: ROLES, session });
    expect(decision).toMatchObject({ route: 'search', path: 'lean-fast', confidence: 0.8 });
  });

  test('R7 a missing required parameter is planned, also when a model chose the role', async () => {
    const session = model('{"route":"timer","confidence":0.99,"parameters":{"colour":"red"}}');
    const decision = await make().decide('compose a sonnet about mitochondria', { roles: ROLES, session });
    expect(decision).toMatchObject({ route: 'planning', parameters: {} });
  });

  test('R7 a reply that cannot be read is planned at 0.0', async () => {
    for (const reply of ['', '{"route":"sear', '{"route":"search","confidence":1.5}', '{"confidence":1}']) {
      const decision = await make().decide('compose a sonnet about mitochondria', {
        roles: ROLES,
        session: model(reply),
      });
      expect(decision, reply).toMatchObject({
        route: 'planning',
        confidence: 0,
        path: 'planning',
        by: 'model',
      });
    }
  });

  test('R7 a model that fails is no reason to fail; a stop is', async () => {
    const broken = new PortError({ code: 'unavailable', message: 'No answer.' });
    const request = 'compose a sonnet about mitochondria';
    expect(await make().decide(request, { roles: ROLES, session: model(broken) })).toMatchObject({
      route: 'planning',
      confidence: 0,
      by: 'nobody',
    });
    const stopped = model(broken, { aborted: true, reason: new Error('Enough.') });
    await expect(make().decide(request, { roles: ROLES, session: stopped })).rejects.toThrow('Enough.');
  });

  test('R7 no roles: everything is planned, and nobody is asked', async () => {
    const session = model('{}');
    expect(await make().decide('set a timer for 5 minutes', { roles: [], session })).toMatchObject({
      route: 'planning',
    });
    expect(session.asked).toEqual([]);
  });

  test('R7 any text gets a decision that is whole', async () => {
    const words = fc.array(
      fc.constantFrom('set', 'a', 'timer', 'for', '5', 'minutes', 'and', 'weather', 'if', ',', '"', 'off'),
    );
    const text = fc.oneof(
      fc.string({ maxLength: 80 }),
      words.map((all) => all.join(' ')),
    );
    await fc.assert(
      fc.asyncProperty(text, async (request) => {
        const { route, path, confidence, why } = await decide(request);
        expect(confidence >= 0 && confidence <= 1).toBe(true);
        expect(path === 'planning').toBe(route === 'planning');
        expect(why).not.toBe('');
      }),
    );
  });
});

describe('R8 what went well is known by heart', () => {
  const request = (minutes: number): string => `give me a nudge after ${minutes} minutes`;
  const chosen: RouteDecision = {
    route: 'timer',
    confidence: 0.9,
    parameters: { duration: 300 },
    contextRequirements: [],
    path: 'fast',
    by: 'model',
    why: '',
  };

  test('R8 after a few successes a pattern answers without any model, also after a restart', async () => {
    const cabinet = memoryCabinet();
    const router = make(cabinet);
    await decide(request(5), router);
    const session = model('{"route":"timer","confidence":0.97}');
    for (let success = 0; success < 5; success += 1) {
      const decision = await router.decide(request(5), { roles: ROLES, session });
      expect(decision.route).toBe('timer');
      expect(decision.by).not.toBe('pattern');
      router.learn({ request: request(5), decision, success: true, escalated: false });
    }
    const asked = session.asked.length;
    const learned = await make(cabinet).decide(request(9), { roles: ROLES, session });
    expect(learned).toMatchObject({
      route: 'timer',
      by: 'pattern',
      path: 'fast',
      parameters: { duration: 540 },
    });
    expect(session.asked).toHaveLength(asked);
  });

  test('R8 a pattern that fails loses its place, and the file it came from does not give it back', async () => {
    const cabinet = memoryCabinet();
    const router = make(cabinet);
    for (let failure = 0; failure < 3; failure += 1) {
      const decision = await decide('lights off', router);
      router.learn({
        request: 'lights off',
        decision: { ...decision, route: 'smart_home', path: 'fast', by: 'pattern' },
        success: false,
        escalated: true,
      });
    }
    expect((await decide('lights off', make(cabinet))).by).not.toBe('pattern');
  });

  test('R7 thresholds move with what happens and are kept', async () => {
    const cabinet = memoryCabinet();
    const router = make(cabinet);
    await decide(request(5), router);
    for (let wrong = 0; wrong < 40; wrong += 1)
      router.learn({
        request: `${wrong} strange ${wrong}`,
        decision: { ...chosen, confidence: 0.96 },
        success: false,
        escalated: false,
      });
    const session = model('{"route":"search","confidence":0.96}');
    const decision = await make(cabinet).decide('compose a sonnet about mitochondria', {
      roles: ROLES,
      session,
    });
    expect(decision.path).toBe('planning');
  });

  test('R8 what was planned teaches nothing about the fast path', async () => {
    const router = make();
    const decision = await decide('compose a sonnet about mitochondria', router);
    const before = router.patterns().length;
    router.learn({
      request: 'compose a sonnet about mitochondria',
      decision,
      success: true,
      escalated: false,
    });
    expect(router.patterns()).toHaveLength(before);
  });

  test('R8 a pattern that is vouched for is kept; one that cannot be used is refused', () => {
    const cabinet = memoryCabinet();
    const pattern = {
      id: 'mine',
      trigger: 'tea *',
      variables: [{ name: 'd', type: 'duration' as const }],
      route: 'timer',
      parameters: { duration: `\${d}` },
      examples: [],
    };
    expect(make(cabinet).add(pattern, { confidence: 0.95 })).toMatchObject({ ok: true });
    expect(make(cabinet).add({ ...pattern, id: 'other', trigger: '*' })).toMatchObject({ ok: false });
    expect(
      make(cabinet)
        .patterns()
        .map(({ id }) => id),
    ).toEqual(['mine']);
  });

  test('R8 pruning forgets for good', async () => {
    const cabinet = memoryCabinet();
    const router = make(cabinet);
    await decide(request(5), router);
    router.learn({ request: request(5), decision: chosen, success: false, escalated: false });
    router.learn({ request: request(5), decision: chosen, success: false, escalated: false });
    expect(router.prune({ maxAgeMs: 1e12, minTrust: 0.3 })).toBe(1);
    expect(make(cabinet).patterns()).toEqual([]);
  });
});
