import type { Instant } from '../work-item.ts';
import { readCondition } from './condition.ts';
import { FieldCheck, isJson } from './field-check.ts';
import type { ExecutionPlan, ExecutionStep, PlanStatus, StepStatus } from './plan.ts';
import { needsOfStep } from './step-reference.ts';

/** Every rule a plan keeps (R10). What was read by this can be drawn and played. */
export type ReadPlan =
  | { readonly ok: true; readonly plan: ExecutionPlan }
  /** Sentences, each naming the place. */
  | { readonly ok: false; readonly problems: readonly string[] };

const PLAN_STATUSES = ['pending', 'in_progress', 'completed', 'failed', 'replanning'] satisfies PlanStatus[];
const STEP_STATUSES = ['pending', 'in_progress', 'completed', 'failed', 'skipped'] satisfies StepStatus[];
const PLAN_FIELDS = [
  'planId',
  'request',
  'selectedTools',
  'steps',
  'reasoning',
  'createdAt',
  'updatedAt',
  'status',
  'metadata',
] satisfies (keyof ExecutionPlan)[];
const STEP_FIELDS = [
  'stepNumber',
  'toolName',
  'description',
  'parameters',
  'dependsOn',
  'when',
  'replaces',
  'status',
  'result',
  'error',
] satisfies (keyof ExecutionStep)[];

/** Exactly one dot, something on both sides. */
const TOOL_NAME = /^[^.\s]+\.[^.\s]+$/;
/** Clocks of two machines differ. */
const AHEAD_MS = 60_000;

export const isToolName = (name: string): boolean => TOOL_NAME.test(name);

export function readPlan(json: unknown, now: Instant): ReadPlan {
  const check = new FieldCheck(json, 'The plan', PLAN_FIELDS);
  const steps = check.list('steps').map((each, at) => readStep(each, at, check.problems));
  const plan: ExecutionPlan = {
    planId: check.text('planId'),
    request: check.text('request'),
    selectedTools: selectedTools(check),
    steps,
    reasoning: check.text('reasoning'),
    createdAt: instant(check, 'createdAt', now),
    ...(check.has('updatedAt') ? { updatedAt: instant(check, 'updatedAt', now) } : {}),
    status: check.oneOf('status', PLAN_STATUSES, 'pending'),
    metadata: check.record('metadata', {}),
  };
  if (steps.length === 0 && Array.isArray(check.raw('steps'))) check.say('has no steps');
  const problems = [...check.problems, ...stepProblems(steps)];
  return problems.length > 0 ? { ok: false, problems } : { ok: true, plan };
}

function selectedTools(check: FieldCheck): string[] {
  const names = check.list('selectedTools').map((each) => (typeof each === 'string' ? each.trim() : ''));
  if (names.length === 0) check.say('has no `selectedTools`');
  for (const name of names)
    if (!name.includes('.')) check.say(`selects \`${name}\`, which is no name of a tool (domain.tool)`);
  return names;
}

function instant(check: FieldCheck, name: string, now: Instant): Instant {
  const value = check.raw(name);
  if (typeof value !== 'number' || !Number.isFinite(value)) check.say(`has no time \`${name}\``);
  else if (value > now + AHEAD_MS) check.say(`has a \`${name}\` in the future`);
  else return value;
  return now;
}

function readStep(json: unknown, at: number, problems: string[]): ExecutionStep {
  const number = (json as Partial<ExecutionStep> | null)?.stepNumber;
  const check = new FieldCheck(
    json,
    `Step ${typeof number === 'number' ? number : at + 1}`,
    STEP_FIELDS,
    problems,
  );
  if (!Number.isSafeInteger(number) || (number as number) < 1) check.say('has no number from 1 on');
  const toolName = check.text('toolName');
  if (toolName !== '' && toolName !== 'none' && !isToolName(toolName))
    check.say(`names \`${toolName}\`, which is no name of a tool (domain.tool, or none)`);
  const result = check.raw('result');
  if (result !== undefined && !isJson(result)) check.say('has a `result` that is no JSON');
  return {
    stepNumber: Number(number),
    toolName,
    description: check.text('description'),
    parameters: check.record('parameters', {}),
    dependsOn: check.numbers('dependsOn', []),
    ...(check.has('when') ? { when: check.text('when') } : {}),
    ...(check.has('replaces') ? { replaces: check.numbers('replaces') } : {}),
    status: check.oneOf('status', STEP_STATUSES, 'pending'),
    ...(isJson(result) ? { result } : {}),
    ...(check.has('error') ? { error: check.text('error') } : {}),
  };
}

/** What is wrong with steps beside each other: their numbers, and what they say of one another. */
export function stepProblems(steps: readonly ExecutionStep[]): string[] {
  const problems: string[] = [];
  const numbers = new Set<number>();
  for (const { stepNumber } of steps) {
    if (numbers.has(stepNumber)) problems.push(`Step ${stepNumber} is there twice.`);
    numbers.add(stepNumber);
  }
  for (let number = 1; number <= numbers.size; number++)
    if (!numbers.has(number))
      problems.push(`Step ${number} is missing: steps are numbered from 1 without gaps.`);
  for (const step of steps) problems.push(...pointingProblems(step, numbers));
  return problems;
}

function pointingProblems(step: ExecutionStep, numbers: ReadonlySet<number>): string[] {
  const { stepNumber, when } = step;
  const { data, condition, order } = needsOfStep(step);
  const wrong = (needs: readonly number[], verb: string): string[] =>
    needs.flatMap((need) => {
      const fault = faultOf(need, stepNumber, numbers);
      return fault === null ? [] : [`Step ${stepNumber} ${verb} ${fault}.`];
    });
  const read = when === undefined || when === '' ? null : readCondition(when);
  return [
    ...wrong(data, 'refers to the output of'),
    ...wrong(condition, 'has a condition on the output of'),
    ...wrong(order, 'depends on'),
    ...wrong(step.replaces ?? [], 'replaces'),
    ...(read && !read.ok ? [`Step ${stepNumber} has a condition that cannot be read: ${read.problem}.`] : []),
  ];
}

function faultOf(need: number, own: number, numbers: ReadonlySet<number>): string | null {
  if (need === own) return 'itself';
  if (!numbers.has(need)) return `step ${need}, which is not there`;
  return need > own ? `step ${need}, which comes later` : null;
}
