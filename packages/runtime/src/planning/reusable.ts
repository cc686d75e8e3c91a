import { type ExecutionPlan, type ExecutionStep, type Json, valueAt } from '@symphony/domain';
import { endStatus } from './outcome.ts';

/**
 * A plan that was seen to succeed, as it should have been written in the first place: without the steps that failed or
 * were left out because of that, numbered anew, references and conditions with it. This is what a skill is made of.
 * Null when the plan did not succeed, or when what is left speaks of a step that is gone. Steps a condition
 * skipped stay: another time it may hold.
 */
export function reusable(plan: ExecutionPlan): ExecutionPlan | null {
  if (plan.status !== 'completed' || endStatus(plan.steps) !== 'completed') return null;
  const out = superseded(plan);
  const kept = plan.steps.filter(
    ({ stepNumber, status, error }) =>
      status === 'completed' || (status === 'skipped' && error === undefined && !out.has(stepNumber)),
  );
  const numbers = new Map(kept.map(({ stepNumber }, at) => [stepNumber, at + 1]));
  const gone = new Set<number>();
  const numbered = (number: number): number => {
    const now = numbers.get(number);
    if (now === undefined) gone.add(number);
    return now ?? number;
  };
  const steps = kept.map(({ replaces: _, ...step }): ExecutionStep => {
    const dependsOn = step.dependsOn.filter((each) => numbers.has(each)).map(numbered);
    const parameters = rewrite(step.parameters, numbered) as Readonly<Record<string, Json>>;
    const when = step.when === undefined ? {} : { when: rewriteText(step.when, numbered) };
    return { ...step, stepNumber: numbered(step.stepNumber), parameters, dependsOn, ...when };
  });
  return gone.size > 0 || steps.length === 0 ? null : { ...plan, steps };
}

/** Steps that a revised plan left out although nothing had failed. */
function superseded({ metadata }: ExecutionPlan): ReadonlySet<Json> {
  const history = Array.isArray(metadata.replan_history) ? metadata.replan_history : [];
  return new Set(history.flatMap((entry: Json) => valueAt(entry, ['superseded_steps']) ?? []));
}

function rewrite(value: Json, numbered: (number: number) => number): Json {
  if (typeof value === 'string') return value.includes('{{') ? rewriteBraced(value, numbered) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each: Json) => rewrite(each, numbered));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, rewrite(each, numbered)]));
}

const rewriteBraced = (text: string, numbered: (number: number) => number): string =>
  text.replace(
    /(\{\{\s*step_)(\d+)(_output)/g,
    (_, before: string, number: string, after: string) => `${before}${numbered(Number(number))}${after}`,
  );

const rewriteText = (text: string, numbered: (number: number) => number): string =>
  text.replace(/\bstep_(\d+)_output/g, (_, number: string) => `step_${numbered(Number(number))}_output`);
