import type { Complexity } from '@symphony/domain';

/** How deep the runtime goes, and how far (R2). Every value here is obeyed. */
export interface RuntimeConfig {
  /** Plans are made. False: one shot with tools. */
  readonly enhancedRuntime: boolean;
  /** Opening, progress and a closing answer are said. False: only the answer. */
  readonly conversationMode: boolean;
  /** From this complexity on a request is planned. */
  readonly planningThreshold: Complexity;
  readonly reflectionEnabled: boolean;
  /** Model calls with tools in one answer, and steps of one plan. */
  readonly maxStepsPerPlan: number;
  /** Of one `execute`. */
  readonly timeoutMs: number;
  /** Of one step that failed in a way that may pass. */
  readonly retryAttempts: number;
  readonly maxReplans: number;
  /** Steps of a plan, and calls of one turn, at the same time. */
  readonly parallel: number;
  /** Of one `execute`; null: as much as it takes. */
  readonly maxCostUsd: number | null;
  readonly maxTokens: number | null;
}

export const USUAL_CONFIG: RuntimeConfig = {
  enhancedRuntime: false,
  conversationMode: true,
  planningThreshold: 'multi_step',
  reflectionEnabled: false,
  maxStepsPerPlan: 10,
  timeoutMs: 300_000,
  retryAttempts: 3,
  maxReplans: 3,
  parallel: 8,
  maxCostUsd: null,
  maxTokens: null,
};

const COMPLEXITIES: readonly string[] = ['simple', 'multi_step', 'complex'] satisfies Complexity[];

/** What is given goes before the environment, which goes before what is usual. */
export function runtimeConfig(
  given: Partial<RuntimeConfig>,
  env: Readonly<Record<string, string | undefined>> = {},
): RuntimeConfig {
  const flag = (name: string, usual: boolean): boolean => {
    const said = env[name];
    return said === undefined || said === '' ? usual : said === 'true' || said === '1';
  };
  const threshold = env.PLANNING_THRESHOLD ?? '';
  return {
    ...USUAL_CONFIG,
    enhancedRuntime: flag('ENHANCED_RUNTIME', USUAL_CONFIG.enhancedRuntime),
    conversationMode: flag('CONVERSATION_MODE', USUAL_CONFIG.conversationMode),
    reflectionEnabled: flag('REFLECTION_ENABLED', USUAL_CONFIG.reflectionEnabled),
    ...(COMPLEXITIES.includes(threshold) ? { planningThreshold: threshold as Complexity } : {}),
    ...given,
  };
}
