import {
  type ExecutionPlan,
  type ExecutionStep,
  type Json,
  outputName,
  type ReplanRequest,
  readPlan,
  sameJson,
  stepNeeds,
  stepProblems,
} from '@symphony/domain';
import type { Session } from '../session.ts';
import { askForSteps } from './ask-steps.ts';
import { plannableTools } from './create.ts';
import { draftProblems } from './draft-check.ts';
import { toMend } from './outcome.ts';
import type { PlanAnswer } from './plan-answer.ts';
import { REPLAN_FORMAT, replanMessages } from './plan-prompt.ts';
import { resolveReferences } from './references.ts';

export type Replanned =
  | { readonly ok: true; readonly plan: ExecutionPlan }
  | { readonly ok: false; readonly problems: readonly string[] };

/**
 * Has the strong model revise a plan (R12). What was done stays as it is, under its number; new steps come after it
 * and say which old ones they stand in for, so that no number ever means two things and nothing is done twice.
 * `accepted` are failures the others go on without. Rejects only when the session is stopped.
 */
export async function replan(
  session: Session,
  request: ReplanRequest,
  accepted: ReadonlySet<number> = new Set(),
): Promise<Replanned> {
  const old = standing(request);
  const tools = plannableTools(session);
  const first = old.length + 1;
  const mend = toMend(old, accepted).map(({ stepNumber }) => stepNumber);
  const done = old.filter(({ status }) => status === 'completed').length;
  const room = Math.max(0, session.config.maxStepsPerPlan - done);
  const asked = await askForSteps(session, {
    purpose: 'replan',
    format: REPLAN_FORMAT,
    messages: replanMessages({
      request: request.currentPlan.request,
      agent: session.agent,
      tools: [...tools.values()],
      maxSteps: room,
      known: [...session.known, ...(request.newInformation === undefined ? [] : [request.newInformation])],
      plan: { ...request.currentPlan, steps: old },
      reason: request.reason,
      first,
      toMend: mend,
    }),
    tools: [...tools.keys()],
    first,
    problemsOf: (answer, last) => [
      ...(answer.steps.length > room
        ? [`It has ${answer.steps.length} new steps, and may have ${room}.`]
        : []),
      ...(answer.steps.length === 0 && request.currentPlan.steps.some(({ status }) => isOpen(status))
        ? ['It leaves out steps that are still to be done and puts nothing in their place.']
        : []),
      ...revisionProblems(old, answer.steps),
      ...draftProblems(answer.steps, tools),
      // Said once. What is still left open then counts as not done, which is what the plan will say of itself.
      ...(last ? [] : openProblems(answer, mend)),
    ],
  });
  return asked.ok ? revised(session, request, old, asked.answer) : { ok: false, problems: asked.problems };
}

/** The steps as the request says they stand. What is not done yet is written anew, or is not played. */
function standing({
  currentPlan,
  completedSteps,
  failedSteps,
  executionState,
  reason,
}: ReplanRequest): ExecutionStep[] {
  const steps: ExecutionStep[] = [];
  for (const step of currentPlan.steps.toSorted((a, b) => a.stepNumber - b.stepNumber)) {
    const { stepNumber, status, result, error } = step;
    const lost = stepNeeds(step).find((need) => steps[need - 1]?.error !== undefined);
    if (completedSteps.includes(stepNumber))
      steps.push({
        ...step,
        status: 'completed',
        result: result ?? executionState[outputName(stepNumber)] ?? null,
      });
    else if (failedSteps.includes(stepNumber))
      steps.push({ ...step, status: 'failed', error: error ?? reason });
    else if (!isOpen(status)) steps.push(step);
    else if (lost === undefined) steps.push({ ...step, status: 'skipped' });
    else steps.push({ ...step, status: 'skipped', error: `It needs step ${lost}, which was not done.` });
  }
  return steps;
}

const isOpen = (status: ExecutionStep['status']): boolean => status === 'pending' || status === 'in_progress';

const isLeftOut = (step: ExecutionStep | undefined): boolean =>
  step?.status === 'skipped' && step.error === undefined;

