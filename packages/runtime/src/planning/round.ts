import {
  type ExecutionStep,
  type Flow,
  type FlowChange,
  holds,
  type Json,
  outputName,
  planFlow,
  type Recovery,
  readCondition,
  stepNode,
  type Values,
} from '@symphony/domain';
import { type FlowInput, FlowRun, type NodeStart } from '@symphony/pit/dag';
import type { Session } from '../session.ts';
import type { PlayHooks } from './outcome.ts';
import type { StepBook } from './step-book.ts';
import { type PlayedStep, playStep } from './step-play.ts';

/**
 * Why a round came to its end: nothing is left that can be played; the session was stopped; or a judgement wants the
 * plan given up or changed. What was under way has ended in any case.
 */
export type RoundEnd =
  | { readonly kind: 'played' }
  | { readonly kind: 'stopped' | 'aborted' | 'changed'; readonly reason: string };

const BACKOFF = { kind: 'exponential', ms: 1_000, factor: 2, max: 30_000 } as const;

/**
 * Plays the pending steps of a plan on the DAG tracker: it says what may start, this starts it and tells what came
 * of it. Independent steps run at the same time; what needs a failed one is skipped, the others go on.
 */
export class Round {
  readonly #session: Session;
  readonly #book: StepBook;
  readonly #hooks: PlayHooks;
  readonly #run: FlowRun;
  readonly #numbers = new Map<string, number>();
  #underWay = 0;
  #halt: RoundEnd | null = null;
  #callOff: (() => void) | null = null;
  #dueAt: number | null = null;
  #waiting: { readonly finish: (end: RoundEnd) => void; readonly fail: (error: unknown) => void } | null =
    null;

