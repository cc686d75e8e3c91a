import type { Clock } from '@symphony/domain';

export interface Gathered {
  request(): void;
  stop(): void;
}

/**
 * However often it is asked for, it is called once: `afterMs` after the first request, so that a storm is waited
 * for, and never again before `everyMs` have passed. The last request is never lost.
 */
export function gathered(
  call: () => void,
  { afterMs, everyMs }: { readonly afterMs: number; readonly everyMs: number },
  clock: Pick<Clock, 'now' | 'after'>,
): Gathered {
  let lastAt = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | null = null;
  return {
    request() {
      if (cancel !== null) return;
      const wait = Math.max(afterMs, lastAt + everyMs - clock.now());
      cancel = clock.after(wait, () => {
        cancel = null;
        lastAt = clock.now();
        call();
      });
    },
    stop() {
      cancel?.();
      cancel = null;
    },
  };
}