function revisionProblems(old: readonly ExecutionStep[], steps: readonly ExecutionStep[]): string[] {
  const early = steps.filter(({ stepNumber }) => stepNumber <= old.length);
  if (early.length > 0) return [`New steps are numbered from ${old.length + 1} on.`];
  const dead = steps.flatMap((step) =>
    stepNeeds(step)
      .filter((need) => need <= old.length && old[need - 1]?.status !== 'completed')
      .map((need) => `Step ${step.stepNumber} needs step ${need}, which is not completed.`),
  );
  const kept = steps.flatMap(({ stepNumber, replaces = [] }) =>
    replaces
      .filter((each) => old[each - 1]?.status === 'completed' || each > old.length)
      .map(
        (each) =>
          `Step ${stepNumber} replaces step ${each}, which ${each > old.length ? 'is new' : 'is completed'}.`,
      ),
  );
  const spoken = steps.flatMap(({ stepNumber, toolName, replaces = [] }) =>
    replaces
      .filter((each) => toolName === 'none' && (old[each - 1]?.toolName ?? 'none') !== 'none')
      .map(
        (each) =>
          `Step ${stepNumber} only says something and cannot stand in for step ${each}; name that in "dropped".`,
      ),
  );
  return [...stepProblems([...old.map(withoutNeeds), ...steps]), ...dead, ...kept, ...spoken];
}

/** Old steps are judged already. */
const withoutNeeds = ({ when: _, ...step }: ExecutionStep): ExecutionStep => ({
  ...step,
  parameters: {},
  dependsOn: [],
});

function openProblems({ steps, dropped }: PlanAnswer, toMend: readonly number[]): string[] {
  const named = new Set([...dropped, ...steps.flatMap(({ replaces = [] }) => replaces)]);
  const open = toMend.filter((number) => !named.has(number));
  if (open.length === 0) return [];
  return [
    `Nothing is said about step ${open.join(', ')}: name it in "replaces" of a new step, or in "dropped".`,
  ];
}

function revised(
  session: Session,
  request: ReplanRequest,
  old: readonly ExecutionStep[],
  answer: PlanAnswer,
): Replanned {
  const now = session.around.clock.now();
  const { currentPlan, reason, completedSteps, failedSteps, newInformation } = request;
  const steps = answer.steps.toSorted((a, b) => a.stepNumber - b.stepNumber);
  const tools = steps.map(({ toolName }) => toolName).filter((name) => name !== 'none');
  const before = currentPlan.metadata.replan_history;
  const entry = {
    timestamp: now,
    reason,
    completed_steps: completedSteps,
    failed_steps: failedSteps,
    dropped_steps: answer.dropped,
    superseded_steps: currentPlan.steps
      .filter(({ stepNumber, status }) => isOpen(status) && isLeftOut(old[stepNumber - 1]))
      .map(({ stepNumber }) => stepNumber),
    ...(newInformation === undefined ? {} : { new_information: newInformation }),
  };
  const read = readPlan(
    {
      ...currentPlan,
      steps: [...old, ...steps.map((step) => neverTwice(step, old))],
      selectedTools: [...new Set([...currentPlan.selectedTools, ...tools])],
      reasoning: answer.reasoning || currentPlan.reasoning,
      updatedAt: now,
      status: 'replanning',
      metadata: {
        ...currentPlan.metadata,
        replan_history: [...(Array.isArray(before) ? before : []), entry],
      },
    },
    now,
  );
  return read.ok ? { ok: true, plan: read.plan } : read;
}

/**
 * A call that was made with the same parameters is not made again: its result is taken. One that waits for something
 * new is another call, whatever its parameters: the tests after a fix are not the tests before it.
 */
function neverTwice(step: ExecutionStep, old: readonly ExecutionStep[]): ExecutionStep {
  if (step.toolName === 'none' || stepNeeds(step).some((need) => need > old.length)) return step;
  const outputOf = (number: number): Json | undefined =>
    old[number - 1]?.status === 'completed' ? (old[number - 1]?.result ?? null) : undefined;
  const own = resolveReferences(step.parameters, outputOf);
  const same = old.find(({ status, toolName, parameters }) => {
    if (status !== 'completed' || toolName !== step.toolName) return false;
    const theirs = resolveReferences(parameters, outputOf);
    return own.ok && theirs.ok && sameJson(own.value, theirs.value);
  });
  return same ? { ...step, status: 'completed', result: same.result ?? null } : step;
}
