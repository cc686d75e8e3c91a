import { type ExecutionPlan, type ExecutionStep, type Json, readPlan } from '@symphony/domain';
import type { Session } from '../session.ts';

/** A fresh plan of these steps. Throws when they break the rules of plans: whoever calls has checked them. */
export function freshPlan(
  session: Session,
  steps: readonly ExecutionStep[],
  reasoning: string,
  {
    request = session.task,
    candidates = [],
    metadata = {},
  }: {
    readonly request?: string;
    /** What could have been used, for a plan that uses nothing. */
    readonly candidates?: readonly string[];
    readonly metadata?: Readonly<Record<string, Json>>;
  } = {},
): ExecutionPlan {
  const now = session.around.clock.now();
  const used = [...new Set(steps.map(({ toolName }) => toolName))].filter((name) => name !== 'none');
  const read = readPlan(
    {
      planId: session.around.names('plan'),
      request,
      selectedTools: used.length > 0 ? used : candidates,
      steps: steps.toSorted((a, b) => a.stepNumber - b.stepNumber),
      reasoning: reasoning || 'No reason was given.',
      createdAt: now,
      status: 'pending',
      metadata: { ...metadata, num_steps: steps.length },
    },
    now,
  );
  if (!read.ok) throw new Error(read.problems.join(' '));
  return read.plan;
}
