import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Line, LineReader } from '../../src/agent/program/line-reader.ts';
import { readFromPlayer } from '../../src/agent/rehearsal/wire.ts';

function linesOf(chunks: readonly Buffer[], limit?: number): Line[] {
  const lines: Line[] = [];
  const reader = new LineReader((line) => lines.push(line), limit);
  for (const chunk of chunks) reader.push(chunk);
  reader.end();
  return lines;
}

describe('lines', () => {
  test('any way of cutting the bytes gives the same lines', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme', minLength: 1 }), { maxLength: 8 }),
        fc.array(fc.nat(200), { maxLength: 8 }),
        (texts, cuts) => {
          const wanted = texts.map((text) => text.replaceAll('\n', ' ')).filter((text) => text.trim() !== '');
          const bytes = Buffer.from(wanted.join('\n'));
          const places = [0, ...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length];
          const chunks = places.slice(1).map((place, at) => bytes.subarray(places[at], place));
          expect(linesOf(chunks)).toEqual(wanted.map((text) => ({ text, cut: false })));
        },
      ),
    );
  });

  test('a line beyond the limit is cut and told so, and the next one is whole', () => {
    const chunks = ['abc', 'defgh', 'ij\nok\n12345\n', '123456'].map((text) => Buffer.from(text));
    expect(linesOf(chunks, 5)).toEqual([
      { text: 'abcde', cut: true },
      { text: 'ok', cut: false },
      { text: '12345', cut: false },
      { text: '12345', cut: true },
    ]);
  });
});

describe('what the player says', () => {
  test.each([
    { type: 'ready', session: 's' },
    { type: 'message', text: '' },
    { type: 'thought', text: 't' },
    { type: 'tool-started', id: '1', name: 'run', summary: '' },
    { type: 'tool-ended', id: '1', ok: false, summary: '' },
    { type: 'usage', usage: { inputTokens: 1, outputTokens: 0, usd: null } },
    { type: 'limited', until: null, message: 'm' },
    { type: 'limited', until: 5, message: 'm' },
    {
      type: 'question',
      question: { id: 'q', text: '?', choices: ['a'], defaultAnswer: null, defaultAfterMs: 1 },
    },
    {
      type: 'permission',
      request: { id: 'p', tool: 'Bash', summary: 's', command: null, paths: ['a'] },
    },
    { type: 'withdrawn', id: 'q' },
    { type: 'turn-ended', status: 'interrupted', message: '' },
    { type: 'turn-ended', status: 'failed', message: '', fault: 'provider' },
  ])('is known: %j', (said) => {
    expect(readFromPlayer(JSON.stringify(said))).toEqual(said);
  });

  test.each([
    'not json',
    'null',
    '[]',
    '7',
    '{}',
    '{"type":"constructor"}',
    '{"type":"exited","code":0,"signal":null,"message":""}',
    '{"type":"started","sessionId":null,"process":null}',
    '{"type":"message"}',
    '{"type":"usage","usage":{"inputTokens":"1","outputTokens":0,"usd":0}}',
    '{"type":"usage","usage":{"inputTokens":1e999,"outputTokens":0,"usd":0}}',
    '{"type":"turn-ended","status":"splendid","message":""}',
    '{"type":"turn-ended","status":"failed","message":"","fault":"mine"}',
    '{"type":"withdrawn"}',
    '{"type":"permission","request":{"id":"p","tool":"Bash","summary":"","command":1,"paths":[]}}',
    '{"type":"question","question":{"id":"q","text":"?","choices":[1]}}',
  ])('is not known: %s', (line) => {
    expect(readFromPlayer(line)).toEqual({ type: 'unrecognised', text: line });
  });

  test('whatever the line, reading it never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (line) => {
        expect(readFromPlayer(line)).toHaveProperty('type');
      }),
    );
  });

  test('what is not known is kept short', () => {
    const said = readFromPlayer('x'.repeat(1_000_000));
    expect(said.type === 'unrecognised' && said.text.length).toBe(2_000);
  });
});
