import type { JsonSchema } from '@symphony/domain';

/** What can be asked of the context (R16), and what each question takes. More than is listed is passed over. */
export const MAGIC = {
  suggest_tools: object(['task'], {
    task: { type: 'string', minLength: 1 },
    context: {},
    agentName: { type: 'string' },
    previousAttempts: {
      type: 'array',
      items: {
        anyOf: [
          { type: 'string' },
          { type: 'object', required: ['toolName'], properties: { toolName: { type: 'string' } } },
        ],
      },
    },
  }),
  learn_from_execution: object(['toolName', 'success'], {
    toolName: { type: 'string', minLength: 1 },
    success: { type: 'boolean' },
    executionTime: { type: 'number', minimum: 0 },
    userFeedback: { enum: ['positive', 'negative', 'neutral'] },
    context: { type: 'object', properties: { task: { type: 'string' }, pattern: { type: 'string' } } },
    errorDetails: { type: 'string' },
    errorCode: { type: 'string' },
  }),
  get_insights: object([], {
    sessionId: { type: 'string' },
    toolName: { type: 'string' },
    timeframe: { type: 'number', exclusiveMinimum: 0 },
    includeFailures: { type: 'boolean' },
  }),
  analyze_patterns: object([], {
    toolName: { type: 'string' },
    timeframe: { type: 'number', exclusiveMinimum: 0 },
    minConfidence: { type: 'number', minimum: 0, maximum: 1 },
  }),
  optimize_performance: object([], {
    targetTool: { type: 'string' },
    performanceThreshold: { type: 'number', minimum: 0 },
    includeRecommendations: { type: 'boolean' },
  }),
  update_pattern_stats: object(['nlpPattern', 'toolName', 'success'], {
    nlpPattern: { type: 'string', minLength: 1 },
    toolName: { type: 'string', minLength: 1 },
    success: { type: 'boolean' },
    executionTime: { type: 'number', minimum: 0 },
    metadata: {},
  }),
  validate_command_update: object(['nlpPattern', 'toolName'], {
    nlpPattern: { type: 'string', minLength: 1 },
    toolName: { type: 'string', minLength: 1 },
    operation: { enum: ['add', 'update', 'delete'] },
    confidence: { type: 'number' },
  }),
  validate_context_tree: object([], {
    sessionId: { type: 'string' },
    maxNodes: { type: 'integer', minimum: 1 },
    operation: { type: 'string' },
  }),
  prune_context: object([], {
    sessionId: { type: 'string' },
    maxAge: { type: 'number', minimum: 0, description: 'Milliseconds.' },
    minConfidence: { type: 'number', minimum: 0, maximum: 1 },
    keepRecentCount: { type: 'integer', minimum: 0 },
  }),
} as const satisfies Record<string, JsonSchema>;

export type MagicIntent = keyof typeof MAGIC;

export const isMagicIntent = (intent: string): intent is MagicIntent => Object.hasOwn(MAGIC, intent);

export interface MagicParams {
  readonly suggest_tools: {
    readonly task: string;
    readonly agentName?: string;
    readonly previousAttempts?: readonly (
      | string
      | { readonly toolName: string; readonly success?: boolean }
    )[];
  };
  readonly learn_from_execution: {
    readonly toolName: string;
    readonly success: boolean;
    readonly executionTime?: number;
    readonly userFeedback?: 'positive' | 'negative' | 'neutral';
    readonly context?: { readonly task?: string; readonly pattern?: string };
    readonly errorDetails?: string;
    readonly errorCode?: string;
  };
  readonly get_insights: {
    readonly sessionId?: string;
    readonly toolName?: string;
    readonly timeframe?: number;
    readonly includeFailures?: boolean;
  };
  readonly analyze_patterns: {
    readonly toolName?: string;
    readonly timeframe?: number;
    readonly minConfidence?: number;
  };
  readonly optimize_performance: {
    readonly targetTool?: string;
    readonly performanceThreshold?: number;
    readonly includeRecommendations?: boolean;
  };
  readonly update_pattern_stats: {
    readonly nlpPattern: string;
    readonly toolName: string;
    readonly success: boolean;
    readonly executionTime?: number;
    readonly metadata?: unknown;
  };
  readonly validate_command_update: {
    readonly nlpPattern: string;
    readonly toolName: string;
    readonly operation?: 'add' | 'update' | 'delete';
    readonly confidence?: number;
  };
  readonly validate_context_tree: {
    readonly sessionId?: string;
    readonly maxNodes?: number;
    readonly operation?: string;
  };
  readonly prune_context: {
    readonly sessionId?: string;
    readonly maxAge?: number;
    readonly minConfidence?: number;
    readonly keepRecentCount?: number;
  };
}

function object(required: readonly string[], properties: JsonSchema): JsonSchema {
  return { type: 'object', required, properties };
}
