export { APP_LOGIN, type AppKey } from './account.ts';
export type { Fault } from './fault.ts';
export { connect, type GraphCall, type GraphFields, notFound } from './graph.ts';
export type { Half } from './hold.ts';
export { issueOf, repositoryOf } from './issues.ts';
export { type Protection, protectBranch } from './protection.ts';
export { PullDesk, type StoredPull, type StoredWords } from './pull-desk.ts';
export { type Answer, type Call, missing, type Route, unprocessable } from './route.ts';
export { type GitHubServer, type GitHubServerOptions, openGitHubServer, TEST_TOKEN } from './server.ts';
export { commentShape, issueShape, labelShape, userShape } from './shapes.ts';
export {
  fullName,
  type IssueDraft,
  instant,
  type StoredIssue,
  type StoredProject,
  type StoredProjectItem,
  type StoredRepository,
  World,
} from './world.ts';
