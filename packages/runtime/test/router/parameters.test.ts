import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RoleParameter } from '../../src/roles/role.ts';
import { durationsIn } from '../../src/router/parameters/durations.ts';
import { extractParameters } from '../../src/router/parameters/extract.ts';
import { numbersIn, quotedIn } from '../../src/router/parameters/plain-values.ts';
import { timesIn } from '../../src/router/parameters/times.ts';

const DURATIONS: readonly (readonly [text: string, seconds: readonly number[]])[] = [
  ['set a timer for 5 minutes', [300]],
  ['a 10 minute timer', [600]],
  ['an hour and a half', [5400]],
  ['half an hour', [1800]],
  ['one and a half hours', [5400]],
  ['two hours and 10 minutes', [7800]],
  ['1h30m', [5400]],
  ['90s', [90]],
  ['twenty-five minutes', [1500]],
  ['an hour and a quarter', [4500]],
  ['in 3 days', [259_200]],
  ['5 minutes, then 10 minutes', [300, 600]],
  ['5 mines', []],
  ['zero minutes', []],
  ['2.5 seconds', [2.5]],
];
const TIMES: readonly (readonly [text: string, times: readonly string[]])[] = [
  ['wake me at 7 pm', ['19:00']],
  ['at 7:30 am', ['07:30']],
  ['at 12 am', ['00:00']],
  ['tomorrow at 9', ['tomorrow 09:00']],
  ['on Monday at 14:15', ['monday 14:15']],
  ['at noon', ['12:00']],
  ['next friday', ['next friday']],
  ['2026-11-17 at 08:00', ['2026-11-17 08:00']],
  ["5 o'clock", ['05:00']],
  ['at 25:00', []],
  ['at 5 minutes', []],
];

describe('R7 parameters are read without a model', () => {
  test.each(DURATIONS)('R7 durations in "%s"', (text, seconds) => {
    expect(durationsIn(text).map(({ value }) => value)).toEqual(seconds);
  });

  test.each(TIMES)('R7 times in "%s"', (text, times) => {
    expect(timesIn(text).map(({ value }) => value)).toEqual(times);
  });

  test('R7 numbers and quotes', () => {
    expect(
      numbersIn('buy 3 apples, 1,200 nails and -2.5 of it, twenty one').map(({ value }) => value),
    ).toEqual([3, 1200, -2.5, 21]);
    expect(quotedIn('say "good morning" to \'Ann\'').map(({ value }) => value)).toEqual([
      'good morning',
      'Ann',
    ]);
  });

  const parameter = (given: Partial<RoleParameter>): RoleParameter => ({
    name: 'value',
    description: '',
    type: 'text',
    required: true,
    ...given,
  });

  test('R7 each value is taken once and what is not said is missing', () => {
    const declared = [
      parameter({ name: 'duration', type: 'duration' }),
      parameter({ name: 'count', type: 'number' }),
      parameter({ name: 'room', choices: ['living room', 'room', 'kitchen'] }),
      parameter({ name: 'on', type: 'boolean' }),
    ];
    expect(extractParameters('turn on 2 lamps in the Living Room for 5 minutes', declared)).toMatchObject({
      parameters: { duration: 300, count: 2, room: 'living room', on: true },
      missing: [],
    });
    expect(extractParameters('turn the lamps on or off', declared)).toMatchObject({
      parameters: {},
      missing: ['duration', 'count', 'room', 'on'],
    });
  });

  test('R7 free text is what is quoted, or what follows a word such as "in"', () => {
    expect(extractParameters('what is the weather in New York?', [parameter({})]).parameters).toEqual({
      value: 'New York',
    });
    expect(extractParameters('note "call mum" for later', [parameter({})]).parameters).toEqual({
      value: 'call mum',
    });
    expect(extractParameters('what is the weather', [parameter({})]).missing).toEqual(['value']);
  });

  test('R7 any text can be read, and what was found stands where it is said to stand', () => {
    const declared = (['duration', 'time', 'number', 'boolean', 'text'] as const).map((type) =>
      parameter({ name: type, type }),
    );
    const word = fc.constantFrom(
      '5',
      'minutes',
      'at',
      '7',
      'pm',
      'an',
      'hour',
      'and',
      'a',
      'half',
      '"x"',
      'in',
      'on',
      '½',
      ':',
    );
    const text = fc.oneof(
      fc.string({ maxLength: 60 }),
      fc.array(word, { maxLength: 12 }).map((all) => all.join(' ')),
    );
    fc.assert(
      fc.property(text, (request) => {
        const { found } = extractParameters(request, declared);
        const spans = Object.values(found).sort((a, b) => a.start - b.start);
        for (const [at, { start, end }] of spans.entries()) {
          expect(start).toBeLessThan(end);
          expect(end).toBeLessThanOrEqual(request.length);
          if (at > 0) expect(start).toBeGreaterThanOrEqual(spans[at - 1]!.end);
        }
      }),
    );
  });
});
