export { boardSight } from './board-sight.ts';
export { boardStream } from './board-stream.ts';
export { entryPages } from './entry-pages.ts';
