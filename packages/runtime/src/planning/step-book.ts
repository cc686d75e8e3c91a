import {
  type ExecutionPlan,
  type ExecutionStep,
  type Json,
  type Reflection,
  type RuntimeEvent,
  type StepResult,
  type StepStatus,
  stepNeeds,
} from '@symphony/domain';
import { toMend } from './outcome.ts';

/**
 * The steps of a plan while they are played: each as it stands now. The plan itself is a value; it is written anew
 * only when somebody asks for it, so that a thousand steps cost a thousand changes and no more.
 */
export class StepBook {
  readonly #plan: ExecutionPlan;
  readonly #steps: ExecutionStep[];
  readonly #emit: (event: RuntimeEvent) => void;
  /** Failed, and it was judged that the others go on without. */
  readonly #accepted: Set<number>;
  readonly history: StepResult[];
  readonly reflections: Reflection[];

  constructor(plan: ExecutionPlan, emit: (event: RuntimeEvent) => void, before?: StepBook) {
    this.#plan = plan;
    // Nobody knows what became of a step that was under way when the plan was written down: it is played.
    this.#steps = plan.steps
      .toSorted((a, b) => a.stepNumber - b.stepNumber)
      .map((step) => (step.status === 'in_progress' ? { ...step, status: 'pending' } : step));
    this.#emit = emit;
    this.#accepted = before ? before.#accepted : new Set();
    this.history = before ? before.history : [];
    this.reflections = before ? before.reflections : [];
  }

  get id(): string {
    return this.#plan.planId;
  }

  get request(): string {
    return this.#plan.request;
  }

  get steps(): readonly ExecutionStep[] {
    return this.#steps;
  }

  step(number: number): ExecutionStep {
    const step = this.#steps[number - 1];
    if (!step) throw new Error(`The plan ${this.id} has no step ${number}.`);
    return step;
  }

  readonly outputOf = (number: number): Json | undefined => {
    const step = this.#steps[number - 1];
    return step?.status === 'completed' ? (step.result ?? null) : undefined;
  };

  /** What it gave; it counts once the step is completed. */
  give(number: number, result: Json): void {
    this.#steps[number - 1] = { ...this.step(number), result };
  }

  move(number: number, status: StepStatus, reason: string, more: Partial<ExecutionStep> = {}): void {
    this.#steps[number - 1] = { ...this.step(number), ...more, status };
    this.#emit({ type: 'step', plan: this.id, step: number, to: status, reason });
  }

  /** The tracker skipped it: because of a failure, or because it was not wanted. */
  skip(number: number): void {
    const step = this.step(number);
    const needs = stepNeeds(step).map((need) => this.step(need));
    const lost = needs.find(({ status, error }) => status === 'failed' || error !== undefined);
    if (lost) {
      const reason = `It needs step ${lost.stepNumber}, which ${lost.status === 'failed' ? 'failed' : 'could not be played'}.`;
      if (this.#accepted.has(lost.stepNumber)) this.#accepted.add(number);
      return this.move(number, 'skipped', reason, { error: reason });
    }
    const absent = needs.find(({ status }) => status === 'skipped');
    const reason =
      step.when === undefined && absent
        ? `It needs what step ${absent.stepNumber} gives, which was left out.`
        : `Its condition does not hold: ${step.when ?? ''}`;
    this.move(number, 'skipped', reason);
  }

  get accepted(): ReadonlySet<number> {
    return this.#accepted;
  }

  accept(number: number): void {
    this.#accepted.add(number);
  }

  /** Whatever is left is not played any more. With an error it is missed. */
  leaveOut(reason: string, error?: string): void {
    for (const { stepNumber, status } of this.#steps)
      if (status === 'pending' || status === 'in_progress')
        this.move(stepNumber, 'skipped', reason, error === undefined ? {} : { error });
  }

  /** Failures somebody should do something about. */
  toMend(): readonly ExecutionStep[] {
    return toMend(this.#steps, this.#accepted);
  }

  plan(status: ExecutionPlan['status'], now: number): ExecutionPlan {
    return { ...this.#plan, steps: this.#steps, status, updatedAt: now };
  }
}
