import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CommandMap } from '../../src/router/patterns/command-map.ts';
import { type Pattern, trustIn } from '../../src/router/patterns/pattern.ts';
import { caught } from '../../src/router/patterns/wildcard.ts';

const DAY = 86_400_000;
const timer: Omit<Pattern, 'counts'> = {
  id: 'p1',
  trigger: 'set a timer for *',
  variables: [{ name: 'length', type: 'duration' }],
  route: 'timer',
  parameters: { duration: `\${length}`, note: `timer of \${length} s` },
  examples: [],
};

const CAUGHT: readonly (readonly [trigger: string, request: string, values: readonly string[] | null])[] = [
  ['lights off', 'Lights  off!', []],
  ['lights off', 'lights off now', null],
  ['weather in *', 'Weather in New York?', ['New York']],
  ['weather in *', 'weather in', null],
  ['move * to *', 'move a to b to c', ['a', 'b to c']],
  ['* please', 'stop it please', ['stop it']],
  ['say * to * now', 'say hi to ann now', ['hi', 'ann']],
  ['say * to * now', 'say hi to now', null],
];

describe('R8 the command map', () => {
  test.each(CAUGHT)('R8 "%s" on "%s"', (trigger, request, values) => {
    expect(caught(trigger, request)).toEqual(values);
  });

  test('R8 variables are cast and put into the parameters; a whole template keeps its type', () => {
    const map = new CommandMap();
    map.add(timer, { confidence: 0.9, now: 0 });
    const [match] = map.match('Set a timer for 5 minutes.', 0);
    expect(match).toMatchObject({ parameters: { duration: 300, note: 'timer of 300 s' } });
    expect(match?.confidence).toBeCloseTo(0.9);
    expect(map.match('set a timer for dinner', 0)[0]?.confidence).toBe(0);
  });

  test('R8 trust rises with success, falls with failure and fades with time', () => {
    const map = new CommandMap();
    map.note(timer, true, 0);
    const trusts = [1, 2, 3, 4].map(() => trustIn(map.learn('p1', true, 0)!.counts, 0));
    expect([...trusts].sort((a, b) => a - b)).toEqual(trusts);
    expect(trusts[3]).toBeGreaterThanOrEqual(0.85);
    expect(trusts[2]).toBeLessThan(0.85);
    const failed = trustIn(map.learn('p1', false, 0)!.counts, 0);
    expect(failed).toBeLessThan(trusts[3]!);
    expect(trustIn(map.get('p1')!.counts, 365 * DAY)).toBeLessThan(failed);
  });

  test('R8 every outcome counts once', () => {
    const map = new CommandMap();
    map.note(timer, true, 0);
    map.learn('p1', false, 0);
    expect(map.get('p1')!.counts).toMatchObject({ right: 1, wrong: 1 });
  });

  const BAD: readonly (readonly [what: string, pattern: Partial<Pattern>])[] = [
    ['a bare star', { trigger: '*' }],
    ['stars and variables that do not count the same', { trigger: 'set a timer' }],
    [
      'two stars side by side',
      { trigger: 'set * *', variables: [timer.variables[0]!, { name: 'b', type: 'text' }] },
    ],
    ['a star inside a word', { trigger: 'set timers*' }],
    ['the same name twice', { trigger: 'set * to *', variables: [timer.variables[0]!, timer.variables[0]!] }],
    ['a template of nothing', { parameters: { x: `\${nobody}` } }],
    ['no role', { route: ' ' }],
  ];
  test.each(BAD)('R8 %s is refused', (_what, change) => {
    expect(new CommandMap().add({ ...timer, ...change }, { now: 0 })).toMatchObject({ ok: false });
  });

  test('R8 the same words for another role are a conflict, unless replacing is asked for', () => {
    const map = new CommandMap();
    map.add(timer, { now: 0 });
    const other = { ...timer, id: 'p2', trigger: 'Set a TIMER for *', route: 'kitchen' };
    expect(map.add(other, { now: 0 })).toMatchObject({ ok: false });
    expect(map.add(other, { now: 0, confidence: 0.05, replace: true })).toMatchObject({ ok: false });
    expect(map.add(other, { now: 0, replace: true })).toMatchObject({ ok: true });
    expect(map.match('set a timer for 1 minute', 0).map(({ pattern }) => pattern.route)).toEqual(['kitchen']);
  });

  test('R8 what is old or proved wrong is pruned', () => {
    const map = new CommandMap();
    map.add(timer, { confidence: 0.9, now: 100 * DAY });
    map.add({ ...timer, id: 'old', trigger: 'time *' }, { confidence: 0.9, now: 0 });
    map.add({ ...timer, id: 'bad', trigger: 'clock *' }, { confidence: 0.1, now: 100 * DAY });
    const gone = map.prune(100 * DAY, { maxAgeMs: 90 * DAY, minTrust: 0.3 });
    expect(gone.map(({ id }) => id).sort()).toEqual(['bad', 'old']);
    expect(map.match('time 5 minutes', 100 * DAY)).toEqual([]);
  });

  test('R16 of too many the most trusted stay', () => {
    const map = new CommandMap();
    const trust = { time: 0.6, clock: 0.9, alarm: 0.7 };
    for (const [id, confidence] of Object.entries(trust))
      map.add({ ...timer, id, trigger: `${id} *` }, { confidence, now: 0 });
    const gone = map.prune(0, { maxAgeMs: DAY, minTrust: 0.1, most: 2 });
    expect(gone.map(({ id }) => id)).toEqual(['time']);
    expect(map.size).toBe(2);
  });

  test('R8 it is one JSON value', () => {
    const map = new CommandMap();
    map.add(timer, { now: 0 });
    const again = new CommandMap(JSON.parse(JSON.stringify(map.all())) as Pattern[]);
    expect(again.match('set a timer for 5 minutes', 0)).toEqual(map.match('set a timer for 5 minutes', 0));
  });

  test('R8 five thousand patterns are looked through in less than a millisecond', () => {
    const map = new CommandMap();
    for (let at = 0; at < 5000; at += 1)
      map.add(
        { ...timer, id: `p${at}`, trigger: `set the ${at} timer of room ${at % 70} for *` },
        { now: 0 },
      );
    const times = Array.from({ length: 200 }, (_, at) => {
      const began = performance.now();
      expect(map.match(`set the ${at} timer of room ${at % 70} for 5 minutes`, 0)).toHaveLength(1);
      return performance.now() - began;
    }).sort((a, b) => a - b);
    expect(times[100]).toBeLessThan(1);
  });

  test('R8 a star pattern catches exactly what was put in its place', () => {
    const words = fc
      .array(fc.stringMatching(/^[a-z]{1,6}$/), { minLength: 1, maxLength: 4 })
      .map((all) => all.join(' '));
    fc.assert(
      fc.property(words, words, (one, other) => {
        expect(caught('0set * 1to *', `0set ${one} 1to ${other}`)).toEqual([one, other]);
      }),
    );
  });

  test('R8 no trigger and no request make it throw', () => {
    const text = fc.string({ unit: fc.constantFrom('*', ' ', 'a', 'B', 'İ', '.', '$', '{', '}') });
    fc.assert(fc.property(text, text, (trigger, request) => void caught(trigger, request)));
  });
});
