import type { Models } from '@symphony/domain';
import { type Fault, type ModelServer, openModelServer } from '@symphony/testkit';
import { type ModelChoice, type ModelOptions, openModels, type ProviderName } from '../../src/model/index.ts';

export const CLOCK = {
  now: () => Date.now(),
  soon: (call: () => void) => void setImmediate(call),
  after: (ms: number, call: () => void) => {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
};

export const OPTIONS: ModelOptions = {
  clock: CLOCK,
  chance: () => 0.01,
  patience: { tries: 2, baseMs: 100, stallMs: 30_000 },
  breaker: { calls: 1_000 },
};

/** Where each try takes a second. */
const ONCE: ModelOptions = { ...OPTIONS, patience: { tries: 1, stallMs: 1_000 } };

export const KEY = 'sk-planted-8Xq27fJm/+=secret';

/** A choice whose provider is the scripted server. */
export const choiceAt = (
  server: ModelServer,
  provider: ProviderName,
  fault?: Fault,
  more: Partial<ModelChoice> = {},
): ModelChoice => ({
  provider,
  model: MODELS[provider],
  baseUrl: server.base(fault ?? 'ok') + (provider === 'anthropic' ? '' : '/v1'),
  key: KEY,
  ...more,
});

export const MODELS: Readonly<Record<ProviderName, string>> = {
  anthropic: 'claude-sonnet-4-5',
  openai: 'gpt-5',
  'openai-compatible': 'qwen3',
};

export async function openHall(provider: ProviderName) {
  const server = await openModelServer();
  return {
    server,
    models: (fault?: Fault): Models =>
      openModels(
        { default: [choiceAt(server, provider, fault)] },
        fault === 'silent' || fault === 'never' ? ONCE : OPTIONS,
      ),
    none: (): Models => openModels({}, OPTIONS),
    close: () => server.close(),
  };
}
