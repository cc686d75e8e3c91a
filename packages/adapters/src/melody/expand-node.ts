import type { Flow, FlowNode, Recovery } from '@symphony/domain';
import { millisecondsOf, type Step } from './step.ts';

type Deed<K extends FlowNode['kind'] = FlowNode['kind']> = K extends unknown
  ? Omit<Extract<FlowNode, { kind: K }>, 'id'>
  : never;

/** The most a loop may be told to by a parameter. */
const MOST_ROUNDS = 1000;

/** What the node does. `body`: of a loop, made before. */
export function deedOf(step: Step, body: Flow | null): Deed {
  const config = step.with === undefined ? {} : { config: step.with };
  if (step.run !== undefined) {
    const failure = step.allow_failure === undefined ? {} : { allow_failure: step.allow_failure };
    return { kind: 'operator', operator: 'command', config: { run: step.run, ...failure } };
  }
  if (step.operator !== undefined) return { kind: 'operator', operator: step.operator, ...config };
  if (step.instrument !== undefined) return { kind: 'instrument', instrument: step.instrument, ...config };
  if (step.agent !== undefined) return { kind: 'agent', work: step.agent };
  if (step.ask !== undefined) {
    const options = step.options === undefined ? {} : { options: step.options };
    return { kind: 'gate', question: step.ask, ...options };
  }
  if (step.control !== undefined) return { kind: 'control', control: step.control };
  if (step.parameter !== undefined) return { kind: 'input', parameter: step.parameter };
  if (step.repeat && body) return loopOf(step.repeat, body);
  return { kind: 'output', result: step.result ?? step.id };
}

function loopOf({ times, until }: NonNullable<Step['repeat']>, body: Flow): Deed<'loop'> {
  const bound =
    typeof times === 'number' ? { times } : { times: MOST_ROUNDS, timesFrom: times.replace(/[{}\s]/g, '') };
  return { kind: 'loop', body, ...bound, ...(until === undefined ? {} : { until }) };
}

/** What every node has. */
export function frameOf(step: Step): Omit<Deed, 'kind'> & { readonly id: string } {
  const { id, name, description, position, enabled, inputs, outputs, priority, resources } = step;
  const timeoutMs = step.timeout === undefined ? undefined : millisecondsOf(step.timeout);
  const estimateMs = step.estimate === undefined ? undefined : millisecondsOf(step.estimate);
  const recovery = step.recovery ?? (step.retry === undefined ? undefined : retrying(step.retry));
  const given = {
    name,
    description,
    position,
    enabled,
    inputs,
    outputs,
    priority,
    resources,
    timeoutMs,
    estimateMs,
    recovery,
  };
  return {
    id,
    ...(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as object),
  };
}

const retrying = (attempts: number): Recovery => ({
  kind: 'retry',
  attempts,
  backoff: { kind: 'exponential', ms: 1_000, factor: 2, max: 60_000 },
});
