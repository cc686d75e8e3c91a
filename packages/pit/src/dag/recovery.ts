import type { Backoff, Chance, Recovery } from '@symphony/domain';

/** What is done about a failure now: a step of the node's recovery. */
export type RecoveryStep =
  | { readonly kind: 'retry'; readonly waitMs: number }
  | Exclude<Recovery, { readonly kind: 'retry' }>;

/**
 * The step for a node that has failed `failures` times (from 1). A failure that is final is not tried
 * again, whatever is left. `attempts` are all attempts of that step, the first one included.
 */
export function recoveryStep(
  recovery: Recovery | undefined,
  failures: number,
  final: boolean,
  chance: Chance,
): RecoveryStep {
  let left = failures;
  let step = recovery;
  while (step?.kind === 'retry') {
    if (!final && left < step.attempts)
      return { kind: 'retry', waitMs: waitBefore(step.backoff, left, chance) };
    // What was used up here does not count for what comes then.
    left = Math.max(0, left - step.attempts);
    step = step.then;
  }
  return step ?? { kind: 'fail' };
}

/** The wait after the n-th failure. An exponential one is spread by ±10 %, so that many do not return at once. */
function waitBefore(backoff: Backoff, n: number, chance: Chance): number {
  switch (backoff.kind) {
    case 'constant':
      return backoff.ms;
    case 'linear':
      return backoff.ms + backoff.step * Math.max(0, n - 1);
    case 'exponential': {
      const wait = backoff.ms * backoff.factor ** Math.max(0, n - 1);
      return Math.round(Math.min(backoff.max, wait) * (0.9 + 0.2 * chance()));
    }
  }
}
