import { type Clock, failureOf, type Instant } from '@symphony/domain';

export interface CleanSchedule {
  readonly clock: Clock;
  /** At most once in this time; a day. */
  readonly everyMs: number;
  /** When it was last done, by anybody. */
  readonly lastAt: Instant;
  /** Nothing runs and nothing is about to. */
  isQuiet(): boolean;
  /** Cleans. What it did is for the caller to record. */
  run(signal: AbortSignal): Promise<void>;
  /** Told, in a sentence, when it failed. It is tried again after `everyMs`. */
  notice(message: string): void;
}

/** It must have been quiet for two looks in a row: between two items is no time to clean. */
const LOOK_MS = 60_000;

/** Cleans now and then, when nobody would notice. Stop ends it after the step at hand and resolves then. */
export function scheduleClean(schedule: CleanSchedule): { stop(): Promise<void> } {
  const { clock, everyMs } = schedule;
  let due = schedule.lastAt + everyMs;
  let quietBefore = false;
  let running: Promise<void> | null = null;
  const ending = new AbortController();
  let cancel = (): void => undefined;

  const wait = (): void => {
    if (!ending.signal.aborted) cancel = clock.after(LOOK_MS, () => void look());
  };
  const look = async (): Promise<void> => {
    const quiet = schedule.isQuiet();
    if (quiet && quietBefore && clock.now() >= due) {
      due = clock.now() + everyMs;
      running = schedule
        .run(ending.signal)
        .catch((error: unknown) => schedule.notice(`Cleaning failed: ${failureOf(error).message}`));
      await running;
      running = null;
    }
    quietBefore = quiet;
    wait();
  };
  wait();
  return {
    async stop() {
      ending.abort();
      cancel();
      await running;
    },
  };
}
