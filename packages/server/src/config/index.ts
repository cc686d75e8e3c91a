export { explainConfig } from './explain.ts';
export { nearest } from './known-keys.ts';
export { type ConfigResult, type LoadedConfig, type LoadRequest, loadConfig } from './load.ts';
export type { ConfigProblem } from './problem.ts';
export { namedPrompts, PROMPT_FOLDER, promptName } from './prompt-file.ts';
export type { ProjectConfig, PromptRoute } from './schema.ts';
export type { Environment } from './secret.ts';
export { columnsOf, ownPrices } from './settings.ts';
export { watchConfig } from './watch.ts';
