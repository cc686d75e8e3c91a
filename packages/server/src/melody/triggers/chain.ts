import type { RunId, TriggerFired } from '@symphony/domain';

/** How a run of a melody began. */
export interface MelodyStart {
  readonly melody: string;
  readonly trigger: TriggerFired;
  /** Nothing of it is real: its end starts nobody. */
  readonly dry?: boolean;
}

const LONGEST_CHAIN = 10;

export const melodyKey = (melody: string, ended: RunId): string => `melody:${melody}:${ended}`;

/**
 * Why the end of `ended` must not start `melody`, or null. A run that another melody's end started
 * carries that run in its key, so the chain of ancestors is read from the keys alone.
 */
export function chainRefusal(
  melody: string,
  ended: RunId,
  startOf: (run: RunId) => MelodyStart | null,
): string | null {
  const chain: string[] = [];
  for (let run: RunId | null = ended; run !== null; ) {
    const start: MelodyStart | null = startOf(run);
    if (start === null) break;
    chain.unshift(start.melody);
    if (start.melody === melody)
      return `melodies would start each other for ever: ${[...chain, melody].join(' → ')}`;
    if (chain.length >= LONGEST_CHAIN)
      return `a chain of ${LONGEST_CHAIN} melodies, each started by the one before, is as long as may be`;
    run = parentOf(start.trigger);
  }
  return null;
}

const parentOf = ({ kind, key }: TriggerFired): RunId | null =>
  kind === 'melody' && key !== null ? (/^melody:[^:]*:(.+)$/s.exec(key)?.[1] ?? null) : null;
