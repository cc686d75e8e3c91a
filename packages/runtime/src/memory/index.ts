export { KeyedMemory } from './keyed-memory.ts';
export { Memories, type Memory } from './memories.ts';
export { memoryTools } from './memory-tools.ts';
export { dueForAnalysis, RealtimeLog } from './realtime-log.ts';
export { Recollection } from './recollection.ts';
export { WorkingMemory } from './working-memory.ts';
