import type { StatusView } from '@symphony/domain';

/** Nobody but the rehearsal player plays: no model took part and nothing was paid. */
export const isRehearsed = ({ players }: StatusView): boolean =>
  players.every(({ agent }) => agent === 'rehearsal');
