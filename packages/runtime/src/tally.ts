import type { RuntimeResult } from '@symphony/domain';
import type { RuntimeTotals } from './runtime.ts';

/** Adds up what all sessions of a runtime took. */
export class Tally {
  #totals: RuntimeTotals = {
    executions: 0,
    succeeded: 0,
    failed: 0,
    duration: 0,
    modelCalls: 0,
    toolCalls: 0,
    tokens: { input: 0, output: 0 },
    cost: 0,
    cacheHits: 0,
  };

  add({ success, metrics }: RuntimeResult): void {
    const was = this.#totals;
    this.#totals = {
      executions: was.executions + 1,
      succeeded: was.succeeded + (success ? 1 : 0),
      failed: was.failed + (success ? 0 : 1),
      duration: was.duration + metrics.duration,
      modelCalls: was.modelCalls + metrics.modelCalls,
      toolCalls: was.toolCalls + metrics.toolCalls,
      tokens: {
        input: was.tokens.input + metrics.tokens.input,
        output: was.tokens.output + metrics.tokens.output,
      },
      // Once a price is unknown so is the sum.
      cost: was.cost === null || metrics.cost === null ? null : was.cost + metrics.cost,
      cacheHits: was.cacheHits + metrics.cacheHits,
    };
  }

  read(): RuntimeTotals {
    return this.#totals;
  }
}
