export type { ModelRequest } from './request-log.ts';
export { type Fault, type Step, scriptText } from './script.ts';
export { type ModelServer, openModelServer } from './server.ts';
