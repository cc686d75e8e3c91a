import { describe, expect, test } from 'vitest';
import { pickModels } from '../../src/chat/models.ts';
import { depthOf } from '../../src/chat/settings.ts';
import { Speech } from '../../src/chat/speech.ts';
import { resolveRuntime, runtimeSchema } from '../../src/config/runtime.ts';

const section = (given: unknown = {}) => runtimeSchema.parse(given);
const pick = (given: unknown, env: Record<string, string> = {}) =>
  pickModels(resolveRuntime(section(given), env), env);

describe('R4 which models answer', () => {
  test('nothing configured: the usual ones of the key that is set, Anthropic first', () => {
    expect(pick({}).trouble?.nextStep).toContain('ANTHROPIC_API_KEY');
    const { config, trouble } = pick({}, { OPENAI_API_KEY: 'k', ANTHROPIC_API_KEY: 'a' });
    expect(trouble).toBeNull();
    expect(Object.keys(config)).toEqual(['weak', 'default', 'strong']);
    expect(config.strong).toMatchObject([{ provider: 'anthropic', key: 'a' }]);
    expect(pick({}, { OPENAI_API_KEY: 'k' }).config.weak).toMatchObject([{ provider: 'openai', key: 'k' }]);
  });

  test('a named one with its fallbacks, its key from a variable', () => {
    const named = {
      models: {
        default: {
          provider: 'openai-compatible',
          model: 'qwen',
          base_url: 'http://127.0.0.1:11434/v1',
          tools: false,
          fallback: [{ provider: 'anthropic', model: 'claude-opus-5-5', key: '$MINE' }],
        },
      },
    };
    const { config } = pick(named, { MINE: 'secret-value' });
    expect(config).toEqual({
      default: [
        {
          provider: 'openai-compatible',
          model: 'qwen',
          baseUrl: 'http://127.0.0.1:11434/v1',
          nativeTools: false,
        },
        { provider: 'anthropic', model: 'claude-opus-5-5', key: 'secret-value', nativeTools: true },
      ],
    });
    expect(pick(named).trouble?.message).toContain('$MINE');
    expect(resolveRuntime(section(named), { MINE: 'secret-value' }).secrets).toEqual(['secret-value']);
  });
});

describe('R2 how deep a chat goes', () => {
  test('the file goes before the environment, which goes before what is usual', () => {
    expect(depthOf(section(), {})).toMatchObject({
      enhancedRuntime: true,
      maxStepsPerPlan: 10,
      maxReplans: 3,
    });
    expect(depthOf(section(), { ENHANCED_RUNTIME: 'false' }).enhancedRuntime).toBe(false);
    expect(depthOf(section({ enhanced: true }), { ENHANCED_RUNTIME: 'false' }).enhancedRuntime).toBe(true);
    expect(
      depthOf(section({ planning_threshold: 'complex' }), { PLANNING_THRESHOLD: 'simple' }),
    ).toMatchObject({
      planningThreshold: 'complex',
    });
    const far = { max_steps: 4, timeout: '10s', retries: 0, max_replans: 1, max_cost: 0.5, max_tokens: 900 };
    expect(depthOf(section(far), {})).toMatchObject({
      maxStepsPerPlan: 4,
      timeoutMs: 10_000,
      retryAttempts: 0,
      maxReplans: 1,
      maxCostUsd: 0.5,
      maxTokens: 900,
    });
  });
});

test('a secret that is thought in two pieces is taken back', () => {
  const speech = new Speech('s', (text) => text.replaceAll('hunter22', '[hidden]'));
  speech.hear({ type: 'thought', text: 'It is hunt' });
  const { mark } = speech.after(null);
  speech.hear({ type: 'thought', text: 'er22!' });
  expect(speech.after(mark).live?.thought).toEqual({ from: 0, text: 'It is [hidden]!' });
});

test('a secret that is said in two pieces is taken back', () => {
  const speech = new Speech('s', (text) => text.replaceAll('hunter22', '[hidden]'));
  speech.hear({ type: 'text', text: 'It is hunt' });
  const first = speech.after(null);
  expect(first.live).toMatchObject({ from: 0, text: 'It is hunt' });
  speech.hear({ type: 'text', text: 'er22!' });
  const second = speech.after(first.mark);
  expect(second).toMatchObject({ news: true, live: { from: 0, text: 'It is [hidden]!' } });
  speech.hear({ type: 'ended', mode: 'legacy', outcome: {} as never });
  expect(speech.after(second.mark)).toMatchObject({ news: true, live: null });
});
