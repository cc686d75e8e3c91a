import {
  failureOf,
  type ModelTier,
  type RuntimeEvent,
  type RuntimeMetrics,
  type RuntimeResult,
  type ToolResult,
} from '@symphony/domain';
import type { AgentProfile } from './agent-profile.ts';
import { Cancellation } from './cancellation.ts';
import { type RuntimeConfig, runtimeConfig } from './config.ts';
import { directResult } from './direct-result.ts';
import { redacted } from './redaction.ts';
import { Request } from './request.ts';
import { RuntimeError } from './runtime-error.ts';
import { type ExecuteOptions, type RuntimeParts, requireParts } from './runtime-parts.ts';
import { Session, type Surroundings } from './session.ts';
import { Tally } from './tally.ts';

export interface RuntimeStatus {
  readonly state: 'ready' | 'executing' | 'closed';
  /** Ids of the sessions under way. */
  readonly sessions: readonly string[];
}

export interface RuntimeHealth {
  readonly healthy: boolean;
  readonly tools: number;
  /** Tiers a model is configured for. */
  readonly models: readonly ModelTier[];
  readonly context: boolean;
}

/** Since the runtime was made. */
export interface RuntimeTotals extends RuntimeMetrics {
  readonly executions: number;
  readonly succeeded: number;
  readonly failed: number;
}

interface Running {
  readonly session: Session;
  readonly stop: Cancellation;
  readonly done: Promise<unknown>;
}

/** What streams by and is not worth keeping. */
const FLEETING: ReadonlySet<RuntimeEvent['type']> = new Set(['text', 'thought', 'void', 'progress']);

/**
 * Symphony's own agent as a library (R1). Any number of executions at once, each a session of its own; what one does
 * never reaches another.
 */
export class SymphonyRuntime {
  readonly #parts: RuntimeParts;
  readonly #config: RuntimeConfig;
  readonly #around: Surroundings;
  readonly #tally = new Tally();
  readonly #running = new Map<string, Running>();
  #closed = false;

  /** Throws `E2004` when a part is missing that nothing works without. */
  constructor(parts: RuntimeParts, config: Partial<RuntimeConfig> = {}) {
    requireParts(parts);
    const { tools, models, clock, names, chance = () => 0.5, keep, redact } = parts;
    this.#parts = parts;
    this.#config = runtimeConfig(config);
    this.#around = {
      tools,
      models,
      clock,
      names,
      chance,
      ...(keep ? { keep: redact ? (name, text) => keep(redact(name), redact(text)) : keep } : {}),
    };
  }

  /** Rejects only on misuse (`RuntimeError`): everything that goes wrong on the way is in the result. */
  async execute(task: string, agent: AgentProfile, options: ExecuteOptions = {}): Promise<RuntimeResult> {
    return this.#play(task, agent, options, this.#config, this.#parts);
  }

  /** One shot with tools: no routing, no plan, only the answer (the older path). */
  async executeDirect(task: string, agent: AgentProfile, options: ExecuteOptions = {}): Promise<ToolResult> {
    const config = { ...this.#config, enhancedRuntime: false, conversationMode: false };
    const { router: _router, planning: _planning, reflection: _reflection, ...parts } = this.#parts;
    const startTime = this.#around.clock.now();
    const result = await this.#play(task, agent, options, config, parts);
    return directResult(result, agent, {
      startTime,
      endTime: this.#around.clock.now(),
      model: this.modelOf(agent),
    });
  }

  /** Name of the model that answers for an agent; null when none is configured. */
  modelOf({ tier = 'default' }: AgentProfile): string | null {
    return this.#around.models.describe(tier)?.model ?? null;
  }

  status(): RuntimeStatus {
    const sessions = [...this.#running.keys()];
    return { state: this.#closed ? 'closed' : sessions.length > 0 ? 'executing' : 'ready', sessions };
  }

  /** The session under way with this id, for tools that work on it; null when there is none. */
  sessionOf(id: string): Session | null {
    return this.#running.get(id)?.session ?? null;
  }

  metrics(): RuntimeTotals {
    return this.#tally.read();
  }

  async health(): Promise<RuntimeHealth> {
    const models = (['weak', 'default', 'strong'] as const).filter((tier) =>
      this.#around.models.describe(tier),
    );
    const tools = this.#around.tools.size;
    const context = (await this.#parts.context?.healthy?.()) ?? true;
    return { healthy: !this.#closed && tools > 0 && models.length > 0 && context, tools, models, context };
  }

  /** Stops what is under way; resolves when nothing is left and everything is written. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const { stop } of this.#running.values()) stop.stop(new Error('The runtime was closed.'));
    await Promise.allSettled([...this.#running.values()].map(({ done }) => done));
    await this.#parts.journal?.written();
  }

  async #play(
    task: string,
    agent: AgentProfile,
    options: ExecuteOptions,
    config: RuntimeConfig,
    parts: RuntimeParts,
  ): Promise<RuntimeResult> {
    if (this.#closed) throw new RuntimeError('E3003', 'The runtime is closed.', 'Make a new one.');
    if (task.trim() === '') throw new RuntimeError('E1003', 'The request is empty.', 'Say what is wanted.');
    const { clock, names } = this.#around;
    const id = options.session ?? names('session');
    if (this.#running.has(id))
      throw new RuntimeError('E3003', `Session ${id} is under way already.`, 'Wait for it, or name another.');
    const limit = {
      clock,
      ms: config.timeoutMs,
      reason: () => new Error(`It took longer than ${config.timeoutMs} ms.`),
    };
    const stop = new Cancellation(options.signal ?? null, limit);
    const session = this.#session(id, task, agent, options, config, stop);
    const done = this.#request(session, parts, options);
    this.#running.set(id, { session, stop, done });
    try {
      return await done;
    } finally {
      stop.release();
      this.#running.delete(id);
    }
  }

  async #request(session: Session, parts: RuntimeParts, options: ExecuteOptions): Promise<RuntimeResult> {
    let result = await new Request(session, parts, options).play();
    try {
      await session.written();
    } catch (error) {
      // Done, perhaps, but nobody could prove it tomorrow.
      const reason = `It could not be written down: ${failureOf(error).message}`;
      result = { ...result, success: false, error: result.error ? `${result.error} ${reason}` : reason };
    }
    this.#tally.add(result);
    return parts.redact ? redacted(result, parts.redact) : result;
  }

  #session(
    id: string,
    task: string,
    agent: AgentProfile,
    { onEvent }: ExecuteOptions,
    config: RuntimeConfig,
    signal: Cancellation,
  ): Session {
    const { journal, redact, clock, logger } = this.#parts;
    let lost: unknown = null;
    const hear = (heard: RuntimeEvent): void => {
      const event = redact ? redacted(heard, redact) : heard;
      if (journal && !FLEETING.has(event.type))
        try {
          journal.record(id, clock.now(), event);
        } catch (error) {
          // Kept for `written`: whoever is about to act hears of it, and nothing is done any more.
          lost ??= error;
        }
      if (!onEvent) return;
      try {
        onEvent(event, id);
      } catch (error) {
        // A listener's mistake is not the session's.
        logger?.warn('A listener of a session threw.', { session: id, error: failureOf(error).message });
      }
    };
    return new Session({
      id,
      task,
      agent,
      config,
      signal,
      around: this.#around,
      hear,
      written: journal ? () => (lost === null ? journal.written() : Promise.reject(lost)) : null,
    });
  }
}
