import { randomBytes } from 'node:crypto';
import type { Names } from '@symphony/domain';

/** Unique for ever, short enough to read aloud. */
export const freshNames: Names = (prefix) => `${prefix}-${randomBytes(6).toString('hex')}`;
