export { openTriggers, type Triggers } from './open.ts';
export type { Fired } from './source.ts';
