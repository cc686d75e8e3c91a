export type { LinearFault } from './fault.ts';
export { judge } from './judgement.ts';
export { KEY_LIMITS } from './meter.ts';
export { blankIssue } from './mutations.ts';
export { type LinearServer, type LinearServerOptions, openLinearServer } from './server.ts';
