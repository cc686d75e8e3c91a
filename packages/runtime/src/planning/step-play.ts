import {
  type ExecutionStep,
  type Json,
  type Reflection,
  type StepResult,
  stepNode,
  type ToolFailure,
  type ToolResult,
} from '@symphony/domain';
import type { Session } from '../session.ts';
import { isDoubtful } from '../tools/doubtful.ts';
import type { PlayHooks } from './outcome.ts';
import { resolveReferences } from './references.ts';
import type { StepBook } from './step-book.ts';

/** One step that was played, and what was thought of it. */
export interface PlayedStep {
  readonly result: ToolResult;
  /** It failed in a way that may pass, and has tries left. */
  readonly again: boolean;
  readonly reflection: Reflection | null;
}

/**
 * Plays one step: its parameters, its tool, its judgement. A failure that may pass is handed back to be tried again
 * after a while; every other one is judged here, so that "retry" happens before anybody behind it is skipped.
 */
export async function playStep(
  session: Session,
  book: StepBook,
  hooks: PlayHooks,
  number: number,
  attempt: number,
): Promise<PlayedStep> {
  const step = book.step(number);
  const most = session.config.retryAttempts;
  for (let tries = 0; ; tries++) {
    const call = `${book.id}.${number}.${attempt}${tries === 0 ? '' : `.${tries}`}`;
    const parameters = resolveReferences(step.parameters, book.outputOf);
    const result = parameters.ok
      ? await perform(session, hooks, step, parameters.value as Parameters, call)
      : unresolved(session, parameters.unresolved);
    const mayRepeat = !result.success && !isDoubtful(result, session.around.tools.get(step.toolName));
    if (mayRepeat && mayPass(result.details) && attempt <= most && !session.signal.aborted)
      return { result, again: true, reflection: null };
    const reflection = await judged(session, book, hooks, step, result);
    const wanted = mayRepeat && reflection?.suggestedAction === 'retry';
    // Retries by judgement are bounded like those by rule; after them the usual rules hold.
    if (wanted && tries < most && !session.signal.aborted) continue;
    book.history.push(
      resultOf(step, parameters.ok ? (parameters.value as Parameters) : step.parameters, result),
    );
    return { result, again: false, reflection: wanted ? null : reflection };
  }
}

type Parameters = Readonly<Record<string, Json>>;

const mayPass = (details: ToolFailure | undefined): boolean =>
  details !== undefined && (details.retryable || details.code === 'E5003' || details.code === 'E7001');

async function judged(
  session: Session,
  book: StepBook,
  hooks: PlayHooks,
  step: ExecutionStep,
  result: ToolResult,
): Promise<Reflection | null> {
  if (!hooks.judge || session.signal.aborted) return null;
  const reflection = await hooks.judge(step, result, book.history);
  if (reflection) book.reflections.push(reflection);
  return reflection;
}

async function perform(
  session: Session,
  hooks: PlayHooks,
  step: ExecutionStep,
  parameters: Parameters,
  call: string,
): Promise<ToolResult> {
  const { tools } = session.agent;
  if (step.toolName !== 'none' && tools && !tools.includes(step.toolName))
    return refused(session, `${session.agent.name} may not use ${step.toolName}.`, {
      code: 'E8001',
      guidance: 'Use a tool it may use.',
      retryable: false,
    });
  if (step.toolName !== 'none')
    return session.callTool({ id: call, tool: step.toolName, input: parameters }, step.stepNumber);
  const startTime = session.around.clock.now();
  const result = hooks.say ? await hooks.say(step, parameters) : wordsOf(step, parameters);
  const endTime = session.around.clock.now();
  return { success: true, result, metrics: { duration: endTime - startTime, startTime, endTime } };
}

const wordsOf = (step: ExecutionStep, { response, text }: Parameters): Json =>
  response ?? text ?? step.description;

function unresolved(session: Session, names: readonly string[]): ToolResult {
  const stand = names.length > 1 ? 'stand' : 'stands';
  const written = names.map((name) => `\`${name}\``).join(', ');
  return refused(session, `${written} ${stand} for nothing: the earlier output has no such part.`, {
    code: 'E1001',
    guidance: 'Refer to a part the earlier output has.',
    retryable: false,
  });
}

function refused(session: Session, error: string, details: ToolFailure): ToolResult {
  const now = session.around.clock.now();
  return { success: false, error, details, metrics: { duration: 0, startTime: now, endTime: now } };
}

const resultOf = (step: ExecutionStep, parameters: Parameters, result: ToolResult): StepResult => ({
  stepId: stepNode(step.stepNumber),
  description: step.description,
  tool: step.toolName === 'none' ? null : step.toolName,
  parameters,
  result,
});
