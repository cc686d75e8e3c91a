import { useSyncExternalStore } from 'react';

/** One clock for the whole page, so that all durations tick together. */
const listeners = new Set<() => void>();
let now = Date.now();
let timer = 0;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === 0) {
    now = Date.now();
    timer = window.setInterval(() => {
      now = Date.now();
      for (const each of listeners) each();
    }, 1_000);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.clearInterval(timer);
    timer = 0;
  };
}

/** The time, told once a second. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now);