  constructor(session: Session, book: StepBook, hooks: PlayHooks) {
    this.#session = session;
    this.#book = book;
    this.#hooks = hooks;
    for (const { stepNumber } of book.steps) this.#numbers.set(stepNode(stepNumber), stepNumber);
    const { parallel, retryAttempts } = session.config;
    this.#run = new FlowRun(
      flowOf(book.request, book.steps, retryAttempts),
      { parallel: Math.max(1, parallel), timeoutMs: null, onError: 'continue' },
      { request: book.request },
    );
    this.#keepEnded();
  }

  async play(): Promise<RoundEnd> {
    const { signal } = this.#session;
    if (signal.aborted) return { kind: 'stopped', reason: 'It was stopped.' };
    const stop = (): void => this.#guard(() => this.#pause({ kind: 'stopped', reason: 'It was stopped.' }));
    signal.addEventListener('abort', stop, { once: true });
    try {
      return await new Promise<RoundEnd>((finish, fail) => {
        this.#waiting = { finish, fail };
        this.#guard(() => this.#feed({ kind: 'start' }));
      });
    } finally {
      signal.removeEventListener('abort', stop);
      this.#callOff?.();
    }
  }

  /** What earlier rounds did is as if the tracker had seen it. */
  #keepEnded(): void {
    const at = this.#session.around.clock.now();
    for (const { stepNumber, status, result } of this.#book.steps) {
      if (status === 'pending' || status === 'in_progress') continue;
      const node = { kind: 'node', node: stepNode(stepNumber), attempt: 1, reason: '' } as const;
      const done = status === 'completed' ? { outputs: { output: result ?? null } } : {};
      this.#run.apply({ ...node, to: status, ...done }, at);
    }
  }

  #feed(input: FlowInput): void {
    const { clock, chance } = this.#session.around;
    const now = clock.now();
    const { changes, starts } = this.#run.decide(input, { now, chance, evaluate });
    for (const change of changes) {
      this.#run.apply(change, now);
      if (change.kind === 'node') this.#note(change);
    }
    for (const start of starts) this.#begin(start);
    this.#rearm();
    this.#endIfOver();
  }

  #note({ node, to, reason, attempt, dueAt }: Extract<FlowChange, { kind: 'node' }>): void {
    const number = this.#numbers.get(node);
    if (number === undefined) return;
    if (to === 'running') this.#book.move(number, 'in_progress', attempt > 1 ? `Try number ${attempt}.` : '');
    else if (to === 'completed') this.#book.move(number, 'completed', '');
    else if (to === 'failed') this.#book.move(number, 'failed', reason, { error: reason });
    // What ended with the whole is left out by whoever ended it, with a reason of its own.
    else if (to === 'skipped' && this.#halt === null) this.#book.skip(number);
    else if (to === 'queued' && dueAt !== undefined) this.#book.move(number, 'pending', reason);
  }

  #begin({ path, attempt }: NodeStart): void {
    const number = this.#numbers.get(path) as number;
    this.#underWay += 1;
    playStep(this.#session, this.#book, this.#hooks, number, attempt).then(
      (played) => this.#guard(() => this.#take(path, number, attempt, played)),
      (error: unknown) => this.#waiting?.fail(error),
    );
  }

  #take(node: string, number: number, attempt: number, { result, again, reflection }: PlayedStep): void {
    const action = reflection?.suggestedAction;
    const reason = reflection?.reasoning ?? '';
    if (action === 'abort') this.#pause({ kind: 'aborted', reason });
    // A step that succeeded is not played again, whatever is thought of it.
    if (action === 'modify_plan' && result.success) this.#pause({ kind: 'changed', reason });
    // Only now: a round that is halted is over when nothing is under way.
    this.#underWay -= 1;
    if (result.success) {
      const output = result.result ?? null;
      this.#book.give(number, output);
      return this.#feed({ kind: 'node-done', node, attempt, outputs: { output } });
    }
    if (action === 'continue') this.#book.accept(number);
    const error = result.error ?? 'It failed.';
    this.#feed({ kind: 'node-failed', node, attempt, reason: error, final: !again || this.#halt !== null });
  }

  /** Nothing new starts; what is under way is waited for. */
  #pause(end: RoundEnd): void {
    this.#halt ??= end;
    if (this.#run.state !== 'running') return;
    this.#feed({ kind: 'pause', reason: 'reason' in end ? end.reason : '' });
  }

  #rearm(): void {
    const dueAt = this.#halt ? null : this.#run.nextDue();
    if (dueAt === this.#dueAt) return;
    this.#callOff?.();
    this.#callOff = null;
    this.#dueAt = dueAt;
    if (dueAt === null) return;
    const { clock } = this.#session.around;
    this.#callOff = clock.after(Math.max(0, dueAt - clock.now()), () => {
      this.#dueAt = null;
      this.#guard(() => this.#feed({ kind: 'time' }));
    });
  }

  #endIfOver(): void {
    if (this.#underWay > 0) return;
    if (this.#halt) this.#waiting?.finish(this.#halt);
    else if (OVER.includes(this.#run.state)) this.#waiting?.finish({ kind: 'played' });
  }

  /** Whatever goes wrong here is a defect of ours and must end the round, not hang it. */
  #guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#waiting?.fail(error);
    }
  }
}

const OVER: readonly string[] = ['completed', 'failed', 'cancelled'];

/** Only pending steps have anything to wait for; the others are there for what they gave. */
function flowOf(request: string, steps: readonly ExecutionStep[], retries: number): Flow {
  const flow = planFlow({
    request,
    steps: steps.map((step) => (step.status === 'pending' ? step : bare(step))),
  });
  if (retries <= 0) return flow;
  const recovery: Recovery = { kind: 'retry', attempts: retries + 1, backoff: BACKOFF };
  return {
    ...flow,
    nodes: flow.nodes.map((node) => (node.kind === 'operator' ? { ...node, recovery } : node)),
  };
}

const bare = ({ when: _, ...step }: ExecutionStep): ExecutionStep => ({
  ...step,
  parameters: {},
  dependsOn: [],
});

/** Conditions of a plan's flow look at the branch's inputs, which are named like references. */
function evaluate(expression: string, scope: Values): Json {
  const read = readCondition(expression);
  if (!read.ok) throw new Error(read.problem);
  return holds(read.condition, (step) => scope[outputName(step)]);
}
