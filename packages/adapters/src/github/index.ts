export {
  endpointFault,
  type GitHubAccess,
  type GitHubAuth,
  PUBLIC_ENDPOINT,
  readGitHubAccess,
  TOKEN_VARIABLES,
} from './access.ts';
export type { GitHubBudget, ResourceLimit } from './budget.ts';
export { type GitHub, type GitHubOptions, type GraphqlError, openGitHub } from './client.ts';
