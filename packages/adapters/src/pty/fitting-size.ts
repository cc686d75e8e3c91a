import type { Size } from './program.ts';

/** The size all of those fit who matter: the ones who type, or everybody while nobody does; null without any. */
export function fittingSize(
  viewers: readonly { readonly size: Size; readonly write: boolean }[],
): Size | null {
  const writers = viewers.filter(({ write }) => write);
  const counting = writers.length > 0 ? writers : viewers;
  if (counting.length === 0) return null;
  return {
    cols: Math.min(...counting.map(({ size }) => size.cols)),
    rows: Math.min(...counting.map(({ size }) => size.rows)),
  };
}
