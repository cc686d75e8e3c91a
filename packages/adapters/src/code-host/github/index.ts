export { checkPushAccess } from './access-check.ts';
export { type GitHubHostOptions, openGitHubHost } from './github-host.ts';
export { type HostGround, type PullRequestSettings, type Slug, slugOf } from './settings.ts';
