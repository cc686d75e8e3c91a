export { MemoryCodeHost } from './memory-code-host.ts';
