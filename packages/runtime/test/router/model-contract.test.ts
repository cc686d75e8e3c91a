import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { firstObject, readRoute, routeQuestion } from '../../src/router/model-contract.ts';
import { ROLES } from './roles.ts';

const GOOD = '{"route":"timer","confidence":0.9,"parameters":{"duration":300},"context_requirements":[]}';

const VALID: readonly (readonly [what: string, reply: string, route: string, confidence: number])[] = [
  ['the contract itself', GOOD, 'timer', 0.9],
  ['talk around it', `Sure!\n\`\`\`json\n${GOOD}\n\`\`\` Hope that helps {x}.`, 'timer', 0.9],
  ['another case', GOOD.replace('timer', 'TIMER'), 'timer', 0.9],
  ['planning in capitals', GOOD.replace('timer', 'PLANNING'), 'planning', 0.9],
  ['a doubtful role becomes planning at 0.6', GOOD.replace('0.9', '0.5'), 'planning', 0.6],
  [
    'doubtful planning stays as it is',
    GOOD.replace('timer', 'planning').replace('0.9', '0.5'),
    'planning',
    0.5,
  ],
  ['exactly 0.7 is no doubt', GOOD.replace('0.9', '0.7'), 'timer', 0.7],
  ['braces inside strings', '{"route":"timer","confidence":1,"parameters":{"label":"} {\\""}}', 'timer', 1],
  ['no parameters at all', '{"route":"weather","confidence":0.8}', 'weather', 0.8],
  ['deep parameters', '{"route":"timer","confidence":1,"parameters":{"a":{"b":{"c":[1]}}}}', 'timer', 1],
];

const INVALID: readonly (readonly [what: string, reply: string])[] = [
  ['nothing', ''],
  ['plain talk', 'I would use the timer.'],
  ['cut off', GOOD.slice(0, -12)],
  ['confidence 1.5', GOOD.replace('0.9', '1.5')],
  ['negative confidence', GOOD.replace('0.9', '-0.1')],
  ['confidence as text', GOOD.replace('0.9', '"0.9"')],
  ['no confidence', '{"route":"timer","parameters":{}}'],
  ['no route', '{"confidence":0.9,"parameters":{}}'],
  ['an empty route', GOOD.replace('timer', ' ')],
  ['a role that is not there', GOOD.replace('timer', 'launch_rockets')],
  ['a role that may not answer alone', GOOD.replace('timer', 'release')],
  ['an extra field', GOOD.replace('{"route"', '{"reasoning":"x","route"')],
  ['parameters that are a list', GOOD.replace('{"duration":300}', '[300]')],
  ['requirements that are no list', GOOD.replace('[]', '"location"')],
  ['single quotes', GOOD.replaceAll('"', "'")],
];

describe('R7 what a model answers is held against the contract', () => {
  test.each(VALID)('R7 %s', (_what, reply, route, confidence) => {
    expect(readRoute(reply, ROLES)).toMatchObject({ valid: true, route, confidence });
  });

  test.each(INVALID)('R7 invalid: %s', (_what, reply) => {
    expect(readRoute(reply, ROLES)).toMatchObject({ valid: false });
  });

  test('R7 only known context requirements are kept', () => {
    const reply = GOOD.replace('[]', '["location","horoscope","schedule"]');
    expect(readRoute(reply, ROLES)).toMatchObject({ contextRequirements: ['location', 'schedule'] });
  });

  test('R7 no reply makes it throw, and a first object is always a part of the reply', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('{', '}', '"', '\\', 'a', ':', '1', ' ') }), (reply) => {
        expect(readRoute(reply, ROLES).valid).toBe(false);
        const found = firstObject(reply);
        if (found !== null) expect(reply).toContain(found);
      }),
    );
  });

  test('R7 every cut of a good answer is invalid', () => {
    for (let length = 0; length < GOOD.length; length += 1)
      expect(readRoute(GOOD.slice(0, length), ROLES).valid).toBe(false);
  });

  test('R7 the question names fast roles by priority and shows three examples each at most', () => {
    const { messages, tier, purpose } = routeQuestion('set a timer', ROLES);
    const [rules] = messages;
    const text = rules?.role === 'system' ? rules.text : '';
    expect([tier, purpose]).toEqual(['weak', 'route']);
    expect(text.indexOf('- timer')).toBeLessThan(text.indexOf('- weather'));
    expect(text).not.toContain('- release');
    expect(text).toContain('timer for 30 seconds please');
    expect(text).not.toContain('set a 10 minute timer');
  });
});
