export { openGitHubTracker } from './open.ts';
export { nextPollMs } from './pace.ts';
export { type GitHubTrackerSettings, readGitHubProvider } from './settings.ts';
