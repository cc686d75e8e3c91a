import type { Instant } from '@symphony/domain';
import type { Paint } from './paint.ts';

/** What every renderer needs to know about where its lines will be shown. */
export interface Frame {
  readonly columns: number;
  readonly now: Instant;
  readonly paint: Paint;
}
