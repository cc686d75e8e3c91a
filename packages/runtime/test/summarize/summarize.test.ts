import type { ModelRequest } from '@symphony/domain';
import { type ScriptedAnswer, ScriptedModels } from '@symphony/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chunksOf } from '../../src/summarize/chunks.ts';
import { extracted, foreignNumbers } from '../../src/summarize/extract.ts';
import { FORMATS, formOf, LENGTHS } from '../../src/summarize/form.ts';
import { CHUNK_CHARACTERS, type Summary, summarize, summarizeTool } from '../../src/summarize/summarize.ts';
import { SEED } from '../recorded.ts';
import { sessionWith } from '../session-with.ts';

const TEXT = `The bridge was opened in 1932. It spans the harbour and carries trains, cars and people.
Its steel came from two mills. The bridge was painted three times. Some birds live near the water.`;

const userText = ({ messages }: ModelRequest): string => {
  const message = messages.find(({ role }) => role === 'user');
  return message && 'text' in message ? message.text : '';
};

async function sumUp(
  input: Record<string, string>,
  script: (request: ModelRequest, count: number) => ScriptedAnswer,
) {
  const models = new ScriptedModels(script);
  const around = sessionWith(models, { tools: [summarizeTool()] });
  const result = await around.session.callTool({ id: 'c', tool: 'text.summarize', input });
  return { ...around, models, result, summary: result.result as Summary };
}

