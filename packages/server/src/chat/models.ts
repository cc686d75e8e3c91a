import type { ModelChoice, ModelConfig, ProviderName } from '@symphony/adapters/model';
import type { ModelTier, RuntimeView } from '@symphony/domain';
import type { Environment, ResolvedRuntime, RuntimeSection } from '../config/index.ts';

/** Which models answer: those the configuration names, else the usual ones of a provider whose key is set. */

const TIERS: readonly ModelTier[] = ['weak', 'default', 'strong'];

interface Usual {
  readonly provider: ProviderName;
  readonly key: string;
  /** Where the provider's own programs look for another address. */
  readonly address: string;
  readonly models: Readonly<Record<ModelTier, string>>;
}

const USUAL: readonly Usual[] = [
  {
    provider: 'anthropic',
    key: 'ANTHROPIC_API_KEY',
    address: 'ANTHROPIC_BASE_URL',
    models: { weak: 'claude-haiku-5-5', default: 'claude-sonnet-5-5', strong: 'claude-opus-5-5' },
  },
  {
    provider: 'openai',
    key: 'OPENAI_API_KEY',
    address: 'OPENAI_BASE_URL',
    models: { weak: 'gpt-6-luna', default: 'gpt-6.1-terra', strong: 'gpt-6.1-sol' },
  },
];

export interface ModelPick {
  readonly config: ModelConfig;
  /** Why nothing can be asked; null when something can. */
  readonly trouble: RuntimeView['trouble'];
}

export function pickModels({ value, missing }: ResolvedRuntime, env: Environment): ModelPick {
  const named = TIERS.flatMap((tier) => (value.models[tier] ? [tier] : []));
  if (named.length === 0) return usualModels(env);
  const unset = missing.filter(({ path }) => path[1] === 'models').map(({ name }) => name);
  const [first] = unset;
  if (first !== undefined)
    return {
      config: {},
      trouble: {
        message: `A model is configured, but its variable \`$${first}\` is not set.`,
        nextStep: `Set it: \`export ${first}=…\`, then start again.`,
      },
    };
  const config = Object.fromEntries(
    named.map((tier) => {
      const model = value.models[tier];
      return [tier, model ? [model, ...model.fallback].map((each) => choiceOf(each, env)) : []];
    }),
  );
  return { config, trouble: null };
}

function usualModels(env: Environment): ModelPick {
  const found = USUAL.filter(({ key }) => (env[key] ?? '') !== '');
  const [first] = found;
  if (!first)
    return {
      config: {},
      trouble: {
        message: 'No model is configured to answer.',
        nextStep:
          'Set ANTHROPIC_API_KEY or OPENAI_API_KEY, or name a model under `runtime.models` in .symphony/symphony.yaml.',
      },
    };
  const config = Object.fromEntries(
    TIERS.map((tier) => [tier, [usualChoice(first, first.models[tier], env)]]),
  );
  return { config, trouble: null };
}

const usualChoice = ({ provider, key, address }: Usual, model: string, env: Environment): ModelChoice => ({
  provider,
  model,
  key: env[key] ?? '',
  ...(env[address] ? { baseUrl: versioned(env[address]) } : {}),
});

type Configured = Omit<NonNullable<RuntimeSection['models'][ModelTier]>, 'fallback'>;

function choiceOf(model: Configured, env: Environment): ModelChoice {
  const usual = USUAL.find(({ provider }) => provider === model.provider);
  const key = model.key ?? (usual ? env[usual.key] : undefined);
  return {
    provider: model.provider,
    model: model.model,
    ...(model.base_url === null ? {} : { baseUrl: model.base_url }),
    ...(key ? { key } : {}),
    ...(model.context_tokens === null ? {} : { contextTokens: model.context_tokens }),
    nativeTools: model.tools,
  };
}

/** The variables are meant for programs that put the version there themselves. */
const versioned = (address: string): string =>
  /\/v\d+\/?$/.test(address) ? address : `${address.replace(/\/$/, '')}/v1`;
