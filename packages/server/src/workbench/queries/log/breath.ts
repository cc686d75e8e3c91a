import { setImmediate } from 'node:timers/promises';

/** Short enough that nobody who waits for the loop notices. */
const LONGEST_MS = 15;

/** Lets everybody else have the loop when the work since the last breath took long. */
export class Breath {
  #since = performance.now();

  async take(): Promise<void> {
    if (performance.now() - this.#since < LONGEST_MS) return;
    await setImmediate();
    this.#since = performance.now();
  }
}
