import type { Clock, Models, RuntimeEvent, Tool } from '@symphony/domain';
import { seeded } from '@symphony/testkit';
import { Cancellation } from '../src/cancellation.ts';
import { USUAL_CONFIG } from '../src/config.ts';
import { Session } from '../src/session.ts';
import { ToolRegistry } from '../src/tools/registry.ts';
import { NOW, SEED } from './recorded.ts';

/** Time that goes on by itself, a millisecond with every look; timers never ring. */
export function steadyClock(from = NOW): Clock {
  let at = from;
  return { now: () => at++, soon: (call) => queueMicrotask(call), after: () => () => undefined };
}

export interface SessionAround {
  readonly session: Session;
  readonly events: RuntimeEvent[];
  readonly stop: Cancellation;
}

export function sessionWith(
  models: Models,
  {
    task = 'Set a timer for 5 minutes',
    tools = [],
    clock = steadyClock(),
  }: { readonly task?: string; readonly tools?: readonly Tool[]; readonly clock?: Clock } = {},
): SessionAround {
  const registry = new ToolRegistry(clock);
  for (const tool of tools) registry.add(tool);
  let count = 0;
  const events: RuntimeEvent[] = [];
  const stop = new Cancellation(null);
  const session = new Session({
    id: 'session-1',
    task,
    agent: { name: 'ann' },
    config: USUAL_CONFIG,
    signal: stop,
    around: {
      tools: registry,
      models,
      clock,
      chance: seeded(SEED),
      names: (prefix) => `${prefix}-${++count}`,
    },
    hear: (event) => events.push(event),
  });
  return { session, events, stop };
}
