import type { AgentEvent, Usage } from '@symphony/domain';
import type { AcpAgent } from './agents.ts';
import type { Trouble } from './fault.ts';
import type { ToolCall } from './tool-call.ts';
import { type Tally, tallyFrom, usageOf } from './usage.ts';

/** What the translator has to remember from one message to the next. */
export interface Memory {
  /** Text that is still being said. */
  readonly saying: Saying | null;
  readonly tools: ReadonlyMap<string, OpenTool>;
  /** Ids of tools that have ended, and how often each was used. */
  readonly ended: ReadonlyMap<string, number>;
  /** The last whole message of this turn. */
  readonly lastWords: string;
  /** What the agent let slip about a fault, should the turn end as if all were well. */
  readonly trouble: Trouble | null;
  /** We asked for the end of this turn. */
  readonly interrupted: boolean;
  /** It said that this turn is lost. */
  readonly lost: boolean;
  /** The last thing it said that is not the model's own. */
  readonly aside: string;
  readonly tally: Tally;
  readonly told: Usage | null;
}

export interface Saying {
  readonly type: 'message' | 'thought';
  readonly messageId: string | null;
  readonly text: string;
}

export interface OpenTool {
  /** As it is told: the agent's id, made unique where the agent uses one twice. */
  readonly id: string;
  readonly call: ToolCall;
  readonly announced: boolean;
  readonly refused: boolean;
}

/** What holds for the whole session. */
export interface Setting {
  readonly agent: AcpAgent;
  readonly cwd: string;
  readonly model: string | null;
}

export interface Heard {
  readonly memory: Memory;
  readonly events: readonly AgentEvent[];
}

export const beginMemory = (spent: Usage | null): Memory => ({
  saying: null,
  tools: new Map(),
  ended: new Map(),
  lastWords: '',
  trouble: null,
  interrupted: false,
  lost: false,
  aside: '',
  tally: tallyFrom(spent),
  told: null,
});

export const forget = (memory: Memory): Memory => ({
  ...memory,
  saying: null,
  tools: new Map(),
  lastWords: '',
  trouble: null,
  interrupted: false,
  lost: false,
  aside: '',
});

export const unchanged = (memory: Memory): Heard => ({ memory, events: [] });

/** Both, one after the other. */
export function followedBy(first: Heard, next: (memory: Memory) => Heard): Heard {
  const second = next(first.memory);
  return { memory: second.memory, events: [...first.events, ...second.events] };
}

/** Tells what is used, if that is news. */
export function withTally(memory: Memory, tally: Tally, { agent }: Setting): Heard {
  const usage = usageOf(tally, agent.countsLastCall);
  const before = memory.told;
  const same =
    (before?.inputTokens ?? 0) === usage.inputTokens &&
    (before?.outputTokens ?? 0) === usage.outputTokens &&
    (before?.usd ?? 0) === (usage.usd ?? 0);
  if (same) return unchanged({ ...memory, tally });
  return { memory: { ...memory, tally, told: usage }, events: [{ type: 'usage', usage }] };
}
