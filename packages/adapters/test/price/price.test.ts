import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type BilledTokens, loadPrices, priceFileDate, priceOf, usePrices } from '../../src/price/index.ts';

const seed = Number(process.env.SYMPHONY_SEED ?? Date.now() % 1_000_000);

interface WrittenPrice {
  readonly input: number;
  readonly cachedInput?: number;
  readonly cacheWrite?: number;
  readonly output: number;
}

const file: {
  readonly asOf: string;
  readonly providers: Record<
    string,
    { sources: string[]; models: Record<string, WrittenPrice>; aliases?: Record<string, string> }
  >;
} = JSON.parse(readFileSync(new URL('../../src/price/prices.json', import.meta.url), 'utf8'));

const written = Object.entries(file.providers).flatMap(([provider, { models }]) =>
  Object.entries(models).map(([model, price]) => ({ provider, model, price })),
);
const NONE: BilledTokens = { input: 0, cachedInput: 0, cacheWrite: 0, output: 0 };
const MILLION: BilledTokens = { ...NONE, input: 1e6 };

describe('the price file', () => {
  test('has a date and says for each provider where its prices were found', () => {
    expect(priceFileDate()).toBe(file.asOf);
    expect(new Date(`${file.asOf}T00:00:00Z`).toISOString().slice(0, 10)).toBe(file.asOf);
    for (const { sources } of Object.values(file.providers)) expect(sources).not.toEqual([]);
  });

  test('has no price below zero, none for output below input, and none for a cache hit above it', () => {
    for (const { model, price } of written) {
      expect(price.input, model).toBeGreaterThan(0);
      expect(price.output, model).toBeGreaterThanOrEqual(price.input);
      expect(price.cachedInput ?? price.input, model).toBeLessThanOrEqual(price.input);
      expect(price.cacheWrite ?? price.input, model).toBeGreaterThanOrEqual(price.input);
    }
  });

  test('gives no name to two models, and no other name to one that is not there', () => {
    const names = Object.values(file.providers).flatMap(({ models, aliases = {} }) => [
      ...Object.keys(models),
      ...Object.keys(aliases),
    ]);
    expect(new Set(names).size).toBe(names.length);
    for (const { models, aliases = {} } of Object.values(file.providers))
      for (const model of Object.values(aliases)) expect(Object.keys(models)).toContain(model);
  });

  test.each(written)('$provider $model is found as it stands and with its provider', (each) => {
    const { provider, model, price } = each;
    expect(priceOf(model, MILLION)).toBe(price.input);
    expect(priceOf(`${provider}/${model}`, MILLION)).toBe(price.input);
    expect(priceOf(`${model}-20991231`, MILLION)).toBe(price.input);
  });
});

describe('C15 a price is found by name and never guessed', () => {
  const input: [name: string, usd: number | null][] = [
    ['claude-sonnet-4-5-20250929', 3],
    ['anthropic/claude-sonnet-4-5-20250929', 3],
    ['claude-haiku-4-5-latest', 1],
    ['gpt-6.1-sol-2026-09-29', 2],
    ['sonnet', 2],
    ['anthropic/opus', 4],
    [' Claude-Opus-5 ', 5],
    ['models/gemini-2.5-pro', 2.5],
    ['gemini-flash-latest', 1.5],
    ['gpt-5.6', 4],
    // Other models, however like they sound.
    ['claude-opus-6', null],
    ['claude-opus', null],
    ['claude-opus-5-5-fast', null],
    ['gpt-5-codex-max', null],
    ['gpt-5.10', null],
    ['sonnet[1m]', null],
    // Other sellers have other prices.
    ['openrouter/anthropic/claude-opus-5', null],
    ['openai/claude-opus-5', null],
    ['us.anthropic.claude-opus-5-v1:0', null],
    ['', null],
    ['/', null],
    ['-latest', null],
    ['constructor', null],
    ['__proto__', null],
    ['anthropic/toString', null],
  ];
  test.each(input)('%s', (name, usd) => {
    expect(priceOf(name, MILLION)).toBe(usd);
    expect(loadPrices().knows(name)).toBe(usd !== null);
  });

  test('whatever a model is called, unknown stays unknown, however much was used', () => {
    const known = new Set(
      Object.values(file.providers).flatMap(({ models, aliases = {} }) => [
        ...Object.keys(models),
        ...Object.keys(aliases),
      ]),
    );
    // Near the known names, where a guess would be tempting.
    const near = fc
      .tuple(fc.constantFrom(...known), fc.stringMatching(/^[a-z0-9.:@-]{1,4}$/))
      .chain(([name, more]) => fc.constantFrom(`${name}${more}`, `${more}${name}`, name.slice(0, -1)))
      .filter((name) => !known.has(name));
    fc.assert(
      fc.property(near, fc.nat(), (name, count) => {
        expect(priceOf(name, { ...NONE, input: count })).toBeNull();
      }),
      { seed, numRuns: 500 },
    );
  });
});

