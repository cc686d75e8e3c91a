import type { Chance, Clock, StopSignal } from '@symphony/domain';
import { orStopped } from '../cancellation.ts';

const FIRST_MS = 1000;
const LONGEST_MS = 30_000;

/** How long to wait before try `n` (1 is the first again): doubling, at most half a minute, a quarter up or down. */
export function backoffMs(n: number, chance: Chance): number {
  const whole = Math.min(FIRST_MS * 2 ** (n - 1), LONGEST_MS);
  return Math.round(whole * (0.75 + chance() * 0.5));
}

/** Rejects with the signal's reason as soon as it falls. */
export async function wait(ms: number, clock: Clock, signal: StopSignal): Promise<void> {
  let callOff = (): void => undefined;
  try {
    await orStopped(
      signal,
      new Promise<void>((resolve) => {
        callOff = clock.after(ms, resolve);
      }),
    );
  } finally {
    callOff();
  }
}
