export type { BreakerLimits } from './breaker.ts';
export type { ModelChoice, ModelConfig, ProviderName } from './choice.ts';
export { ModelFailure, type ModelTrouble } from './failure.ts';
export { type ModelOptions, modelsFrom, type OwnModels, openModels } from './models.ts';
export type { Patience } from './patience.ts';
