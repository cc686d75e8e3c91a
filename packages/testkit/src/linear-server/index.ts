export type { LinearFault } from './fault.ts';
export { judge } from './judgement.ts';
export { blankIssue } from './mutations.ts';
export { type LinearServer, openLinearServer } from './server.ts';
