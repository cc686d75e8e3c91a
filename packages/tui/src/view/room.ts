import type { Paint } from '../text/paint.ts';

/** Where rows may be drawn. Nothing is drawn outside: no row is wider, and there are no more rows. */
export interface Room {
  readonly columns: number;
  readonly rows: number;
  readonly paint: Paint;
}

/** The part of a list that is drawn, so that the row at `chosen` is in it. */
export interface Slice {
  readonly from: number;
  readonly to: number;
}

/** What is chosen stands in the middle as far as the ends of the list allow. */
export function sliceAround(length: number, chosen: number, rows: number): Slice {
  const from = Math.max(0, Math.min(chosen - Math.floor(rows / 2), length - rows));
  return { from, to: Math.min(length, from + rows) };
}
