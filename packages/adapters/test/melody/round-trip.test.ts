import { readdirSync, readFileSync } from 'node:fs';
import { checkMelody, type Melody } from '@symphony/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeMelody, encodeMelody } from '../../src/melody/index.ts';
import { anyMelody } from './any-melody.ts';

const LIBRARY = new URL('../../../server/src/melody/library/', import.meta.url);
const library = readdirSync(LIBRARY)
  .filter((name) => name.endsWith('.yaml'))
  .map((name): readonly [string, Melody] => {
    const reading = decodeMelody(readFileSync(new URL(name, LIBRARY)), 'yaml', name);
    if (!reading.ok) throw new Error(JSON.stringify(reading.problems));
    return [name, reading.melody];
  });

const compactJson = (melody: Melody): number =>
  Buffer.byteLength(JSON.stringify({ schema_version: 2, melody }));

describe('P6 a melody is the same after a round trip', () => {
  test.each(['yaml', 'json', 'msgpack'] as const)('P6 law: as %s', (format) => {
    fc.assert(
      fc.property(anyMelody, (melody) => {
        expect(checkMelody(melody)).toEqual([]);
        const reading = decodeMelody(encodeMelody(melody, format), format, 'x');
        expect(reading).toEqual({ ok: true, melody });
      }),
      { numRuns: 80 },
    );
  });

  test.each(library)('P6 %s in all three forms', (_name, melody) => {
    for (const format of ['yaml', 'json', 'msgpack'] as const) {
      expect(decodeMelody(encodeMelody(melody, format), format, 'x')).toEqual({ ok: true, melody });
    }
  });
});

describe('P6 MessagePack is at least 50 % smaller than compact JSON', () => {
  test.each(library)('P6 %s', (_name, melody) => {
    expect(encodeMelody(melody, 'msgpack').length).toBeLessThan(compactJson(melody) / 2);
  });

  test('P6 law: melodies made of many small steps too', () => {
    const word = fc.constantFrom('tests', 'build', 'release', 'notes', 'check', 'branch', 'deploy', 'review');
    const steps = fc.array(fc.tuple(word, word, fc.nat(999)), { minLength: 4, maxLength: 60 });
    fc.assert(
      fc.property(steps, (given) => {
        const nodes = given.map(([a, b, number], at) => ({
          id: `${a}-${at}`,
          name: `${a} the ${b}`,
          kind: 'operator' as const,
          operator: 'command',
          config: { run: `make ${b} N=${number}` },
        }));
        const edges = nodes
          .slice(1)
          .map(({ id }, at) => ({ kind: 'control' as const, from: nodes[at]?.id ?? '', to: id }));
        const melody: Melody = { ...(library[0]?.[1] as Melody), parameters: [], flow: { nodes, edges } };
        expect(encodeMelody(melody, 'msgpack').length).toBeLessThan(compactJson(melody) / 2);
      }),
      { numRuns: 25 },
    );
  });
});

describe('P6 what cannot be read is refused in words', () => {
  const melody = library[0]?.[1] as Melody;
  test.each([
    ['json', Buffer.from('{ "melody": '), 'The file is not valid JSON.'],
    ['json', Buffer.from('[]'), 'The file does not hold a melody.'],
    ['msgpack', Buffer.from([0xc1]), 'The file does not hold a packed melody.'],
    ['msgpack', Buffer.alloc(0), 'The file is damaged'],
    ['msgpack', encodeMelody(melody, 'msgpack').subarray(0, 300), 'The file is damaged'],
    ['msgpack', Buffer.from([0x80]), 'The file does not hold a packed melody.'],
  ] as const)('P6 %s %j', (format, bytes, sentence) => {
    const reading = decodeMelody(bytes, format, 'x');
    expect(reading.ok ? [] : reading.problems).toMatchObject([
      { file: 'x', nextStep: expect.stringMatching(/\.$/) },
    ]);
    expect(reading.ok ? '' : reading.problems[0]?.sentence).toContain(sentence);
  });

  test('P6 law: bytes of any kind never throw', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        for (const format of ['yaml', 'json', 'msgpack'] as const)
          expect(decodeMelody(bytes, format, 'x').ok).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  test('P6 JSON problems are told with their line', () => {
    const text = encodeMelody(melody, 'json').toString().replace('"kind": "operator"', '"kind": "oprator"');
    const line = text.split('\n').findIndex((each) => each.includes('oprator'));
    const reading = decodeMelody(Buffer.from(text), 'json', 'x.json');
    expect(reading).toMatchObject({ ok: false, problems: [{ nextStep: 'Did you mean `operator`?' }] });
    // The node begins a line or two before its kind.
    expect(Math.abs((reading.ok ? 0 : (reading.problems[0]?.line ?? 0)) - line)).toBeLessThan(3);
  });
});

describe('P6 older forms are brought up', () => {
  const old = {
    id: 'old-one',
    name: 'An old one',
    nodes: [
      { id: 'a', type: 'operator', operator: 'command', config: { run: 'make' } },
      { id: 'b', type: 'gate', question: 'Go on?', inputs: [{ name: 'said', type: 'text' }] },
      { id: 'c', type: 'agent', work: { title: 'Work', description: '' } },
    ],
    connections: [
      { type: 'sequential', source: 'a.output', target: 'b.said' },
      { type: 'conditional', source: 'b', target: 'c', condition: "answer == 'yes'", label: 'yes' },
      { type: 'sequential', source: 'a', target: 'c' },
    ],
    config: { description: 'From before', timeout: 5000 },
  };

  test('P6 version 1: connections become edges', () => {
    const reading = decodeMelody(
      Buffer.from(JSON.stringify({ schema_version: 1, melody: old })),
      'json',
      'x',
    );
    expect(reading).toMatchObject({
      ok: true,
      melody: {
        name: 'old-one',
        title: 'An old one',
        description: 'From before',
        limits: { timeoutMs: 5000 },
        flow: {
          nodes: [{ kind: 'operator' }, { kind: 'gate' }, { kind: 'agent' }],
          edges: [
            { kind: 'data', from: 'a', fromPort: 'output', to: 'b', toPort: 'said' },
            { kind: 'conditional', from: 'b', to: 'c', condition: "answer == 'yes'", label: 'yes' },
            { kind: 'control', from: 'a', to: 'c' },
          ],
        },
      },
    });
  });

  test('P6 version 1 as YAML, and what it has wrong is still found', () => {
    const text = (source: string): string =>
      JSON.stringify({
        schema_version: 1,
        ...old,
        connections: [{ type: 'sequential', source, target: 'b' }],
      });
    const reading = decodeMelody(Buffer.from(text('x')), 'yaml', 'f');
    expect(reading.ok ? [] : reading.problems.map((each) => each.sentence)).toContain(
      'There is no `x` for the edge from `x` to `b`.',
    );
  });

  test.each([
    [3, 'The melody has schema version 3; this Symphony knows 2 and older.'],
    ['2', '`schema_version` must be a whole number, 1 or more.'],
    [0, '`schema_version` must be a whole number, 1 or more.'],
  ])('P6 version %j is refused', (version, sentence) => {
    const text = JSON.stringify({ schema_version: version, melody: old }, null, 1);
    const reading = decodeMelody(Buffer.from(text), 'json', 'x');
    expect(reading).toMatchObject({
      ok: false,
      problems: [{ line: 2, sentence, nextStep: expect.stringMatching(/\.$/) }],
    });
  });
});
