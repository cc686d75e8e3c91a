import { duration } from '@symphony/protocol/words';

/** How long something took. Tenths of a second matter for what takes less than ten. */
export const took = (ms: number): string => (ms < 10_000 ? `${(ms / 1000).toFixed(1)}s` : duration(ms));
