import {
  failureOf,
  type Json,
  type RouteDecision,
  type RuntimeResult,
  type StepResult,
} from '@symphony/domain';
import type { RuntimeParts } from './runtime-parts.ts';
import type { Session } from './session.ts';

/** What comes after the answer: intents are carried out and what was seen is learned. None of it can spoil the result. */
export class Aftermath {
  readonly #session: Session;
  readonly #parts: RuntimeParts;
  readonly #insights: string[];

  constructor(session: Session, parts: RuntimeParts, insights: string[]) {
    this.#session = session;
    this.#parts = parts;
    this.#insights = insights;
  }

  async processIntents(): Promise<void> {
    const { intents } = this.#parts;
    if (!intents || this.#session.intents.length === 0) return;
    await this.#mayFail('intents', async () => {
      const outcome = await intents.process(this.#session);
      this.#session.emit({ type: 'intents-processed', outcome });
    });
  }

  async learn(
    { steps, success }: { readonly steps: readonly StepResult[]; readonly success: boolean },
    decision: RouteDecision | null,
    escalated: boolean,
  ): Promise<void> {
    const { router, context } = this.#parts;
    const { task, around, signal } = this.#session;
    const tools = steps.flatMap(({ tool }) => tool ?? []);
    // A person who stopped it said nothing about whether it was well decided.
    if (router && decision && !signal.aborted)
      await this.#mayFail('router', async () => {
        await router.learn({ request: task, decision, success, escalated, tools, at: around.clock.now() });
      });
    if (context) await this.#mayFail('context', () => this.#learnTools(steps));
  }

  async learnMore(result: RuntimeResult): Promise<void> {
    const { learning } = this.#parts;
    if (!learning) return;
    await this.#mayFail('learning', async () => {
      await learning.ended(this.#session, result);
    });
  }

  async #learnTools(steps: readonly StepResult[]): Promise<void> {
    const { context } = this.#parts;
    const { task, id } = this.#session;
    if (!context) return;
    for (const { tool, result } of steps)
      if (tool)
        await context.useMagic('learn_from_execution', {
          toolName: tool,
          success: result.success,
          executionTime: result.metrics.duration,
          sessionId: id,
          context: { task },
          ...(result.error === undefined ? {} : { errorDetails: result.error }),
        });
    const { success, result = null } = await context.useMagic('get_insights', { sessionId: id });
    for (const text of success ? recommendationsIn(result) : []) {
      this.#insights.push(text);
      this.#session.emit({ type: 'insight', text });
    }
    await context.useMagic('prune_context', { sessionId: id });
  }

  #mayFail(what: string, work: () => Promise<void>): Promise<void> {
    return mayFail(this.#session, this.#parts, this.#insights, what, work);
  }
}

/** What only helps may fail: it is logged and said as an insight. */
export async function mayFail(
  session: Session,
  { logger }: RuntimeParts,
  insights: string[],
  what: string,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    const { message } = failureOf(error);
    logger?.warn(`The ${what} of a session failed.`, { session: session.id, error: message });
    insights.push(`The ${what} failed: ${message}`);
  }
}

/** The recommendations among what `get_insights` answers. */
function recommendationsIn(result: Json): readonly string[] {
  if (typeof result !== 'object' || result === null || Array.isArray(result)) return [];
  const { recommendations } = result as Readonly<Record<string, Json>>;
  return Array.isArray(recommendations) ? recommendations.filter((each) => typeof each === 'string') : [];
}
