import { statSync } from 'node:fs';

const LOOK_EVERY_MS = 1_000;

/** Looks at a file again and again: the system does not tell of every change. Returns how it ends. */
export function lookAgain(file: string, changed: () => void, everyMs = LOOK_EVERY_MS): () => void {
  const stampOf = (): string => {
    const found = statSync(file, { throwIfNoEntry: false });
    return found === undefined ? '' : `${found.mtimeMs} ${found.size} ${found.ino}`;
  };
  let stamp = stampOf();
  const timer = setInterval(() => {
    const now = stampOf();
    if (now !== stamp) changed();
    stamp = now;
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
