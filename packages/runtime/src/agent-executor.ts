import type { ToolResult } from '@symphony/domain';
import type { AgentProfile } from './agent-profile.ts';
import { directResult } from './direct-result.ts';
import type { SymphonyRuntime } from './runtime.ts';
import type { ExecuteOptions } from './runtime-parts.ts';

/** One agent bound to a runtime, with the older way of asking it (R3). */
export class AgentExecutor {
  readonly #runtime: SymphonyRuntime;
  readonly #agent: AgentProfile;
  readonly #now: () => number;

  constructor(runtime: SymphonyRuntime, agent: AgentProfile, now: () => number) {
    this.#runtime = runtime;
    this.#agent = agent;
    this.#now = now;
  }

  async executeTask(task: string, options: ExecuteOptions = {}): Promise<ToolResult> {
    const startTime = this.#now();
    const result = await this.#runtime.execute(task, this.#agent, options);
    return directResult(result, this.#agent, {
      startTime,
      endTime: this.#now(),
      model: this.#runtime.modelOf(this.#agent),
    });
  }
}
