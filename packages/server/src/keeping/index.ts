export { Keeper } from './keeper.ts';
export { keepingPrompts } from './prompts.ts';
