import { ambient } from '@symphony/adapters/ambient';
import type { Clock, Journal, JournalEntry, RuntimeEvent, Tool } from '@symphony/domain';
import { type Script, ScriptedModels } from '@symphony/testkit';
import {
  type AgentProfile,
  type RuntimeConfig,
  type RuntimeParts,
  SymphonyRuntime,
  ToolRegistry,
} from '../src/index.ts';

export const AGENT: AgentProfile = { name: 'tester' };

/** A runtime with a scripted model and everything it was heard doing. */
export function stage(
  script: Script,
  {
    tools = [],
    config = {},
    parts = {},
    model = {},
    clock = ambient().clock,
  }: {
    readonly tools?: readonly Tool[];
    readonly config?: Partial<RuntimeConfig>;
    readonly parts?: Partial<RuntimeParts>;
    readonly model?: ConstructorParameters<typeof ScriptedModels>[1];
    readonly clock?: Clock;
  } = {},
) {
  const registry = new ToolRegistry(clock);
  for (const tool of tools) registry.add(tool);
  const models = new ScriptedModels(script, model);
  const events: RuntimeEvent[] = [];
  const runtime = new SymphonyRuntime({ ...ambient(), clock, tools: registry, models, ...parts }, config);
  const ask = (task: string, options: Parameters<SymphonyRuntime['execute']>[2] = {}, agent = AGENT) =>
    runtime.execute(task, agent, { onEvent: (event) => events.push(event), ...options });
  return { runtime, models, events, ask, registry };
}

export const text = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };

/** Gives back what it is given. */
export const echo: Tool = {
  name: 'test.echo',
  description: 'Says it again.',
  input: { ...text, additionalProperties: false },
  run: ({ text }) => ({ said: text as string }),
};

export const eventsOf = <T extends RuntimeEvent['type']>(
  events: readonly RuntimeEvent[],
  type: T,
): readonly Extract<RuntimeEvent, { type: T }>[] =>
  events.filter((event): event is Extract<RuntimeEvent, { type: T }> => event.type === type);

/** A journal that counts its commits: everything recorded in one turn of the machine goes into one. */
export class CountingJournal implements Journal {
  readonly entries: JournalEntry[] = [];
  commits = 0;
  failing: Error | null = null;
  #waiting: Promise<void> | null = null;

  record(session: string, at: number, event: RuntimeEvent): void {
    this.entries.push({ seq: this.entries.length + 1, session, at, event });
  }

  written(): Promise<void> {
    if (this.failing) return Promise.reject(this.failing);
    this.#waiting ??= new Promise((resolve) =>
      setImmediate(() => {
        this.commits += 1;
        this.#waiting = null;
        resolve();
      }),
    );
    return this.#waiting;
  }

  read(session: string): readonly JournalEntry[] {
    return this.entries.filter((entry) => entry.session === session);
  }

  readAll(): readonly JournalEntry[] {
    return this.entries;
  }

  sessions(): readonly never[] {
    return [];
  }

  sessionsOf(): readonly never[] {
    return [];
  }

  close(): void {
    // Nothing is held open.
  }
}
