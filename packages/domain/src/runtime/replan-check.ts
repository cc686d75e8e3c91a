import type { Instant } from '../work-item.ts';
import { FieldCheck } from './field-check.ts';
import type { ReplanRequest } from './plan.ts';
import { readPlan } from './plan-check.ts';

export type ReadReplanRequest =
  | { readonly ok: true; readonly request: ReplanRequest }
  | { readonly ok: false; readonly problems: readonly string[] };

const FIELDS = [
  'currentPlan',
  'executionState',
  'reason',
  'completedSteps',
  'failedSteps',
  'newInformation',
] satisfies (keyof ReplanRequest)[];

export function readReplanRequest(json: unknown, now: Instant): ReadReplanRequest {
  const check = new FieldCheck(json, 'The request', FIELDS);
  const plan = readPlan(check.raw('currentPlan'), now);
  const executionState = check.record('executionState', {});
  const reason = check.text('reason');
  const completedSteps = check.numbers('completedSteps', []);
  const failedSteps = check.numbers('failedSteps', []);
  const newInformation = check.has('newInformation') ? check.text('newInformation') : undefined;
  if (!plan.ok) return { ok: false, problems: [...check.problems, ...plan.problems] };
  const numbers = new Set(plan.plan.steps.map(({ stepNumber }) => stepNumber));
  for (const [name, steps] of [
    ['completed', completedSteps],
    ['failed', failedSteps],
  ] as const)
    for (const step of steps)
      if (!numbers.has(step)) check.say(`calls step ${step} ${name}, which is not in the plan`);
  for (const step of new Set(completedSteps))
    if (failedSteps.includes(step)) check.say(`calls step ${step} both completed and failed`);
  if (check.problems.length > 0) return { ok: false, problems: check.problems };
  const request: ReplanRequest = {
    currentPlan: plan.plan,
    executionState,
    reason,
    completedSteps,
    failedSteps,
    ...(newInformation === undefined ? {} : { newInformation }),
  };
  return { ok: true, request };
}
