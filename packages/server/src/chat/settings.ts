import { type RuntimeConfig, runtimeConfig } from '@symphony/runtime';
import type { Environment, RuntimeSection } from '../config/index.ts';

/** How deep and how far a request goes (R2): the file goes before the environment, which goes before what is usual. */
export function depthOf(section: RuntimeSection, env: Environment): RuntimeConfig {
  const given: Partial<RuntimeConfig> = {
    maxStepsPerPlan: section.max_steps,
    timeoutMs: section.timeout,
    retryAttempts: section.retries,
    maxReplans: section.max_replans,
    maxCostUsd: section.max_cost,
    maxTokens: section.max_tokens,
    ...(section.conversation === null ? {} : { conversationMode: section.conversation }),
    ...(section.reflection === null ? {} : { reflectionEnabled: section.reflection }),
    ...(section.planning_threshold === null ? {} : { planningThreshold: section.planning_threshold }),
  };
  // A chat plans unless somebody says otherwise; the library does not.
  const said = env.ENHANCED_RUNTIME ?? '';
  const enhancedRuntime = section.enhanced ?? (said === '' || said === 'true' || said === '1');
  return runtimeConfig({ ...given, enhancedRuntime }, env);
}
