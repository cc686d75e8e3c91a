import type { ModelDescription, ModelTier } from '@symphony/domain';

/** Whose wire a model is asked in. `openai-compatible`: Ollama, vLLM, LM Studio and most others. */
export type ProviderName = 'anthropic' | 'openai' | 'openai-compatible';

/** One model that may be asked. */
export interface ModelChoice {
  readonly provider: ProviderName;
  readonly model: string;
  /** Needed for `openai-compatible`; the others have one of their own. */
  readonly baseUrl?: string;
  /** The key itself. It leaves this package only inside requests to the provider. */
  readonly key?: string;
  readonly contextTokens?: number;
  /** False: it has no tool calling of its own. Default true. */
  readonly nativeTools?: boolean;
  /** Sent along with every request; their values are kept as secret as the key. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The first of a tier is asked; the others, in this order, when it cannot answer. */
export type ModelConfig = { readonly [tier in ModelTier]?: readonly ModelChoice[] };

/** Where a tier that is not configured looks instead. Between two neighbours the better one goes first. */
const NEAREST: Readonly<Record<ModelTier, readonly ModelTier[]>> = {
  weak: ['weak', 'default', 'strong'],
  default: ['default', 'strong', 'weak'],
  strong: ['strong', 'default', 'weak'],
};

/** The configured tier that answers for this one; null: nothing is configured at all. */
export function tierFor(
  tier: ModelTier,
  configured: { readonly [tier in ModelTier]?: { readonly length: number } | undefined },
): ModelTier | null {
  return NEAREST[tier].find((each) => (configured[each]?.length ?? 0) > 0) ?? null;
}

const USUAL_CONTEXT: Readonly<Record<ProviderName, number>> = {
  anthropic: 200_000,
  openai: 128_000,
  'openai-compatible': 32_000,
};

export const describeChoice = (choice: ModelChoice, tier: ModelTier): ModelDescription => ({
  provider: choice.provider,
  model: choice.model,
  nativeTools: choice.nativeTools ?? true,
  contextTokens: choice.contextTokens ?? USUAL_CONTEXT[choice.provider],
  tier,
});