describe(`R17 summarize (seed ${SEED})`, () => {
  const forms = FORMATS.flatMap((format) => LENGTHS.map((length) => [format, length] as const));

  test.each(forms)('R17 %s, %s: a model sums it up as asked', async (format, length) => {
    const { summary, models } = await sumUp({ content: TEXT, format, length }, () => ({
      text: 'A bridge of 1932.',
    }));
    expect(summary).toEqual({
      summary: 'A bridge of 1932.',
      format,
      length,
      method: 'model',
      chunks: 1,
      warnings: [],
    });
    expect(models.requests).toHaveLength(1);
    expect(models.requests[0]).toMatchObject({ purpose: 'summarize', tier: 'weak' });
    expect(userText(models.requests[0] as ModelRequest)).toContain(TEXT);
  });

  test('R17 each of the eighteen forms asks for something else', async () => {
    const asked = new Set<string>();
    for (const [format, length] of forms) {
      const { models } = await sumUp({ content: TEXT, format, length }, () => ({ text: 'x' }));
      asked.add(userText(models.requests[0] as ModelRequest));
    }
    expect(asked.size).toBe(18);
  });

  test('R17 a form that is none becomes the usual one, with a warning', async () => {
    const { summary } = await sumUp({ content: TEXT, format: 'poem', length: 'endless' }, () => ({
      text: 'x',
    }));
    expect(summary).toMatchObject({ format: 'summary', length: 'detailed' });
    expect(summary.warnings).toEqual([
      'There is no format "poem"; "summary" was taken.',
      'There is no length "endless"; "detailed" was taken.',
    ]);
    expect(formOf({ format: 'Bullet Points' }).form.format).toBe('bullet_points');
  });

  test('R17 a long text is read in bounded pieces, a few at once, and every piece is heard', async () => {
    const marks = Array.from({ length: 60 }, (_, index) => `mark${index}x`);
    const content = marks.map((mark) => `${mark} ${'word '.repeat(400)}.`).join('\n\n');
    let open = 0;
    let most = 0;
    const longest: number[] = [];
    const noted: string[] = [];
    const ask = async (request: ModelRequest) => {
      const said = userText(request);
      longest.push(said.length);
      open += 1;
      most = Math.max(most, open);
      await new Promise((resolve) => setImmediate(resolve));
      open -= 1;
      const heard = said.match(/mark\d+x/g) ?? [];
      if (/part \d+ of/.test(said)) noted.push(...heard);
      return { text: heard.join(' ') };
    };
    const signal = sessionWith(new ScriptedModels([])).session.signal;
    const summary = await summarize(content, {}, { ask, signal }, 'weak');
    expect(summary.chunks).toBeGreaterThan(5);
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(4);
    expect(Math.max(...longest)).toBeLessThan(CHUNK_CHARACTERS + 1_000);
    expect(new Set(noted)).toEqual(new Set(marks));
    expect(summary.summary).toBe(marks.join(' '));
  });

  test('R17 notes that are too long for one question are noted again', async () => {
    const content = 'fact '.repeat(40_000);
    const { summary, models } = await sumUp({ content }, () => ({ text: 'note '.repeat(2_000) }));
    expect(summary.method).toBe('model');
    const rounds = models.requests.filter((request) => /part 1 of/.test(userText(request)));
    expect(rounds.length).toBeGreaterThan(1);
    expect(models.requests.length).toBeLessThan(40);
  });

  test.each<[string, ScriptedAnswer]>([
    ['a model that fails', { fault: 'fails' }],
    ['a model that refuses', { fault: 'refused' }],
    ['a model that says nothing', { text: '' }],
  ])('R17 %s: sentences of the text instead, and it is said', async (_, answer) => {
    const { summary, result } = await sumUp({ content: TEXT, length: 'brief' }, () => answer);
    expect(result.success).toBe(true);
    expect(summary.method).toBe('extractive');
    expect(summary.warnings.join(' ')).toContain('It is made of sentences of the text.');
    for (const sentence of summary.summary.split(/(?<=\.) /))
      expect(TEXT.replace(/\n/g, ' ')).toContain(sentence);
  });

  test('R17 without a model the same sentences come every time, in their order', async () => {
    const signal = sessionWith(new ScriptedModels([])).session.signal;
    const once = await summarize(TEXT, { format: 'bullet_points', length: 'brief' }, { signal }, 'weak');
    const again = await summarize(TEXT, { format: 'bullet_points', length: 'brief' }, { signal }, 'weak');
    expect(once).toEqual(again);
    expect(once.warnings[0]).toMatch(/no model/);
    expect(once.summary.split('\n')).toHaveLength(3);
    expect(once.summary).toContain('- The bridge was opened in 1932.');
    const about = extracted(TEXT, { format: 'summary', length: 'brief', focus: 'birds' });
    expect(about).toContain('Some birds live near the water.');
  });

  test('R17 a number the text does not have is warned of', async () => {
    const { summary } = await sumUp({ content: TEXT }, () => ({
      text: '1. Opened in 1932, 503 metres long.',
    }));
    expect(summary.warnings).toEqual([expect.stringContaining('503')]);
    expect(foreignNumbers('It cost 1,000.', 'the cost: 1000')).toEqual([]);
  });

  test('R17 a stop ends it in the middle of a long text', async () => {
    const models = new ScriptedModels(() => ({ fault: 'hangs' }));
    const { session, stop } = sessionWith(models, { tools: [summarizeTool()] });
    const content = 'word '.repeat(20_000);
    const call = session.callTool({ id: 'c', tool: 'text.summarize', input: { content } });
    await new Promise((resolve) => setImmediate(resolve));
    stop.stop(new Error('Enough.'));
    expect(await call).toMatchObject({ success: false, details: { code: 'E3001' } });
    expect(models.requests.length).toBeLessThanOrEqual(4);
  });

  test('R17 pieces are bounded, and joined they are the text again', () => {
    const text = fc.array(fc.constantFrom('word ', 'end. ', '\n\n', 'x'.repeat(30), '😀'), {
      maxLength: 200,
    });
    fc.assert(
      fc.property(text, fc.integer({ min: 10, max: 200 }), (parts, most) => {
        const whole = parts.join('');
        const chunks = chunksOf(whole, most);
        expect(chunks.join('')).toBe(whole);
        for (const chunk of chunks) {
          expect(chunk.length).toBeLessThanOrEqual(most);
          expect(chunk.length).toBeGreaterThan(0);
          expect(chunk.isWellFormed()).toBe(true);
        }
      }),
      { seed: SEED, numRuns: 300 },
    );
  });
});
