import type { JournalEntry, RouteDecision, RuntimeEvent, ToolResult } from '@symphony/domain';

export const DAY = 24 * 60 * 60 * 1000;
export const NOW = Date.UTC(2026, 10, 17);
export const SEED = Number(process.env.SYMPHONY_SEED ?? 31_337);

/** Numbered as they come, a millisecond apart. */
export const entriesOf = (
  ...told: readonly (readonly [session: string, event: RuntimeEvent])[]
): readonly JournalEntry[] =>
  told.map(([session, event], index) => ({ seq: index + 1, session, at: NOW + index, event }));

export const began = (task: string, agent = 'ann'): RuntimeEvent => ({ type: 'began', task, agent });

export const resultOf = (success: boolean, duration = 100, error = 'It is broken.'): ToolResult => ({
  success,
  ...(success ? { result: null } : { error }),
  metrics: { duration, startTime: NOW, endTime: NOW + duration },
});

export const toolEnded = (tool: string, success = true, duration = 100, error?: string): RuntimeEvent => ({
  type: 'tool-ended',
  id: 'call',
  tool,
  result: resultOf(success, duration, error),
});

export const routed = (
  route: string,
  path: RouteDecision['path'],
  by: RouteDecision['by'] = 'classifier',
): RuntimeEvent => ({
  type: 'routed',
  decision: { route, confidence: 0.9, parameters: {}, contextRequirements: [], path, by, why: '' },
});

export const ended = (success: boolean, duration = 1_000): RuntimeEvent => ({
  type: 'ended',
  mode: 'legacy_with_conversation',
  outcome: {
    success,
    answer: '',
    metrics: {
      duration,
      modelCalls: 1,
      toolCalls: 1,
      tokens: { input: 0, output: 0 },
      cost: 0,
      cacheHits: 0,
    },
  },
});
