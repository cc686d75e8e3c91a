import { type ExecutionPlan, type ExecutionStep, readPlan } from '@symphony/domain';
import type { PlanningEngine } from '../engines.ts';
import type { Session } from '../session.ts';
import type { SkillBook, SkillFound } from './skill-book.ts';

/** Below this a model had better think anew. */
const LEAST_CONFIDENCE = 0.6;

/** Planning that plays what worked before where a request gives all it needs, and plans as usual else. */
export function skilledPlanning(planning: PlanningEngine, skills: SkillBook): PlanningEngine {
  return {
    assess: (session) => planning.assess(session),
    playPlan: (session, plan, hooks) => planning.playPlan(session, plan, hooks),
    createPlan: async (session) => {
      const plan = knownPlan(session, skills);
      return plan ? { plan } : planning.createPlan(session);
    },
  };
}

function knownPlan(session: Session, skills: SkillBook): ExecutionPlan | null {
  // Part of it is done: a skill would do that again.
  if (session.done.length > 0) return null;
  for (const found of skills.find(session.task, session.around.clock.now())) {
    if (!found.steps || found.confidence < LEAST_CONFIDENCE) continue;
    if (found.steps.length > session.config.maxStepsPerPlan || !mayUse(session, found)) continue;
    return planOf(session, found);
  }
  return null;
}

/** Tools come and go, and not every agent may use each. */
function mayUse({ agent, around }: Session, { skill }: SkillFound): boolean {
  return skill.steps.every(
    ({ toolName }) =>
      toolName === 'none' ||
      (around.tools.get(toolName) !== undefined && (agent.tools?.includes(toolName) ?? true)),
  );
}

function planOf(session: Session, { skill, steps }: SkillFound): ExecutionPlan | null {
  const now = session.around.clock.now();
  const pending = (steps ?? []).map((step): ExecutionStep => ({ ...step, status: 'pending' }));
  const read = readPlan(
    {
      planId: session.around.names('plan'),
      request: session.task,
      selectedTools: [...new Set(pending.map(({ toolName }) => toolName))].filter((name) => name !== 'none'),
      steps: pending,
      reasoning: `It worked before: ${skill.verifiedBy || skill.template}`,
      createdAt: now,
      status: 'pending',
      metadata: { plan_type: 'skill', skill: { id: skill.id, version: skill.version } },
    },
    now,
  );
  return read.ok ? read.plan : null;
}
