export { ContextApi, type ContextParts } from './context-api.ts';
export type { MagicIntent, MagicParams } from './magic.ts';
export type { ContextNode, ContextTree } from './tree.ts';
