import type { Json } from '@symphony/domain';

/** A value that was read in a request, and where. */
export interface Found<T extends Json = Json> {
  readonly value: T;
  readonly start: number;
  readonly end: number;
}
