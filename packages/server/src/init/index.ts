export { answerWithin } from './answer-within.ts';
export {
  defaultPlayers,
  isInstalled,
  isReady,
  wayToRealPlayer,
} from './default-players.ts';
export {
  type AgentSearch,
  type AgentSight,
  ANSWER_LIMIT_MS,
  byTwos,
  type Found,
  findAgents,
  lookFor,
} from './find-agents.ts';
export { type Guess, guess, guessTarget } from './guess.ts';
export type { InitAnswers } from './plan.ts';
export { type GitHubRemote, type TrackerAnswer, type TrackerFlags, trackerAnswer } from './tracker.ts';
export { tryTracker } from './try-tracker.ts';
export { ensureFolders, initProject } from './write.ts';
