import type { StopSignal } from '../runtime/stop-signal.ts';
import type { JsonSchema } from '../runtime/tool.ts';
import type { Json } from '../work-item.ts';

/**
 * Models by tier (R4). One call is one stream of parts that ends with exactly one `end`; calls are metered, tried
 * again and handed to a fallback below this interface. No key ever comes out of it.
 */
export interface Models {
  /**
   * Rejects with PortError: `refused` (key, filter), `unavailable` and `timeout` after all tries, `invalid` (it
   * answered what cannot be used), `missing` (no model of this tier is configured). When the signal falls the
   * stream ends by throwing its reason, at once.
   */
  call(request: ModelRequest, signal: StopSignal): AsyncIterable<ModelPart>;
  /** Null: no model of this tier is configured. */
  describe(tier: ModelTier): ModelDescription | null;
}

export type ModelTier = 'weak' | 'default' | 'strong';

export interface ModelDescription {
  readonly provider: string;
  readonly model: string;
  /** False: tools are asked for by the strict JSON contract (R6). */
  readonly nativeTools: boolean;
  readonly contextTokens: number;
  /** The tier it is configured under: another one answers for a tier nobody configured. */
  readonly tier?: ModelTier;
}

export interface ModelRequest {
  readonly tier: ModelTier;
  /** What the call is for: shown in metrics. */
  readonly purpose: ModelPurpose;
  readonly messages: readonly ModelMessage[];
  readonly tools?: readonly ToolDescription[];
  /** The whole answer is one JSON value of this shape. */
  readonly format?: { readonly name: string; readonly schema: JsonSchema };
  readonly temperature?: number;
  readonly maxOutputTokens?: number;
}

export type ModelPurpose =
  | 'converse'
  | 'route'
  | 'plan'
  | 'replan'
  | 'assess'
  | 'reflect'
  | 'ponder'
  | 'conclude'
  | 'compact'
  | 'summarize'
  | 'remember';

export type ModelMessage =
  | { readonly role: 'system'; readonly text: string }
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly calls?: readonly RequestedCall[] }
  | {
      readonly role: 'tool';
      readonly id: string;
      readonly tool: string;
      readonly ok: boolean;
      readonly output: Json;
    };

export interface RequestedCall {
  readonly id: string;
  readonly tool: string;
  readonly input: Json;
}

export interface ToolDescription {
  /** As the model sees it; `domain.tool` names are spelled so that its provider accepts them below this interface. */
  readonly name: string;
  readonly description: string;
  readonly input: JsonSchema;
}

export type ModelPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thought'; readonly text: string }
  /** `input` as the model wrote it: it may be cut off or no JSON at all. */
  | { readonly type: 'call'; readonly id: string; readonly tool: string; readonly input: string }
  /** The call is made again: every part of it that was heard so far is void. */
  | { readonly type: 'again'; readonly reason: string; readonly model: string }
  /** A try failed. `usage` is what the call took so far: all it ever took, unless an `end` comes. */
  | { readonly type: 'failed'; readonly usage: ModelUsage }
  | { readonly type: 'end'; readonly finish: ModelFinish; readonly usage: ModelUsage };

export type ModelFinish = 'stop' | 'length' | 'calls' | 'filtered' | 'other';

/** What one call took, with what its failed tries took. `usd: null`: nobody told us the price. */
export interface ModelUsage {
  readonly model: string;
  readonly inputTokens: number;
  readonly cachedTokens: number;
  readonly outputTokens: number;
  readonly usd: number | null;
  readonly latencyMs: number;
  readonly tries: number;
}
