export { MemoryCodeHost } from './memory-code-host.ts';
export { MemoryReviews } from './memory-reviews.ts';
