import { type ExecutionStep, stepProblems, type ToolDescription } from '@symphony/domain';
import type { PlanMade } from '../engines.ts';
import type { Session } from '../session.ts';
import { askForSteps } from './ask-steps.ts';
import { draftProblems } from './draft-check.ts';
import { freshPlan } from './fresh-plan.ts';
import { PLAN_FORMAT, planMessages } from './plan-prompt.ts';
import { oneByOne, type PlanGiven, selected } from './sequence.ts';

/**
 * Has the strong model write a plan for the session's request (R11). When it cannot, the selected tools are used one
 * after the other; when not even that can be done there is no plan, and the agent works without. Rejects only when the
 * session is stopped.
 */
export async function createPlan(session: Session, given: PlanGiven = {}): Promise<PlanMade> {
  const tools = plannableTools(session);
  if (tools.size === 0) return { plan: null, degraded: 'There are no tools to plan with.' };
  const { maxStepsPerPlan } = session.config;
  const { request = session.task } = given;
  const known = [...session.known, ...(given.known ?? [])];
  if (request.trim() === '') return { plan: null, degraded: 'The request is empty.' };
  const asked = await askForSteps(session, {
    purpose: 'plan',
    format: PLAN_FORMAT,
    messages: planMessages({
      request,
      agent: session.agent,
      tools: [...tools.values()],
      maxSteps: maxStepsPerPlan,
      known,
    }),
    tools: [...tools.keys()],
    first: 1,
    problemsOf: ({ steps }) => planProblems(steps, tools, maxStepsPerPlan),
  });
  if (asked.ok) {
    const { reasoning } = asked.answer;
    // Nothing has failed yet that could be replaced.
    const steps = asked.answer.steps.map(({ replaces: _, ...step }) => step);
    const metadata = { plan_type: 'model', ...given.context };
    return {
      plan: freshPlan(session, steps, reasoning, { request, candidates: [...tools.keys()], metadata }),
    };
  }
  const why = asked.problems.join(' ');
  const steps =
    oneByOne(asked.answer?.steps ?? [], tools, maxStepsPerPlan) ?? selected(given, tools, maxStepsPerPlan);
  if (!steps) return { plan: null, degraded: why };
  const reasoning = `Sequential execution of ${steps.length} selected tools`;
  const plan = freshPlan(session, steps, reasoning, {
    request,
    metadata: { plan_type: 'sequential', ...given.context },
  });
  return { plan, degraded: `No usable plan was written, so tools are used one after the other. ${why}` };
}

/** All the agent may use, but those that make plans. */
export function plannableTools(session: Session): ReadonlyMap<string, ToolDescription> {
  const described = session.around.tools.describe(session.agent.tools);
  return new Map(
    described.filter(({ name }) => !name.startsWith('planning.')).map((tool) => [tool.name, tool]),
  );
}

function planProblems(
  steps: readonly ExecutionStep[],
  tools: ReadonlyMap<string, ToolDescription>,
  most: number,
): string[] {
  if (steps.length === 0) return ['The plan has no steps.'];
  if (steps.length > most) return [`The plan has ${steps.length} steps, and may have ${most}.`];
  return [...stepProblems(steps), ...draftProblems(steps, tools)];
}
