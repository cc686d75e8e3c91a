import type { AgentEvent, LimitWindow, Usage } from '@symphony/domain';
import type { CodexFailure } from './faults.ts';
import type { ToolItem } from './items.ts';
import type { Tally } from './usage.ts';

/** What the translator keeps from one message to the next. */
export interface Memory {
  readonly chamber: string;
  /** Null until codex has named it. Others may speak too: agents it starts beside itself. */
  readonly thread: string | null;
  readonly model: string | null;
  /** The turn under way. */
  readonly turn: string | null;
  /** Tools that have begun and not ended. */
  readonly tools: ReadonlyMap<string, ToolItem>;
  /** Messages that are still being said. */
  readonly saying: ReadonlyMap<string, string>;
  readonly tally: Tally;
  /** The usage that was told last. */
  readonly usage: Usage | null;
  readonly windows: readonly LimitWindow[];
  /** A model call failed, and codex waits or tries it again: nothing has come of it yet. */
  readonly retrying: CodexFailure | null;
  /** Why the turn is being interrupted, where it is not a person's wish. */
  readonly givenUp: CodexFailure | null;
  /** Each is told once: codex repeats some with every turn. */
  readonly warnings: ReadonlySet<string>;
}

/** What a message of codex means, and what is kept of it. */
export interface Translation {
  readonly memory: Memory;
  readonly events: readonly AgentEvent[];
}

export const freshMemory = (chamber: string, resume: string | null, spent: Usage | null): Memory => ({
  chamber,
  thread: resume,
  model: null,
  turn: null,
  tools: new Map(),
  saying: new Map(),
  tally: { spent, threads: new Map() },
  usage: spent,
  windows: [],
  retrying: null,
  givenUp: null,
  warnings: new Set(),
});

export function without<K, V>(map: ReadonlyMap<K, V>, key: K): ReadonlyMap<K, V> {
  const rest = new Map(map);
  rest.delete(key);
  return rest;
}
