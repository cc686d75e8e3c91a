import { type ExecutionStep, type Json, referencesIn, type ToolDescription } from '@symphony/domain';
import { draftProblems } from './draft-check.ts';

/** What a plan is made of besides the session. */
export interface PlanGiven {
  /** What it is for, when that is not the whole request of the session. */
  readonly request?: string;
  /** Tools somebody chose for the request, in their order; used one after the other when no model can plan. */
  readonly selectedTools?: readonly string[];
  /** Parameters that are known already, by name. */
  readonly parameters?: Readonly<Record<string, Json>>;
  /** Lines worth knowing: memories, lessons, suggestions. */
  readonly known?: readonly string[];
  /** Kept in the plan's metadata. */
  readonly context?: Readonly<Record<string, Json>>;
}

/** What the model wrote, in its order: possible when only the numbers and dependencies are wrong. */
export function oneByOne(
  steps: readonly ExecutionStep[],
  tools: ReadonlyMap<string, ToolDescription>,
  most: number,
): ExecutionStep[] | null {
  if (steps.length === 0 || steps.length > most || draftProblems(steps, tools).length > 0) return null;
  // With other numbers a reference would mean another step.
  if (steps.some(({ parameters, when }) => when !== undefined || referencesIn(parameters).length > 0))
    return null;
  return steps.map(({ toolName, description, parameters }, at) =>
    stepAt(at, toolName, description, parameters),
  );
}

/** The tools somebody selected; null when one needs what nobody knows: a plan that must fail is worse than none. */
export function selected(
  { selectedTools = [], parameters = {} }: PlanGiven,
  tools: ReadonlyMap<string, ToolDescription>,
  most: number,
): ExecutionStep[] | null {
  if (selectedTools.length === 0 || selectedTools.length > most) return null;
  const steps = selectedTools.map((name, at): ExecutionStep => {
    const [domain, own] = name.split('.');
    const known = Object.entries(parameters).filter(([key]) => takes(tools.get(name), key));
    return stepAt(at, name, `Execute ${own} from ${domain} domain`, Object.fromEntries(known));
  });
  return draftProblems(steps, tools).length > 0 ? null : steps;
}

const stepAt = (
  at: number,
  toolName: string,
  description: string,
  parameters: Readonly<Record<string, Json>>,
): ExecutionStep => ({
  stepNumber: at + 1,
  toolName,
  description,
  parameters,
  dependsOn: at === 0 ? [] : [at],
  status: 'pending',
});

const takes = (tool: ToolDescription | undefined, name: string): boolean => {
  const properties = tool?.input.properties;
  return typeof properties === 'object' && properties !== null && Object.hasOwn(properties, name);
};