describe('C15 what tokens cost', () => {
  const count = fc.nat({ max: 1e9 });
  const tokens = fc.record({ input: count, cachedInput: count, cacheWrite: count, output: count });
  const model = fc.constantFrom(...written.map((each) => each.model));
  const cost = (name: string, used: BilledTokens): number => {
    const usd = priceOf(name, used);
    if (usd === null) throw new Error(`${name} has no price`);
    return usd;
  };

  test('each kind of token has its own price', () => {
    const used = { input: 1e6, cachedInput: 10e6, cacheWrite: 100e6, output: 1000e6 };
    expect(priceOf('claude-opus-5', used)).toBeCloseTo(5 + 5 + 1000 + 25_000, 6);
    // Without prices of its own a cache costs what fresh input costs.
    expect(priceOf('gpt-5-pro', { ...used, output: 0 })).toBeCloseTo(15 * 111, 6);
  });

  test('is never less than nothing, and nothing for nothing', () => {
    const any = fc.record({
      input: fc.integer(),
      cachedInput: fc.integer(),
      cacheWrite: fc.integer(),
      output: fc.integer(),
    });
    fc.assert(
      fc.property(model, any, (name, used) => {
        expect(cost(name, used)).toBeGreaterThanOrEqual(0);
        expect(cost(name, NONE)).toBe(0);
      }),
      { seed },
    );
  });

  test('grows in a straight line: together costs what the parts cost, twice costs twice', () => {
    fc.assert(
      fc.property(model, tokens, tokens, (name, a, b) => {
        const both = {
          input: a.input + b.input,
          cachedInput: a.cachedInput + b.cachedInput,
          cacheWrite: a.cacheWrite + b.cacheWrite,
          output: a.output + b.output,
        };
        expect(cost(name, both)).toBeCloseTo(cost(name, a) + cost(name, b), 4);
      }),
      { seed },
    );
  });

  test('a count that is no number makes it unknown, not free', () => {
    expect(priceOf('gpt-5', { ...NONE, output: Number.NaN })).toBeNull();
    expect(priceOf('gpt-5', { ...NONE, output: Number.POSITIVE_INFINITY })).toBeNull();
  });
});

describe('a person’s own prices', () => {
  const own = loadPrices({
    'my-model': { input: 1, output: 2 },
    'GPT-5': { input: 7, cachedInput: 1, output: 9 },
    'openrouter/gpt-5': { input: 8, output: 9 },
  });
  const input: [name: string, usd: number | null][] = [
    ['my-model', 1],
    ['my-model-20260101', 1],
    ['ollama/my-model', 1],
    ['gpt-5', 7],
    ['openai/gpt-5-2026-01-01', 7],
    ['openrouter/gpt-5', 8],
    ['gpt-5-mini', 0.25],
    ['your-model', null],
  ];
  test.each(input)('%s', (name, usd) => {
    expect(own.priceOf(name, MILLION)).toBe(usd);
  });

  test('hold for everybody once they are put in force, until others are', () => {
    expect(priceOf('gpt-5', MILLION)).toBe(1.25);
    onTestFinished(() => void usePrices({}));
    usePrices({ 'gpt-5': { input: 7, output: 9 } });
    expect(priceOf('gpt-5', MILLION)).toBe(7);
    usePrices({ 'my-model': { input: 1, output: 2 } });
    expect(priceOf('gpt-5', MILLION)).toBe(1.25);
    expect(priceOf('my-model', MILLION)).toBe(1);
  });
});
