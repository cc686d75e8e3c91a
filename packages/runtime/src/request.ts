import {
  type Complexity,
  failureOf,
  type ModelTier,
  type Reflection,
  type RouteDecision,
  type RuntimeResult,
  type StepResult,
} from '@symphony/domain';
import { Aftermath, mayFail } from './aftermath.ts';
import { stopReason } from './cancellation.ts';
import { concludingWords, notDone, plainAccount } from './conversation/conclude.ts';
import { Conversation } from './conversation/conversation.ts';
import type { PlanOutcome } from './engines.ts';
import { converse } from './execution/converse.ts';
import type { ExecutionOutcome } from './execution/outcome.ts';
import { type Casting, openingFor, toolsOf } from './opening.ts';
import type { ExecuteOptions, RuntimeParts } from './runtime-parts.ts';
import type { Session } from './session.ts';

type Lines = readonly string[];

/** How it was done, before anything is said about it. */
interface Deed {
  readonly success: boolean;
  readonly answer: string;
  readonly steps: readonly StepResult[];
  readonly error?: string;
  readonly played?: PlanOutcome;
  /** The agent came to an end by itself. */
  readonly complete: boolean;
  /** No model could be asked. */
  readonly unheard?: boolean;
}

/**
 * One request from its first word to its last: route, assess, plan, play, conclude, and what comes after (R1). The
 * only place where the engines meet; each gets what it needs from here and none calls another.
 */
export class Request {
  readonly #session: Session;
  readonly #parts: RuntimeParts;
  readonly #options: ExecuteOptions;
  readonly #conversation: Conversation;
  readonly #adaptations: string[] = [];
  readonly #insights: string[] = [];
  readonly #reflections: Reflection[] = [];
  #decision: RouteDecision | null = null;
  #escalated = false;
  /** What the fast path did before it was begun anew. */
  #before: readonly StepResult[] = [];

  constructor(session: Session, parts: RuntimeParts, options: ExecuteOptions) {
    this.#session = session;
    this.#parts = parts;
    this.#options = options;
    session.known.push(...(options.known ?? []));
    session.emit({
      type: 'began',
      task: session.task,
      agent: session.agent.name,
      ...(options.after === undefined ? {} : { after: options.after }),
      ...(options.attached?.length ? { attached: options.attached } : {}),
    });
    this.#conversation = new Conversation(session);
  }

  /** Never rejects but on a mistake of ours. */
  async play(): Promise<RuntimeResult> {
    this.#conversation.open();
    const deed = await this.#guarded();
    this.#session.followed?.close(deed.complete);
    const answer = await this.#conclude(deed);
    return this.#after(deed, answer);
  }

  async #guarded(): Promise<Deed> {
    try {
      return await this.#perform();
    } catch (error) {
      const { signal } = this.#session;
      const reason = failureOf(signal.aborted ? stopReason(signal) : error).message;
      return { success: false, answer: '', steps: this.#before, error: reason, complete: false };
    }
  }

  async #perform(): Promise<Deed> {
    await this.#route();
    await this.#recall();
    const casting = this.#casting();
    if (casting) {
      const deed = await this.#converse(casting);
      if (!this.#mustEscalate(deed, casting)) return deed;
      return this.#escalate(deed, casting);
    }
    return (await this.#planned()) ?? this.#converse(null);
  }

  async #route(): Promise<void> {
    const { router, roles = [] } = this.#parts;
    if (!router) return;
    this.#decision = await router.decide(this.#session.task, { session: this.#session, roles });
    this.#session.emit({ type: 'routed', decision: this.#decision });
  }

  /** What helps is told; that it could not be found is no reason to stop. */
  async #recall(): Promise<void> {
    const { memory, reflection } = this.#parts;
    const { known, task } = this.#session;
    const needs = this.#decision?.contextRequirements ?? [];
    if (memory) known.push(...(await this.#helpful('memory', () => memory.recall(this.#session, needs))));
    if (!reflection || !this.#session.config.reflectionEnabled) return;
    const lessons = await this.#helpful('lessons', () => reflection.lessonsFor(task));
    known.push(...lessons.map((lesson) => `Learned before: ${lesson}`));
  }

  async #helpful(what: string, find: () => Promise<Lines> | Lines): Promise<Lines> {
    let found: Lines = [];
    await mayFail(this.#session, this.#parts, this.#insights, what, async () => {
      found = await find();
    });
    return found;
  }

