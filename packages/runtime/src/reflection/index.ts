export { Lessons } from './lessons.ts';
export { ponderTool } from './ponder.ts';
export { Reflector } from './reflector.ts';
