import { type Json, type JsonSchema, readReplanRequest, type Tool, ToolError } from '@symphony/domain';
import type { Session } from '../session.ts';
import { createPlan } from './create.ts';
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
    currentPlan: { type: 'object', description: 'The plan as it stands.' },
    executionState: { type: 'object', description: 'What steps gave, as step_N_output.' },
    reason: { type: 'string', minLength: 1 },
    completedSteps: NUMBERS,
    failedSteps: NUMBERS,
    newInformation: { type: 'string' },
  },
  required: ['currentPlan', 'reason', 'completedSteps', 'failedSteps'],
  additionalProperties: false,
};

/** Planning as tools an agent can call for itself (R11, R12). `sessionOf` finds the session a call belongs to. */
export function planningTools(sessionOf: (id: string) => Session | null): readonly Tool[] {
  const within = (id: string): Session => {
    const session = sessionOf(id);
    if (session) return session;
    throw new ToolError('Plans are made within a session only.', { code: 'E2001' });
  };
  return [
    {
      name: 'planning.create_execution_plan',
      description: 'Writes a plan of tool calls with their parameters for a request of several steps.',
      input: PLAN_INPUT,
      run: (input, context) => create(within(context.session), input),
    },
    {
      name: 'planning.replan',
      description: 'Revises a plan after something failed or changed. What was done is kept.',
      input: REPLAN_INPUT,
      run: (input, context) => revise(within(context.session), input),
    },
  ];
}

async function create(session: Session, input: Values): Promise<Json> {
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
  const more = degraded === undefined ? {} : { degraded };
  session.emit({ type: 'planned', plan, ...more });
  return plain({ plan, ...more });
}

async function revise(session: Session, input: Values): Promise<Json> {
  const read = readReplanRequest(input, session.around.clock.now());
  if (!read.ok)
    throw new ToolError(`The plan cannot be revised: ${read.problems.join(' ')}`, {
      code: 'E1001',
      guidance: 'Give the plan as it was made, with what came of its steps.',
    });
  const { currentPlan, reason } = read.request;
  const before = currentPlan.metadata.replan_history;
  if (Array.isArray(before) && before.length >= session.config.maxReplans)
    throw new ToolError(`The plan was revised ${before.length} times, and may be no more.`, {
      guidance: 'Say what was done and what was not.',
    });
  const replanned = await replan(session, read.request);
  if (!replanned.ok)
    throw new ToolError(`The plan could not be revised: ${replanned.problems.join(' ')}`, {
      guidance: 'Go on without a plan, or say what was done and what was not.',
    });
  session.emit({ type: 'replanned', plan: replanned.plan, reason });
  return plain({ plan: replanned.plan });
}

/** Plans are JSON by their making; their type says it field by field. */
const plain = (value: object): Json => value as unknown as Json;
