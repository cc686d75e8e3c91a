import { setTimeout as delay } from 'node:timers/promises';

/** Between two tries of a stream that ended: the connection itself is looked after elsewhere. */
const AGAIN_MS = 1_000;

/**
 * Reads a stream for as long as the signal lasts; `open` is called again when it ends or breaks. The
 * generator is left properly, so that the other side stops sending.
 */
export async function readLasting<T>(
  open: () => AsyncIterable<T>,
  hear: (value: T) => void,
  onBreak: (error: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await readUntil(open()[Symbol.asyncIterator](), hear, signal);
    } catch (error) {
      if (!signal.aborted) onBreak(error);
    }
    // A stop in the middle of the wait is what it is for.
    await delay(AGAIN_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** A stream that is silent is left at once too, not with its next value. */
async function readUntil<T>(
  values: AsyncIterator<T>,
  hear: (value: T) => void,
  signal: AbortSignal,
): Promise<void> {
  const stopped = new Promise<null>((resolve) => {
    signal.addEventListener('abort', () => resolve(null), { once: true });
  });
  try {
    for (;;) {
      const next = values.next();
      const result = await Promise.race([next, stopped]);
      if (result === null) {
        next.catch(() => undefined); // nobody waits for it any more
        return;
      }
      if (result.done) return;
      hear(result.value);
    }
  } finally {
    // Not waited for: a generator in the middle of a read ends when that read does.
    void Promise.resolve(values.return?.()).catch(() => undefined);
  }
}
