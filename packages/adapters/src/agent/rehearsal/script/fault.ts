import type { TurnFault } from '@symphony/domain';

export const FAULTS: readonly TurnFault[] = ['auth', 'limit', 'provider', 'agent'];

export const isFault = (value: unknown): value is TurnFault => FAULTS.some((fault) => fault === value);
