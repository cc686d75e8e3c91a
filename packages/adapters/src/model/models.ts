import type { LanguageModelV4 } from '@ai-sdk/provider';
import {
  type Chance,
  type Clock,
  type ModelDescription,
  type ModelPart,
  type ModelRequest,
  type Models,
  type ModelTier,
  PortError,
  type StopSignal,
} from '@symphony/domain';
import { ambient } from '../ambient/index.ts';
import { type PriceList, priceOf } from '../price/index.ts';
import { Breaker, type BreakerLimits, USUAL_LIMITS } from './breaker.ts';
import { type CallSurroundings, type Candidate, callChain } from './call.ts';
import { describeChoice, type ModelChoice, type ModelConfig, tierFor } from './choice.ts';
import type { ModelFailure } from './failure.ts';
import { sellerOf } from './options.ts';
import { type Patience, USUAL_PATIENCE } from './patience.ts';
import { type Fetch, openProvider } from './provider.ts';
import { censorOf } from './secrets.ts';

export interface ModelOptions {
  readonly clock: Clock;
  readonly chance: Chance;
  /** Default: the prices in force. */
  readonly prices?: Pick<PriceList, 'priceOf'>;
  readonly fetch?: Fetch;
  readonly patience?: Partial<Patience>;
  readonly breaker?: Partial<BreakerLimits>;
  /** Told of every try that failed; `waitMs: null`: this model is not tried again. Must not throw. */
  readonly failed?: (failure: ModelFailure, waitMs: number | null) => void;
}

type Chains = Partial<Record<ModelTier, readonly Described[]>>;
type Described = Candidate & { readonly description: ModelDescription };

/** Models as they are configured (R4). Nothing is loaded and nobody is asked before the first call. */
export function openModels(config: ModelConfig, options: ModelOptions): Models {
  const breakers = new Map<string, Breaker>();
  const { fetch = globalThis.fetch } = options;
  const candidate = (choice: ModelChoice, tier: ModelTier): Described => {
    const name = `${choice.provider}/${choice.model}`;
    const open = once(() => openProvider(choice, name, fetch));
    const place = `${choice.provider} ${choice.baseUrl ?? ''}`;
    const description = describeChoice(choice, tier);
    return {
      name,
      nativeTools: description.nativeTools,
      breaker: sharedBy(breakers, place, options),
      open,
      description,
    };
  };
  const choices = Object.values(config).flatMap((each) => each ?? []);
  return new TieredModels(chainsOf(config, candidate), around(options, choices));
}

export interface OwnModels {
  readonly weak?: OwnModel | readonly OwnModel[];
  readonly default?: OwnModel | readonly OwnModel[];
  readonly strong?: OwnModel | readonly OwnModel[];
}

type OwnModel = Pick<LanguageModelV4, 'provider' | 'modelId' | 'doGenerate'> & Partial<LanguageModelV4>;

/** Models that are objects already: of any AI SDK provider package, of an extension, of a test. */
export function modelsFrom(
  own: OwnModels,
  options: Partial<ModelOptions> & { readonly contextTokens?: number; readonly nativeTools?: boolean } = {},
): Models {
  const breakers = new Map<string, Breaker>();
  const { contextTokens = 128_000, nativeTools = true } = options;
  const candidate = (model: OwnModel, tier: ModelTier): Described => {
    const provider = sellerOf(model);
    return {
      name: `${provider}/${model.modelId}`,
      nativeTools,
      breaker: sharedBy(breakers, model.provider, options),
      open: () => model as LanguageModelV4,
      description: { provider, model: model.modelId, nativeTools, contextTokens, tier },
    };
  };
  const lists = Object.fromEntries(Object.entries(own).map(([tier, given]) => [tier, [given ?? []].flat()]));
  return new TieredModels(chainsOf(lists, candidate), around(options, []));
}

const around = (options: Partial<ModelOptions>, choices: readonly ModelChoice[]): CallSurroundings => ({
  ...ambient(),
  ...(options.clock ? { clock: options.clock } : {}),
  ...(options.chance ? { chance: options.chance } : {}),
  prices: options.prices ?? { priceOf },
  patience: { ...USUAL_PATIENCE, ...options.patience },
  censor: censorOf(choices),
  failed: options.failed ?? (() => undefined),
});

function chainsOf<T>(
  given: { readonly [tier in ModelTier]?: readonly T[] },
  candidate: (each: T, tier: ModelTier) => Described,
): Chains {
  const chains: Chains = {};
  for (const tier of ['weak', 'default', 'strong'] as const) {
    const from = tierFor(tier, given);
    // The same list, so that a tier that falls to another one shares its candidates.
    if (from !== null && from === tier)
      chains[tier] = (given[tier] ?? []).map((each) => candidate(each, tier));
  }
  for (const tier of ['weak', 'default', 'strong'] as const) {
    const from = tierFor(tier, given);
    if (from !== null && from !== tier) chains[tier] = chains[from] ?? [];
  }
  return chains;
}

function sharedBy(
  breakers: Map<string, Breaker>,
  place: string,
  { breaker }: Partial<ModelOptions>,
): Breaker {
  const there = breakers.get(place);
  if (there) return there;
  const made = new Breaker({ ...USUAL_LIMITS, ...breaker });
  breakers.set(place, made);
  return made;
}

class TieredModels implements Models {
  readonly #chains: Chains;
  readonly #around: CallSurroundings;

  constructor(chains: Chains, surroundings: CallSurroundings) {
    this.#chains = chains;
    this.#around = surroundings;
  }

  call(request: ModelRequest, signal: StopSignal): AsyncIterable<ModelPart> {
    const chain = this.#chains[request.tier];
    return chain ? callChain(chain, request, signal, this.#around) : missing(request.tier);
  }

  describe(tier: ModelTier): ModelDescription | null {
    return this.#chains[tier]?.[0]?.description ?? null;
  }
}

// biome-ignore lint/correctness/useYield: a stream that only fails is a stream nevertheless
async function* missing(tier: ModelTier): AsyncGenerator<ModelPart, void, undefined> {
  throw new PortError({
    code: 'missing',
    message: `No model is configured for the tier \`${tier}\`, nor for any other.`,
    nextStep: 'Name a model under `runtime.models` and set the key of its provider.',
  });
}

/** A failure is not kept: the next call tries anew. */
function once<T>(make: () => Promise<T>): () => T | Promise<T> {
  let made: T | null = null;
  return () => made ?? make().then((value) => (made = value));
}