  #casting(): Casting | null {
    const decision = this.#decision;
    if (!decision || decision.path === 'planning') return null;
    const role = this.#parts.roles?.find(({ name }) => name === decision.route);
    if (!role?.fast) return null;
    const casting = { role, parameters: decision.parameters };
    return role.tools.length > 0 && toolsOf(this.#session, casting).length === 0 ? null : casting;
  }

  async #converse(casting: Casting | null): Promise<Deed> {
    const outcome = await converse(this.#session, {
      ...openingFor(this.#session, this.#options, casting),
      listener: {
        said: (text) => this.#conversation.say(text),
        done: (step) => this.#conversation.did(step),
      },
    });
    return deedOf(outcome);
  }

  /** R7: the fast path failed, or wished for what belongs to another domain. */
  #mustEscalate({ success, steps, unheard }: Deed, { role }: Casting): boolean {
    if (this.#session.signal.aborted) return false;
    // The same model would be asked again, and is as far away as before.
    if (unheard && this.#modelOf(role.tier) === this.#modelOf()) return false;
    const beyond = steps.some(
      ({ tool, result }) => result.details?.code === 'E5002' && tool !== null && this.#parts.tools.get(tool),
    );
    return !success || beyond;
  }

  #modelOf(tier?: ModelTier): string | null {
    const { agent, around } = this.#session;
    const { provider, model } = around.models.describe(tier ?? agent.tier ?? 'default') ?? {};
    return model === undefined ? null : `${provider}/${model}`;
  }

  async #escalate(deed: Deed, { role }: Casting): Promise<Deed> {
    this.#escalated = true;
    this.#adapt(
      `The role ${role.name} could not do it alone${deed.error ? ` (${deed.error})` : ''}; it was begun anew with all tools.`,
    );
    for (const { description, result } of deed.steps)
      if (result.success)
        this.#session.known.push(
          `Done already, not to be done again: ${description}: ${JSON.stringify(result.result ?? null).slice(0, 400)}`,
        );
    this.#before = deed.steps;
    this.#session.done.push(...deed.steps.filter(({ result }) => result.success));
    const next = (await this.#planned()) ?? (await this.#converse(null));
    // What the role could not do was done in the end: it is not told as missing.
    const before = deed.steps.map((step) =>
      next.success && !step.result.success ? { ...step, madeGood: true } : step,
    );
    return { ...next, steps: [...before, ...next.steps] };
  }

  /** Null: no plan is wanted, or none could be made. */
  async #planned(): Promise<Deed | null> {
    const { planning } = this.#parts;
    const { config } = this.#session;
    if (!planning || !config.enhancedRuntime) return null;
    const { complexity, why } = await planning.assess(this.#session);
    this.#session.emit({ type: 'assessed', complexity, why });
    if (DEPTH[complexity] < DEPTH[config.planningThreshold]) return null;
    const { plan, degraded } = await planning.createPlan(this.#session);
    if (!plan) {
      this.#adapt(`No plan could be made, so it was done without one${degraded ? `: ${degraded}` : ''}.`);
      return null;
    }
    this.#session.emit({ type: 'planned', plan, ...(degraded === undefined ? {} : { degraded }) });
    if (degraded !== undefined) this.#adapt(degraded);
    const told = new Set<string>();
    const played = await planning.playPlan(this.#session, plan, {
      judge: async (step, result, history) => {
        for (const each of history) this.#tell(each, told);
        const { reflection } = this.#parts;
        if (!reflection || !config.reflectionEnabled) return null;
        return this.#reflect(() => reflection.reflectOn(this.#session, { step, result, plan, history }));
      },
    });
    for (const step of played.steps) this.#tell(step, told);
    for (const each of played.adaptations) this.#adapt(each);
    return {
      success: played.success,
      answer: '',
      steps: played.steps,
      played,
      complete: true,
      ...(played.success ? {} : { error: played.error ?? 'The plan failed.' }),
    };
  }

  #tell(step: StepResult, told: Set<string>): void {
    const key = `${step.stepId} ${step.result.metrics.startTime}`;
    if (told.has(key)) return;
    told.add(key);
    this.#conversation.did(step);
  }

  async #reflect(think: () => Promise<Reflection | null>): Promise<Reflection | null> {
    this.#conversation.move('reflecting');
    // A stop ends the plan, which tells what was done; thinking about it is over.
    const reflection = await think().catch((error: unknown) => {
      if (!this.#session.signal.aborted) throw error;
      return null;
    });
    if (!reflection) {
      this.#conversation.move('working');
      return null;
    }
    this.#reflections.push(reflection);
    this.#session.emit({ type: 'reflected', reflection });
    this.#conversation.say(reflection.reasoning, 'reflection');
    this.#conversation.move('working');
    return reflection;
  }

  #adapt(what: string): void {
    this.#conversation.move('adapting');
    this.#adaptations.push(what);
    this.#session.emit({ type: 'adapted', what });
    this.#conversation.say(what, 'adaptation');
    this.#conversation.move('working');
  }

  async #conclude(deed: Deed): Promise<string> {
    this.#conversation.conclude();
    const answer = await this.#words(deed);
    this.#conversation.end(answer, deed.complete ? 'completed' : 'error');
    return answer;
  }

  async #words(deed: Deed): Promise<string> {
    const { success, steps, error } = deed;
    const notes = [...this.#adaptations];
    if (deed.played && !this.#session.signal.aborted)
      return concludingWords(this.#session, {
        success,
        steps,
        notes,
        ...(error === undefined ? {} : { error }),
      });
    const rest = success
      ? ''
      : deed.complete
        ? notDone(deed.steps)
        : plainAccount(deed.played ? { ...deed, notes } : { ...deed, notes: [] });
    if (rest === '') return deed.answer;
    const said = deed.answer === '' ? rest : `\n\n${rest}`;
    this.#session.emit({ type: 'text', text: said });
    return `${deed.answer}${said}`;
  }

  /** Everything that is worth doing once the answer is said; none of it changes the outcome. */
  async #after(deed: Deed, answer: string): Promise<RuntimeResult> {
    const aftermath = new Aftermath(this.#session, this.#parts, this.#insights);
    await aftermath.processIntents();
    await aftermath.learn(deed, this.#decision, this.#escalated);
    const known = this.#result(deed);
    await aftermath.learnMore(known);
    // Learning may ask a model too: what it took is part of what the request took.
    const result = { ...known, metrics: this.#session.metrics() };
    const { success, error, mode, metrics } = result;
    this.#session.emit({
      type: 'ended',
      mode,
      outcome: { success, answer, metrics, ...(error === undefined ? {} : { error }) },
    });
    return result;
  }

  #result({ success, steps, error, played }: Deed): RuntimeResult {
    const { config } = this.#session;
    return {
      success,
      mode: played
        ? this.#reflections.length > 0
          ? 'adaptive_reflection'
          : 'enhanced_planning'
        : config.conversationMode
          ? 'legacy_with_conversation'
          : 'legacy',
      conversation: this.#conversation.record(),
      execution: { steps, adaptations: this.#adaptations, insights: this.#insights },
      ...(played ? { plan: played.plan } : {}),
      ...(this.#reflections.length > 0 ? { reflections: this.#reflections } : {}),
      ...(error === undefined ? {} : { error }),
      metrics: this.#session.metrics(),
    };
  }
}

const DEPTH: Readonly<Record<Complexity, number>> = { simple: 0, multi_step: 1, complex: 2 };

function deedOf({ success, answer, steps, error, ending }: ExecutionOutcome): Deed {
  return {
    success,
    answer,
    steps,
    complete: ending === 'answered',
    unheard: ending === 'no-model',
    ...(error === undefined ? {} : { error }),
  };
}
