import type { Settings } from '@symphony/domain';

/**
 * Where the public service specification and our own rules part (C22). Ours are safer and hold unless
 * a WORKFLOW.md says `strict: true`; then its letter does, and an item is tried again without end.
 */
export const keepsLetter = ({ conformance }: Settings): boolean => conformance === 'letter';

/** After an agent that ended well and left its issue active (svc-R2). */
export const CONTINUATION_MS = 1_000;

/** Said when a retry is due and nobody can play it (svc-R4). */
export const NO_SLOT = 'no available orchestrator slots';
/** Said when the tracker does not tell what became of an issue whose retry is due (svc-R4). */
export const REFRESH_FAILED = 'retry refresh failed';

/** Where a run fails, in the specification's words (svc-O11). */
export type FailingPlace =
  | 'workspace error'
  | 'agent session startup error'
  | 'prompt error'
  | 'agent turn error'
  | 'issue state refresh error';

export const failureWords = (settings: Settings, place: FailingPlace, error: string): string =>
  keepsLetter(settings) ? `worker exited: ${place}: ${error}` : error;
