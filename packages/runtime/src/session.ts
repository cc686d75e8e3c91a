import {
  type Chance,
  type Clock,
  failureOf,
  type Json,
  type ModelFinish,
  type ModelRequest,
  type Models,
  type ModelUsage,
  type Names,
  PortError,
  type RuntimeEvent,
  type RuntimeMetrics,
  type StepResult,
  type StopSignal,
  type Tool,
  type ToolCall,
  type ToolResult,
} from '@symphony/domain';
import type { AgentProfile } from './agent-profile.ts';
import { orStopped, stopReason } from './cancellation.ts';
import type { RuntimeConfig } from './config.ts';
import { Meter } from './meter.ts';
import type { ToolRegistry } from './tools/registry.ts';

/** What a session is made of; the same for all sessions of a runtime. */
export interface Surroundings {
  readonly tools: ToolRegistry;
  readonly models: Models;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly names: Names;
  /** Puts away what is too long to say; answers by which id it is found. Absent: nothing is put away. */
  readonly keep?: Keep;
}

export type Keep = (name: string, text: string) => Promise<string> | string;

/** A whole answer of a model. */
export interface ModelAnswer {
  readonly text: string;
  readonly calls: readonly WrittenCall[];
  readonly finish: ModelFinish;
  readonly usage: ModelUsage;
}

/** `input` as the model wrote it. */
export interface WrittenCall {
  readonly id: string;
  readonly tool: string;
  readonly input: string;
}

/** A plan the agent made for itself and plays by its own calls. */
export interface FollowedPlan {
  /** Which step a call is; null: none of them. */
  begin(call: ToolCall): number | null;
  end(step: number, result: ToolResult): void;
  /** It failed, and a step of the revised plan did it in its place. */
  isMadeGood(call: string): boolean;
  /** Nothing more is played of it. `answered`: what was to be said was said. */
  close(answered: boolean): void;
}

/** Longer answers are cut off: a model that never ends must not end the process. */
const MOST_CHARACTERS = 4_000_000;

/**
 * One request from its first word to its last (R1): the value all engines work on. It asks models, calls tools and
 * tells what happens; it decides nothing.
 */
export class Session {
  readonly id: string;
  readonly task: string;
  readonly agent: AgentProfile;
  readonly config: RuntimeConfig;
  readonly signal: StopSignal;
  readonly around: Surroundings;
  readonly startedAt: number;
  /** What tools left for after the run; validated where it is processed. */
  readonly intents: Json[] = [];
  /** What is known before a model is asked: memories, lessons, what was done already. Told to it as it stands. */
  readonly known: string[] = [];
  /** What was done before the request was begun anew: never to be done again. */
  readonly done: StepResult[] = [];
  /** What was said aloud of an answer that a stop cut off: the person has read it, so it counts as said. */
  saidBeforeStop = '';
  /** Set by the planning tools. */
  followed: FollowedPlan | null = null;
  readonly #meter = new Meter();
  readonly #hear: (event: RuntimeEvent) => void;
  readonly #written: (() => Promise<void>) | null;

  constructor(given: {
    readonly id: string;
    readonly task: string;
    readonly agent: AgentProfile;
    readonly config: RuntimeConfig;
    readonly signal: StopSignal;
    readonly around: Surroundings;
    readonly hear: (event: RuntimeEvent) => void;
    /** Resolves when all that was heard so far is written down; nothing is done before. */
    readonly written?: (() => Promise<void>) | null;
  }) {
    this.id = given.id;
    this.task = given.task;
    this.agent = given.agent;
    this.config = given.config;
    this.signal = given.signal;
    this.around = given.around;
    this.#hear = given.hear;
    this.#written = given.written ?? null;
    this.startedAt = given.around.clock.now();
  }

  emit(event: RuntimeEvent): void {
    this.#meter.hear(event);
    this.#hear(event);
  }

  /** Resolves when all that was told so far survives the process. */
  async written(): Promise<void> {
    await this.#written?.();
  }

  metrics(): RuntimeMetrics {
    return this.#meter.read(this.around.clock.now() - this.startedAt);
  }

