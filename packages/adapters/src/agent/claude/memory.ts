import { isDeepStrictEqual } from 'node:util';
import type { AgentEvent, Usage } from '@symphony/domain';
import type { Introduction } from '../program/index.ts';
import type { Asks } from './asking.ts';
import { type Meter, startMeter, usageOf } from './meter.ts';
import type { Tasks } from './plan.ts';
import type { ToClaude } from './wire.ts';

/** What has to be remembered from one line to the next. */
export interface Memory {
  /** Where the agent works, in its own spelling once it has said so. */
  readonly cwd: string;
  readonly meter: Meter;
  /** Tools that were started and have not ended. */
  readonly tools: ReadonlySet<string>;
  readonly tasks: Tasks;
  readonly asks: Asks;
  /** The last usage that was told. */
  readonly told: Usage;
  /** We asked for the turn to be ended. */
  readonly interrupted: boolean;
  /** `limited` was told in this turn. */
  readonly limited: boolean;
  /** What the last failed model call was called. */
  readonly lastError: string | null;
}

export interface Translation {
  readonly memory: Memory;
  readonly events: readonly AgentEvent[];
  /** When the agent names its session, which it does in every turn. */
  readonly introduction?: { readonly session: string | null } & Introduction;
  /** To be sent at once. */
  readonly reply?: ToClaude;
}

export function freshMemory(cwd: string, spent: Usage | null): Memory {
  const meter = startMeter(spent);
  return betweenTurns({ cwd, meter, tasks: new Map(), told: usageOf(meter) });
}

/** What a turn leaves for the next one. */
export const betweenTurns = (kept: Pick<Memory, 'cwd' | 'meter' | 'tasks' | 'told'>): Memory => ({
  ...kept,
  tools: new Set(),
  asks: new Map(),
  interrupted: false,
  limited: false,
  lastError: null,
});

/** Tells what the session has used, where that is more than was told before. */
export function tellUsage(memory: Memory, meter: Meter): Translation {
  const usage = usageOf(meter);
  if (isDeepStrictEqual(usage, memory.told)) return { memory: { ...memory, meter }, events: [] };
  return { memory: { ...memory, meter, told: usage }, events: [{ type: 'usage', usage }] };
}
