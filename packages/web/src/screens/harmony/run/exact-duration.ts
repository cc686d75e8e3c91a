import { duration } from '@symphony/protocol/words';

/** Operators are often done in milliseconds, which people want to see. */
export const exactDuration = (ms: number): string => (ms < 1_000 ? `${Math.round(ms)} ms` : duration(ms));
