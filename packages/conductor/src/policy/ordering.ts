import { compareWork, type Ordered } from '@symphony/domain';
import type { ItemState } from '../state.ts';

/** The order of dispatch (C12). */
export const compareItems = (a: ItemState, b: ItemState): number => compareWork(orderOf(a), orderOf(b));

export function orderOf({ tracked, followUp }: ItemState): Ordered {
  const { identifier, priority, createdAt, fields } = tracked;
  const rank = typeof fields.rank === 'number' && Number.isFinite(fields.rank) ? fields.rank : null;
  return { identifier, priority, rank, createdAt, returned: followUp !== null };
}
