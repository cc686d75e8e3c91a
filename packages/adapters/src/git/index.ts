export { type Git, type GitResult, openGit } from './git.ts';
