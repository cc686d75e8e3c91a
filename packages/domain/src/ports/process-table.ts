import type { ProcessIdentity } from '../agent-event.ts';

/** What survived an earlier conductor. Used once, before anything is started. */
export interface ProcessTable {
  /** Ends every process an earlier instance started for this repository; waits for its git commands to finish. */
  clearSurvivors(known: readonly ProcessIdentity[]): Promise<{ readonly ended: number }>;
}
