import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type Casting, cast, openOwnPlayer } from '../../../src/agent/runtime/index.ts';
import { loadPrices } from '../../../src/price/index.ts';

const KEYS = { ANTHROPIC_API_KEY: 'a-key', OPENAI_API_KEY: 'o-key' };
const good = (casting: Casting) => (casting.ok ? casting : expect.unreachable(casting.problem));

describe('which model the built-in player asks', () => {
  test.each([
    [{ ANTHROPIC_API_KEY: 'x' }, /^anthropic\//, 'ANTHROPIC_API_KEY'],
    [{ OPENAI_API_KEY: 'x' }, /^openai\//, 'OPENAI_API_KEY'],
    [KEYS, /^anthropic\//, 'ANTHROPIC_API_KEY'],
  ])('by the keys that are there: %j', (env, model, keyFrom) => {
    const casting = good(cast({ model: null }, env));
    expect(casting.model).toMatch(model);
    expect(casting.keyFrom).toBe(keyFrom);
    expect(loadPrices().knows(casting.model)).toBe(true);
  });

  test.each([
    ['anthropic/claude-x', 'anthropic', 'claude-x'],
    ['claude-x', 'anthropic', 'claude-x'],
    ['openai/gpt-x', 'openai', 'gpt-x'],
    ['gpt-x', 'openai', 'gpt-x'],
    ['openai-compatible/qwen/qwen3', 'openai-compatible', 'qwen/qwen3'],
    ['qwen/qwen3', 'openai-compatible', 'qwen/qwen3'],
  ])('by its name: %s', (name, provider, model) => {
    const env = { ...KEYS, OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' };
    expect(good(cast({ model: name }, env)).models.default?.[0]).toMatchObject({ provider, model });
  });

  test.each([
    [{ model: null }, {}, 'no key'],
    [{ model: 'anthropic/x' }, { OPENAI_API_KEY: 'x' }, 'ANTHROPIC_API_KEY is not set'],
    [{ model: 'openai-compatible/x' }, KEYS, 'OPENAI_BASE_URL is not set'],
    [
      { model: null, args: ['--fallback', 'openai/x'] },
      { ANTHROPIC_API_KEY: 'x' },
      'OPENAI_API_KEY is not set',
    ],
    [{ model: null, args: ['--unheard-of'] }, KEYS, 'not understood'],
    [{ model: null, args: ['--max-steps', 'many'] }, KEYS, 'a number'],
  ])('not at all with %j and %j', (player, env, problem) => {
    const casting = cast(player, env);
    expect(casting).toMatchObject({ ok: false, problem: expect.stringContaining(problem) });
  });

  test('with what `args` say', () => {
    const args = [
      '--fallback=openai/a',
      '--fallback=openai/b',
      '--weak=openai/c',
      '--max-steps=7',
      '--context-tokens=9',
    ];
    const { models, maxSteps } = good(cast({ model: null, args }, KEYS));
    expect(models.default?.map(({ model }) => model).slice(1)).toEqual(['a', 'b']);
    expect(models.weak).toMatchObject([{ model: 'c' }]);
    expect([maxSteps, models.default?.[0]?.contextTokens]).toEqual([7, 9]);
  });
});

describe('looking for the built-in player', () => {
  const port = openOwnPlayer({
    instance: 'x',
    sessions: '/sessions',
    program: fileURLToPath(import.meta.url),
    version: '1.2.3',
  });
  const player = { agent: 'symphony', slots: null, stallTimeoutMs: null, model: null };

  test('it is ready when a key is set, which is not tried', async () => {
    expect(await port.detect?.({ player, env: KEYS })).toMatchObject({
      version: '1.2.3',
      login: 'yes',
      detail: expect.stringContaining('ANTHROPIC_API_KEY, which was not tried'),
      fix: null,
    });
  });

  test('it is there without a key, and says which to set', async () => {
    expect(await port.detect?.({ player, env: {} })).toMatchObject({
      version: '1.2.3',
      login: 'no',
      fix: expect.stringContaining('Set ANTHROPIC_API_KEY or OPENAI_API_KEY'),
    });
  });

  test('it needs its journals, its providers and the sources it is made of', () => {
    expect(port.needs?.own).toEqual(['/sessions']);
    expect(port.needs?.hosts).toContain('api.anthropic.com');
    expect(port.needs?.program?.map((path) => path.split('/').at(-1))).toEqual(['packages', 'node_modules']);
  });
});
