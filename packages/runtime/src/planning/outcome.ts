import type { ExecutionStep, Json, Reflection } from '@symphony/domain';
import type { PlanHooks, PlanOutcome } from '../engines.ts';

/** What is decided elsewhere while a plan is played. */
export interface PlayHooks extends Partial<PlanHooks> {
  /** Plays a step without a tool. Default: what is to be said is its result. */
  say?(step: ExecutionStep, parameters: Readonly<Record<string, Json>>): Promise<Json>;
}

/** What came of a plan. `steps` are in the order they ended, replaced ones included. */
export interface PlayedPlan extends PlanOutcome {
  readonly reflections: readonly Reflection[];
  readonly replans: number;
}

/** Steps that a completed one stands in for, itself or over others that failed as well. */
export function madeGood(steps: readonly ExecutionStep[]): ReadonlySet<number> {
  const good = new Set<number>();
  const speaks = new Set(steps.filter(({ toolName }) => toolName === 'none').map((step) => step.stepNumber));
  // A replacement comes after what it replaces: from the end, every one is decided before it is asked for.
  for (const { stepNumber, status, replaces = [] } of steps.toReversed())
    if (status === 'completed' || good.has(stepNumber))
      // Words make nothing good but words: saying that it could not be done is not doing it.
      for (const each of replaces) if (!speaks.has(stepNumber) || speaks.has(each)) good.add(each);
  return good;
}

/** Wanted, not done, and nothing did it in its place. */
export function missingSteps(steps: readonly ExecutionStep[]): readonly ExecutionStep[] {
  const good = madeGood(steps);
  return steps.filter(({ stepNumber, status, error }) => {
    if (status === 'completed' || good.has(stepNumber)) return false;
    return status !== 'skipped' || error !== undefined;
  });
}

/** Missing, with nothing put in its place yet, and not accepted as it is. */
export function toMend(
  steps: readonly ExecutionStep[],
  accepted: ReadonlySet<number>,
): readonly ExecutionStep[] {
  const replaced = new Set(steps.flatMap(({ replaces = [] }) => replaces));
  return missingSteps(steps).filter(
    ({ stepNumber, status }) =>
      status !== 'pending' && !replaced.has(stepNumber) && !accepted.has(stepNumber),
  );
}

/** The plan's own status follows from its steps; a failed step that was not replaced fails it. */
export const endStatus = (steps: readonly ExecutionStep[]): 'completed' | 'failed' =>
  missingSteps(steps).length === 0 ? 'completed' : 'failed';

/** Both sides of it in a sentence or two: what failed and what was done. */
export function tellFailure(steps: readonly ExecutionStep[], more: readonly string[]): string {
  const missing = missingSteps(steps).map(
    ({ stepNumber, toolName, status, error }) =>
      `Step ${stepNumber} (${toolName}) ${status === 'failed' ? 'failed' : 'was not done'}: ${ended(error ?? 'nobody knows why')}`,
  );
  const done = steps.filter(({ status }) => status === 'completed');
  const rest = done.map(({ stepNumber, toolName }) => `${stepNumber} (${toolName})`).join(', ');
  return [...missing, ...more.map(ended), ...(done.length > 0 ? [`Done: step ${rest}.`] : [])].join(' ');
}

const ended = (sentence: string): string => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`);
