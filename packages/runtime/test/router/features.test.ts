import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clausesOf } from '../../src/request/clauses.ts';
import { complexityOf, features } from '../../src/request/features.ts';

const COMPLEXITIES: readonly (readonly [request: string, complexity: string])[] = [
  ['what time is it', 'simple'],
  ['set a timer for 5 minutes', 'simple'],
  ["what's the weather and do i need an umbrella?", 'simple'],
  ['fix the authentication header', 'simple'],
  ['strengthen the second paragraph', 'simple'],
  ['text anna and tell her i am late', 'simple'],
  ['tell me if it rains', 'simple'],
  ['set a timer for 10 minutes and tell me the weather', 'multi_step'],
  ['what is the weather in oslo and set a timer for 5 minutes', 'multi_step'],
  ['read the file, then write a summary', 'multi_step'],
  ['find pizza places and make a reservation', 'multi_step'],
  ['1. run the tests\n2. fix what fails', 'multi_step'],
  ['create a plan for the garden', 'multi_step'],
  [
    'clone the repository, run the tests, fix each failure, commit the result and open a pull request',
    'complex',
  ],
  ['investigate why the build is slow and design a cache, then implement it', 'complex'],
  ['refactor the parser', 'unsure'],
  ['turn on the heating if the temperature drops', 'unsure'],
];

describe('R13 complexity from what can be counted', () => {
  test.each(COMPLEXITIES)('R13 %j is %s', (request, complexity) => {
    expect(complexityOf(features(request))).toBe(complexity);
  });

  test('R13 a request is taken apart where people go on to something else', () => {
    expect(clausesOf('turn off the lights and lock the door, then play "rock and roll"')).toEqual([
      'turn off the lights',
      'lock the door',
      'play "rock and roll"',
    ]);
    expect(clausesOf('buy bread and butter')).toEqual(['buy bread and butter']);
    expect(clausesOf('play the next song')).toEqual(['play the next song']);
  });

  test('R13 any text can be counted, and counts are never negative', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (request) => {
        const counted = features(request);
        for (const value of Object.values(counted)) expect(Number(value)).toBeGreaterThanOrEqual(0);
        expect(counted.actions).toBeLessThanOrEqual(counted.clauses);
        complexityOf(counted);
      }),
    );
  });

  test('R13 long input takes time in proportion, not more', () => {
    const began = performance.now();
    features(`${'and then if you could run it, '.repeat(3000)}"${'a'.repeat(50_000)}`);
    expect(performance.now() - began).toBeLessThan(5000);
  });
});
