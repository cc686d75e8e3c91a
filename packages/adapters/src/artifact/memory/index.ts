export { MemoryArtifactStore } from './store.ts';
