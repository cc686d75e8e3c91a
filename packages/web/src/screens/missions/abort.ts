import type { BoardRest } from '@symphony/domain';

/** The choice of a mission's question that ends it for good: what a slip of a finger must not do. */
export const ABORT = 'abort';

export const endsMission = (
  missions: BoardRest['missions'],
  asked: { readonly item: string },
  choice: string,
): boolean => choice === ABORT && missions.some(({ id }) => id === asked.item);
