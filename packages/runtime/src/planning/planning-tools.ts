import {
  type ExecutionPlan,
  type Json,
  type JsonSchema,
  type ReplanRequest,
  readReplanRequest,
  type Tool,
  ToolError,
} from '@symphony/domain';
import type { Session } from '../session.ts';
import { createPlan } from './create.ts';
import { Following } from './following.ts';
import { replan } from './replan.ts';

type Values = Readonly<Record<string, Json>>;

const PLAN_INPUT: JsonSchema = {
  type: 'object',
  properties: {
    request: { type: 'string', minLength: 1, description: 'What the plan is for, in plain words.' },
    selectedTools: { type: 'array', items: { type: 'string' }, description: 'Tools to use, when known.' },
    context: { type: 'object', description: 'Kept with the plan.' },
  },
  required: ['request'],
  additionalProperties: false,
};

const NUMBERS = { type: 'array', items: { type: 'integer', minimum: 1 } };
const REPLAN_INPUT: JsonSchema = {
  type: 'object',
  properties: {
    reason: { type: 'string', minLength: 1, description: 'What failed or changed.' },
    newInformation: { type: 'string' },
    currentPlan: {
      type: 'object',
      description:
        'Only for a plan that was made elsewhere: your own one is known, with what became of its steps.',
    },
    executionState: { type: 'object', description: 'Of such a plan: what steps gave, as step_N_output.' },
    completedSteps: NUMBERS,
    failedSteps: NUMBERS,
  },
  required: ['reason'],
  additionalProperties: false,
};

/**
 * Planning as tools an agent can call for itself (R11, R12): it has a plan made, plays it by its own calls, and has it
 * revised when something fails. `sessionOf` finds the session a call belongs to.
 */
export function planningTools(sessionOf: (id: string) => Session | null): readonly Tool[] {
  const within = (id: string): Session => {
    const session = sessionOf(id);
    if (session) return session;
    throw new ToolError('Plans are made within a session only.', { code: 'E2001' });
  };
  const followed = new WeakMap<Session, Following>();
  const follow = (session: Session, plan: ExecutionPlan): void => {
    const before = followed.get(session);
    if (before?.planId === plan.planId) return before.revise(plan);
    const following = new Following(session, plan);
    followed.set(session, following);
    session.followed = following;
  };
  return [
    {
      name: 'planning.create_execution_plan',
      description:
        'Writes a plan of tool calls with their parameters for a request of several steps. You play it by making the calls yourself, in the order of what they need.',
      input: PLAN_INPUT,
      run: async (input, context) => {
        const session = within(context.session);
        const made = await create(session, input);
        follow(session, made.plan);
        session.emit({ type: 'planned', ...made });
        return plain(made);
      },
    },
    {
      name: 'planning.replan',
      description:
        'Revises your plan after something failed or changed. What was done is kept and not done again.',
      input: REPLAN_INPUT,
      run: async (input, context) => {
        const session = within(context.session);
        const request = requestOf(session, input, followed.get(session) ?? null);
        const plan = await revise(session, request);
        follow(session, plan);
        session.emit({ type: 'replanned', plan, reason: request.reason });
        return plain({ plan });
      },
    },
  ];
}

async function create(session: Session, input: Values): Promise<PlanWritten> {
  const { request, selectedTools, context } = input;
  const { plan, degraded } = await createPlan(session, {
    request: request as string,
    ...(selectedTools ? { selectedTools: selectedTools as readonly string[] } : {}),
    ...(context ? { context: context as Values } : {}),
  });
  if (!plan)
    throw new ToolError(`No plan could be made. ${degraded ?? ''}`.trim(), {
      guidance: 'Work without a plan, one call at a time.',
    });
  return { plan, ...(degraded === undefined ? {} : { degraded }) };
}

interface PlanWritten {
  readonly plan: ExecutionPlan;
  readonly degraded?: string;
}

function requestOf(session: Session, input: Values, followed: Following | null): ReplanRequest {
  if (input.currentPlan === undefined && !followed)
    throw new ToolError('There is no plan yet that could be revised.', {
      code: 'E1001',
      guidance: 'Have one made with planning.create_execution_plan, or go on without.',
    });
  const { reason, newInformation } = input;
  if (input.currentPlan === undefined && followed)
    return {
      ...followed.standing(),
      reason: reason as string,
      ...(newInformation === undefined ? {} : { newInformation: newInformation as string }),
    };
  const read = readReplanRequest(input, session.around.clock.now());
  if (read.ok) return read.request;
  throw new ToolError(`The plan cannot be revised: ${read.problems.join(' ')}`, {
    code: 'E1001',
    guidance: 'Give the plan as it was made, with what came of its steps.',
  });
}

async function revise(session: Session, request: ReplanRequest): Promise<ExecutionPlan> {
  const { currentPlan } = request;
  const before = currentPlan.metadata.replan_history;
  if (Array.isArray(before) && before.length >= session.config.maxReplans)
    throw new ToolError(`The plan was revised ${before.length} times, and may be no more.`, {
      guidance: 'Say what was done and what was not.',
    });
  const replanned = await replan(session, request);
  if (!replanned.ok)
    throw new ToolError(`The plan could not be revised: ${replanned.problems.join(' ')}`, {
      guidance: 'Go on without a plan, or say what was done and what was not.',
    });
  return replanned.plan;
}

/** Plans are JSON by their making; their type says it field by field. */
const plain = (value: object): Json => value as unknown as Json;
