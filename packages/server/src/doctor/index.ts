export { type ExamineRequest, examine } from './examine.ts';
export type { Finding } from './finding.ts';
export { checkGit, checkHistory } from './repository.ts';
