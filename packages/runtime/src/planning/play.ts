import { type ExecutionPlan, outputName, stepNode } from '@symphony/domain';
import type { Session } from '../session.ts';
import { endStatus, madeGood, type PlayedPlan, type PlayHooks, tellFailure } from './outcome.ts';
import { replan } from './replan.ts';
import { Round, type RoundEnd } from './round.ts';
import { StepBook } from './step-book.ts';

/**
 * Plays a plan to its end (R11, R12): round after round, with a replan between two of them, until nothing is left to
 * mend or no more replans are allowed. A stop and a failure are outcomes, not errors.
 */
export const playPlan = (session: Session, plan: ExecutionPlan, hooks: PlayHooks = {}): Promise<PlayedPlan> =>
  new PlanPlay(session, plan, hooks).play();

class PlanPlay {
  readonly #session: Session;
  readonly #hooks: PlayHooks;
  readonly #adaptations: string[] = [];
  /** What is to be said at the end besides what the steps say. */
  readonly #remarks = new Set<string>();
  #book: StepBook;
  #replans = 0;

  constructor(session: Session, plan: ExecutionPlan, hooks: PlayHooks) {
    this.#session = session;
    this.#hooks = hooks;
    this.#book = this.#bookOf(plan);
  }

  async play(): Promise<PlayedPlan> {
    for (;;) {
      const end = await new Round(this.#session, this.#book, this.#hooks).play();
      if (!(await this.#goesOn(end))) return this.#outcome();
    }
  }

  async #goesOn(end: RoundEnd): Promise<boolean> {
    if (end.kind === 'stopped') return this.#giveUp(end.reason);
    if (end.kind === 'aborted') return this.#giveUp(`The plan was given up: ${end.reason}`);
    const mend = this.#book.toMend();
    if (end.kind === 'played' && mend.length === 0) return false;
    const why = end.kind === 'changed' ? end.reason : mend.map(({ error }) => error).join(' ');
    const done = await this.#revise(why || 'The plan did not work out.');
    // Whatever the revised plan does nothing about is not asked about again.
    for (const { stepNumber } of done ? mend : [])
      if (!this.#book.steps.some(({ replaces }) => replaces?.includes(stepNumber)))
        this.#book.accept(stepNumber);
    // A plan that merely could be better is played on as it is.
    return done || (end.kind === 'changed' && !this.#session.signal.aborted);
  }

  #giveUp(reason: string): false {
    this.#book.leaveOut(reason, reason);
    return false;
  }

  async #revise(reason: string): Promise<boolean> {
    const { maxReplans } = this.#session.config;
    if (this.#replans >= maxReplans) {
      if (maxReplans > 0) this.#remarks.add(`The plan was revised ${maxReplans} times, and may be no more.`);
      return false;
    }
    this.#replans += 1;
    const replanned = await this.#ask(reason);
    if (!replanned) return false;
    if (!replanned.ok) {
      this.#remarks.add(`The plan could not be revised: ${replanned.problems.join(' ')}`);
      return false;
    }
    this.#book = this.#bookOf(replanned.plan, this.#book);
    this.#session.emit({ type: 'replanned', plan: replanned.plan, reason });
    this.#adaptations.push(`The plan was revised: ${reason}`);
    return true;
  }

  /** Null: the session was stopped meanwhile. */
  async #ask(reason: string) {
    const { clock } = this.#session.around;
    const { steps } = this.#book;
    const completed = steps.filter(({ status }) => status === 'completed');
    try {
      return await replan(
        this.#session,
        {
          currentPlan: this.#book.plan('replanning', clock.now()),
          executionState: Object.fromEntries(
            completed.map(({ stepNumber, result }) => [outputName(stepNumber), result ?? null]),
          ),
          reason,
          completedSteps: completed.map(({ stepNumber }) => stepNumber),
          failedSteps: steps.filter(({ status }) => status === 'failed').map(({ stepNumber }) => stepNumber),
        },
        this.#book.accepted,
      );
    } catch (error) {
      if (!this.#session.signal.aborted) throw error;
      this.#giveUp('It was stopped.');
      return null;
    }
  }

  #bookOf(plan: ExecutionPlan, before?: StepBook): StepBook {
    return new StepBook(plan, (event) => this.#session.emit(event), before);
  }

  #outcome(): PlayedPlan {
    const book = this.#book;
    const status = endStatus(book.steps);
    const good = new Set([...madeGood(book.steps)].map(stepNode));
    const plan = book.plan(status, this.#session.around.clock.now());
    return {
      plan,
      success: status === 'completed',
      steps: book.history.map((each) =>
        good.has(each.stepId) && !each.result.success ? { ...each, madeGood: true } : each,
      ),
      adaptations: this.#adaptations,
      reflections: book.reflections,
      replans: this.#replans,
      ...(status === 'completed' ? {} : { error: tellFailure(plan.steps, [...this.#remarks]) }),
    };
  }
}