  /**
   * One call of a model, whole. `aloud`: its words are told as they come. Rejects with what the models reject with,
   * with `refused` when the budget is spent, and with the signal's reason. `signal`: one below the session's own.
   */
  async ask(
    request: ModelRequest,
    { aloud = false, signal = this.signal }: { readonly aloud?: boolean; readonly signal?: StopSignal } = {},
  ): Promise<ModelAnswer> {
    this.#mayAsk();
    const heard: Heard = { text: '', calls: [], failed: null, aloud, signal };
    try {
      // Raced: a stream that does not hear the signal must not hold up whoever stopped it.
      return await orStopped(signal, this.#listen(request, heard));
    } catch (error) {
      const { purpose, tier } = request;
      if (heard.failed) this.emit({ type: 'model-called', purpose, tier, usage: heard.failed, failed: true });
      if (aloud && this.signal.aborted) this.saidBeforeStop = heard.text;
      else if (aloud && heard.text !== '') this.#hear({ type: 'void', reason: 'It broke off.' });
      throw error;
    }
  }

  async #listen(request: ModelRequest, heard: Heard): Promise<ModelAnswer> {
    for await (const part of this.around.models.call(request, heard.signal)) {
      // Nobody waits for it any more.
      if (heard.signal.aborted) throw stopReason(heard.signal);
      switch (part.type) {
        case 'text':
          if (heard.text.length + part.text.length > MOST_CHARACTERS) throw tooMuch();
          heard.text += part.text;
          if (heard.aloud) this.#hear({ type: 'text', text: part.text });
          break;
        case 'thought':
          if (heard.aloud) this.#hear({ type: 'thought', text: part.text });
          break;
        case 'call':
          if (part.input.length > MOST_CHARACTERS) throw tooMuch();
          heard.calls.push({ id: part.id, tool: part.tool, input: part.input });
          break;
        case 'again':
          if (heard.aloud && heard.text !== '') this.#hear({ type: 'void', reason: part.reason });
          heard.text = '';
          heard.calls = [];
          break;
        case 'failed':
          heard.failed = part.usage;
          break;
        case 'end': {
          const { usage, finish } = part;
          this.emit({ type: 'model-called', purpose: request.purpose, tier: request.tier, usage });
          return { text: heard.text, calls: heard.calls, finish, usage };
        }
      }
    }
    throw new PortError({ code: 'invalid', message: 'The model stopped in the middle of its answer.' });
  }

  /** Through the registry: checked, recorded, never throwing. */
  async callTool(call: ToolCall, step?: number): Promise<ToolResult> {
    const { id, tool, input } = call;
    const followed = step === undefined ? this.followed : null;
    const meant = followed?.begin(call) ?? null;
    const number = step ?? meant;
    this.emit({ type: 'tool-started', id, tool, input, ...(number === null ? {} : { step: number }) });
    const result = await this.#perform(call);
    this.emit({ type: 'tool-ended', id, tool, result });
    if (meant !== null) followed?.end(meant, result);
    return result;
  }

  /** What leaves a trace in the world is not done before it is written down that it is about to happen. */
  async #perform(call: ToolCall): Promise<ToolResult> {
    if (this.#written && leavesTraces(this.around.tools.get(call.tool)))
      try {
        await this.#written();
      } catch (error) {
        return unwritten(error, this.around.clock.now());
      }
    return this.around.tools.run(call, {
      signal: this.signal,
      session: this.id,
      call: call.id,
      progress: (text) => this.#hear({ type: 'progress', id: call.id, text }),
      intend: (intent) => this.intents.push(intent),
      ask: (request, signal) => this.ask(request, { signal }),
    });
  }

  #mayAsk(): void {
    if (this.signal.aborted) throw stopReason(this.signal);
    const { maxTokens, maxCostUsd } = this.config;
    if (maxTokens !== null && this.#meter.tokens >= maxTokens)
      throw spent(`It has used ${this.#meter.tokens} tokens of the ${maxTokens} it may use.`);
    if (maxCostUsd !== null && this.#meter.usd >= maxCostUsd)
      throw spent(`It has cost $${this.#meter.usd.toFixed(4)} of the $${maxCostUsd} it may cost.`);
  }
}

const spent = (message: string): PortError => new PortError({ code: 'refused', message });
const tooMuch = (): PortError =>
  new PortError({ code: 'invalid', message: 'The model answered more than can be taken in.' });

interface Heard {
  text: string;
  calls: WrittenCall[];
  /** What failed tries took. */
  failed: ModelUsage | null;
  readonly aloud: boolean;
  readonly signal: StopSignal;
}

/** Looking and reckoning may happen again after a crash and nobody minds; nothing else may be forgotten. */
const leavesTraces = (tool: Tool | undefined): boolean =>
  tool?.permissions?.some((permission) => permission !== 'read') ?? false;

const unwritten = (error: unknown, now: number): ToolResult => ({
  success: false,
  error: `It was not called, because that could not be written down: ${failureOf(error).message}`,
  details: { code: 'E6001', guidance: 'Nothing can be done until there is room to write.', retryable: false },
  metrics: { duration: 0, startTime: now, endTime: now },
});
