import {
  type Clock,
  type ExecutionPlan,
  type ExecutionStep,
  type Json,
  type ModelRequest,
  type Models,
  PortError,
  type Reflection,
  type RuntimeEvent,
  type Tool,
  ToolError,
} from '@symphony/domain';
import { ManualClock, ScriptedModels, seeded } from '@symphony/testkit';
import { Cancellation } from '../../src/cancellation.ts';
import { type RuntimeConfig, runtimeConfig } from '../../src/config.ts';
import { Session } from '../../src/session.ts';
import { ToolRegistry } from '../../src/tools/registry.ts';

// Loaded by the first check of an input, which a clock that jumps does not wait for on a busy machine.
await import('ajv');

/** What a scripted model answers: a text, a value written as JSON, or a failure. */
export type Answer = Json | PortError | ((request: ModelRequest) => Json);

/** Answers in turn; one too many is a failure of the models, like a provider that is gone. */
export function scripted(
  answers: readonly Answer[],
  tiers: readonly string[] = ['weak', 'default', 'strong'],
) {
  const script = new ScriptedModels((request, count) => {
    const answer = answers[count];
    if (answer === undefined) throw new PortError({ code: 'unavailable', message: 'The model is gone.' });
    if (answer instanceof PortError) throw answer;
    const value = typeof answer === 'function' ? answer(request) : answer;
    return { text: typeof value === 'string' ? value : JSON.stringify(value) };
  });
  const models: Models = {
    call: (request, signal) => script.call(request, signal),
    describe: (tier) => (tiers.includes(tier) ? script.describe() : null),
  };
  return { models, requests: script.requests };
}

type Run = (input: Readonly<Record<string, Json>>) => Promise<Json> | Json;

export const tool = (name: string, run: Run, more: Partial<Tool> = {}): Tool => ({
  name,
  description: `Does ${name}.`,
  input: { type: 'object' },
  run,
  ...more,
});

export const fails =
  (message: string, more: ConstructorParameters<typeof ToolError>[1] = {}): Run =>
  () => {
    throw new ToolError(message, more);
  };

export interface Stage {
  readonly session: Session;
  readonly events: RuntimeEvent[];
  readonly requests: readonly ModelRequest[];
  readonly clock: ManualClock;
  readonly stop: Cancellation;
  /** `1:completed` and so on, in the order of the events. */
  readonly moves: () => string[];
}

export function stage(
  tools: readonly Tool[],
  answers: readonly Answer[] = [],
  config: Partial<RuntimeConfig> = {},
  more: {
    readonly task?: string;
    readonly clock?: Clock;
    readonly tiers?: readonly string[];
    readonly may?: readonly string[];
  } = {},
): Stage {
  const manual = new ManualClock(1_000);
  const clock = more.clock ?? manual;
  const registry = new ToolRegistry(clock);
  for (const each of tools) registry.add(each);
  const { models, requests } = scripted(answers, more.tiers);
  const events: RuntimeEvent[] = [];
  const stop = new Cancellation(null);
  let named = 0;
  const session = new Session({
    id: 'session-1',
    task: more.task ?? 'Do it',
    agent: { name: 'symphony', ...(more.may ? { tools: more.may } : {}) },
    config: runtimeConfig(config),
    signal: stop,
    around: {
      tools: registry,
      models,
      clock,
      chance: seeded(7),
      names: (prefix) => `${prefix}_${++named}`,
    },
    hear: (event) => events.push(event),
  });
  const moves = (): string[] =>
    events.flatMap((event) => (event.type === 'step' ? [`${event.step}:${event.to}`] : []));
  return { session, events, requests, clock: manual, stop, moves };
}

export const step = (
  stepNumber: number,
  toolName: string,
  more: Partial<ExecutionStep> = {},
): ExecutionStep => ({
  stepNumber,
  toolName,
  description: `Use ${toolName}`,
  parameters: {},
  dependsOn: [],
  status: 'pending',
  ...more,
});

export const plan = (steps: readonly ExecutionStep[]): ExecutionPlan => ({
  planId: 'plan_1',
  request: 'Do it',
  selectedTools: ['a.b'],
  steps,
  reasoning: 'because',
  createdAt: 1_000,
  status: 'pending',
  metadata: {},
});

export const statuses = ({ steps }: ExecutionPlan): string[] =>
  steps.map(({ stepNumber, status }) => `${stepNumber}:${status}`);

export const reflection = (
  suggestedAction: Reflection['suggestedAction'],
  reasoning = 'I think so.',
): Reflection => ({
  id: 'r',
  stepId: 's',
  assessment: { performance: 'poor', quality: 'wrong' },
  suggestedAction,
  reasoning,
  confidence: 0.9,
  timestamp: 0,
});
