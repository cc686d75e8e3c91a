export { openRuntimeStore, type RuntimeStore } from './open.ts';
