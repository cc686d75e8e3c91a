import type { Clock } from '@symphony/domain';

const MINUTE_MS = 60_000;

/** So many in a minute, whoever they come from: behind a tunnel all callers have one address. */
export function perMinute(most: number, clock: Pick<Clock, 'now'>): { take(): boolean } {
  let began = Number.NEGATIVE_INFINITY;
  let taken = 0;
  return {
    take() {
      if (clock.now() - began >= MINUTE_MS) {
        began = clock.now();
        taken = 0;
      }
      taken += 1;
      return taken <= most;
    },
  };
}
