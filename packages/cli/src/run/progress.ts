import type { Entry } from '@symphony/domain';

/** How a run is shown while it goes on. */
export interface Progress {
  hear(entry: Entry): void;
  /** Changes the hint under the live region, or says it once where there is none. */
  hint(text: string): void;
  /** Draws no more. */
  end(): void;
}
