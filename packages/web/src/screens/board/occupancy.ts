import type { BoardRest } from '@symphony/domain';

/** How many of the places for work are taken. */
export interface Occupancy {
  readonly used: number;
  readonly total: number;
  readonly full: boolean;
  /** In a person's words: who plays, who rests and why nothing more starts. */
  readonly words: string;
}

export function occupancyOf(
  { slots, players, draining }: Pick<BoardRest, 'slots' | 'players' | 'draining'>,
  clock: (at: number) => string,
): Occupancy {
  const full = slots.used >= slots.total;
  const parts = players
    .filter(({ running, restingUntil }) => running > 0 || restingUntil !== null)
    .map(({ name, running, restingUntil }) =>
      restingUntil === null ? `${name} ${running}` : `${name} rests until ${clock(restingUntil)}`,
    );
  if (draining) parts.push('draining: nothing new starts');
  return { used: slots.used, total: slots.total, full, words: parts.join(' · ') };
}
