export { type Git, type GitResult, isDiskTrouble, openGit } from './git.ts';
