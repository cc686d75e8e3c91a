export { type Guess, guess, guessTarget } from './guess.ts';
export type { InitAnswers } from './plan.ts';
export { ensureFolders, initProject } from './write.ts';
