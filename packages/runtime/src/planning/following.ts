import {
  type ExecutionPlan,
  type ExecutionStep,
  type Json,
  outputName,
  type ReplanRequest,
  sameJson,
  stepNeeds,
  type ToolCall,
  type ToolResult,
} from '@symphony/domain';
import type { FollowedPlan, Session } from '../session.ts';
import { madeGood } from './outcome.ts';
import { type OutputOf, resolveReferences } from './references.ts';
import { StepBook } from './step-book.ts';

/**
 * A plan an agent had made for itself, while it plays it by its own calls (R11): each call is found among the steps,
 * so that whoever looks on sees how far it is, and a replan knows what was done without being told.
 */
export class Following implements FollowedPlan {
  readonly #session: Session;
  /** Which step a call was. */
  readonly #calls = new Map<string, number>();
  #book: StepBook;

  constructor(session: Session, plan: ExecutionPlan) {
    this.#session = session;
    this.#book = this.#bookOf(plan);
  }

  get planId(): string {
    return this.#book.id;
  }

  /** The same plan, whose steps keep their numbers. */
  revise(plan: ExecutionPlan): void {
    this.#book = this.#bookOf(plan);
  }

  begin({ id, tool, input }: ToolCall): number | null {
    const step = stepMeant(this.#book.steps, tool, input, this.#book.outputOf);
    if (!step) return null;
    this.#calls.set(id, step.stepNumber);
    this.#book.move(step.stepNumber, 'in_progress', 'The agent plays it.');
    return step.stepNumber;
  }

  end(step: number, { success, result = null, error = 'Nobody said why.' }: ToolResult): void {
    if (this.#book.step(step).status !== 'in_progress') return; // the plan was revised meanwhile
    if (success) this.#book.move(step, 'completed', 'It succeeded.', { result });
    else this.#book.move(step, 'failed', error, { error });
  }

  isMadeGood(call: string): boolean {
    const step = this.#calls.get(call);
    return step !== undefined && madeGood(this.#book.steps).has(step);
  }

  close(answered: boolean): void {
    for (const { stepNumber, toolName, status } of this.#book.steps)
      if (answered && toolName === 'none' && status === 'pending')
        this.#book.move(stepNumber, 'completed', 'It is said in the answer.');
    this.#book.leaveOut('The agent did not play it.');
  }

  /** What is asked of a replan, as far as it is known here. */
  standing(): Omit<ReplanRequest, 'reason'> {
    const { steps } = this.#book;
    const numbers = (status: ExecutionStep['status']): number[] =>
      steps.filter((step) => step.status === status).map(({ stepNumber }) => stepNumber);
    const completedSteps = numbers('completed');
    return {
      currentPlan: this.#book.plan('replanning', this.#session.around.clock.now()),
      executionState: Object.fromEntries(
        completedSteps.map((number) => [outputName(number), this.#book.outputOf(number) ?? null]),
      ),
      completedSteps,
      failedSteps: numbers('failed'),
    };
  }

  #bookOf(plan: ExecutionPlan): StepBook {
    return new StepBook(plan, (event) => this.#session.emit(event));
  }
}

/**
 * The step a call most likely is: of those with its tool the one with its very parameters, else the first whose turn
 * it is, else the first that is open, else one that failed and is tried again. Null: it is none of them.
 */
export function stepMeant(
  steps: readonly ExecutionStep[],
  tool: string,
  input: Json,
  outputOf: OutputOf,
): ExecutionStep | null {
  const same = (step: ExecutionStep): boolean => {
    const resolved = resolveReferences(step.parameters, outputOf);
    return resolved.ok && sameJson(resolved.value, input);
  };
  const due = (step: ExecutionStep): boolean =>
    stepNeeds(step).every((need) => steps[need - 1]?.status === 'completed');
  const open = steps.filter(({ toolName, status }) => toolName === tool && status === 'pending');
  const failed = steps.filter(({ toolName, status }) => toolName === tool && status === 'failed');
  return open.find(same) ?? failed.find(same) ?? open.find(due) ?? open[0] ?? failed[0] ?? null;
}
