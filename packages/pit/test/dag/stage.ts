import type {
  Backoff,
  Flow,
  FlowChange,
  FlowNode,
  FlowState,
  Instant,
  Json,
  NodePath,
  Recovery,
  Values,
} from '@symphony/domain';
import {
  type FlowDecision,
  type FlowInput,
  type FlowLimits,
  FlowRun,
  type NodeStart,
} from '@symphony/pit/dag';

export const LIMITS: FlowLimits = { parallel: 4, timeoutMs: null, onError: 'halt' };

/** Enough of an expression language for tests: a JavaScript expression over the names of the scope. */
export function evaluate(expression: string, scope: Values): Json {
  const names = Object.keys(scope);
  try {
    return new Function(...names, `return (${expression});`)(...names.map((name) => scope[name])) as Json;
  } catch (error) {
    throw new Error(`${expression} cannot be evaluated: ${(error as Error).message}.`);
  }
}

/** How long a node takes and how it ends. Null: it never says anything. */
export type Behaviour = (
  start: NodeStart,
) => { ms: number; outputs: Values } | { ms: number; reason: string; final?: boolean } | null;

interface Playing {
  readonly start: NodeStart;
  readonly endsAt: Instant;
}

/**
 * Plays a flow in pretended time, as its owner would: decides, records, applies, and only then starts.
 * Everything that was recorded is kept, so that a test can look at it or play it again.
 */
export class Stage {
  run: FlowRun;
  now: Instant = 1_000;
  readonly log: { at: Instant; change: FlowChange }[] = [];
  readonly started: NodeStart[] = [];
  readonly stopped: NodePath[] = [];
  readonly playing = new Map<NodePath, Playing>();
  readonly flow: Flow;
  readonly limits: FlowLimits;
  readonly parameters: Values;
  readonly behave: Behaviour;

  constructor(
    flow: Flow,
    limits: Partial<FlowLimits> = {},
    parameters: Values = {},
    behave: Behaviour = ({ inputs }) => ({ ms: 10, outputs: { out: 1, ...inputs } }),
  ) {
    this.flow = flow;
    this.limits = { ...LIMITS, ...limits };
    this.parameters = parameters;
    this.behave = behave;
    this.run = new FlowRun(flow, this.limits, parameters);
  }

  tell(input: FlowInput): FlowDecision {
    const decision = this.ask(input);
    for (const change of decision.changes) this.record(change);
    this.perform(decision);
    return decision;
  }

  ask(input: FlowInput): FlowDecision {
    return this.run.decide(input, { now: this.now, chance: () => 0.5, evaluate });
  }

  record(change: FlowChange): void {
    this.log.push({ at: this.now, change });
    this.run.apply(change, this.now);
  }

  perform({ starts, stops }: FlowDecision): void {
    for (const path of stops) {
      this.stopped.push(path);
      this.playing.delete(path);
    }
    for (const start of starts) {
      this.started.push(start);
      const how = this.behave(start);
      this.playing.set(start.path, { start, endsAt: how ? this.now + how.ms : Number.POSITIVE_INFINITY });
    }
  }

  /** Lets time pass until something happens, and tells it. False when nothing will. */
  step(): boolean {
    let next: Playing | null = null;
    for (const each of this.playing.values()) if (!next || each.endsAt < next.endsAt) next = each;
    const due = this.run.nextDue();
    const at = Math.min(next?.endsAt ?? Number.POSITIVE_INFINITY, due ?? Number.POSITIVE_INFINITY);
    if (!Number.isFinite(at)) return false;
    this.now = Math.max(this.now, at);
    if (!next || next.endsAt > at) this.tell({ kind: 'time' });
    else this.#end(next.start);
    return true;
  }

  /** Plays until nothing happens any more. */
  play(): FlowState {
    if (this.run.state === 'pending') this.tell({ kind: 'start' });
    for (let steps = 0; this.step(); steps += 1) if (steps > 100_000) throw new Error('It never ends.');
    return this.run.state;
  }

  states(): Record<NodePath, string> {
    return Object.fromEntries([...this.run.nodes()].map(({ path, state }) => [path, state]));
  }

  /** The order in which nodes were started. */
  order(): NodePath[] {
    return this.started.map(({ path }) => path);
  }

  #end(start: NodeStart): void {
    const { path: node, attempt } = start;
    this.playing.delete(node);
    const how = this.behave(start);
    if (!how) return;
    if ('outputs' in how) this.tell({ kind: 'node-done', node, attempt, outputs: how.outputs });
    else
      this.tell({
        kind: 'node-failed',
        node,
        attempt,
        reason: how.reason,
        ...(how.final && { final: true }),
      });
  }
}

/** What two runs must agree on, whatever the times. */
export const outcome = (run: FlowRun) => ({
  state: run.state,
  results: run.results(),
  nodes: [...run.nodes()].map(({ path, state, outputs }) => ({ path, state, outputs })),
});

export const op = (id: string, more: Partial<FlowNode> = {}): FlowNode =>
  ({ id, kind: 'operator', operator: 'test', ...more }) as FlowNode;

export const control = (id: string, kind: 'branch' | 'merge' | 'parallel' | 'join'): FlowNode => ({
  id,
  kind: 'control',
  control: kind,
});

/** `a > b`, `a ~ b` (soft), `a ? b` (optional): control edges. */
export const edges = (...lines: string[]): Flow['edges'] =>
  lines.map((line) => {
    const [from = '', sign, to = ''] = line.split(' ');
    const dependency = sign === '~' ? 'soft' : sign === '?' ? 'optional' : 'hard';
    return { kind: 'control' as const, from, to, dependency };
  });

export const way = (from: string, to: string, condition: string) => ({
  kind: 'conditional' as const,
  from,
  to,
  condition,
});

export const data = (from: string, to: string, transform?: string) => {
  const [source = '', fromPort = ''] = from.split('.');
  const [target = '', toPort = ''] = to.split('.');
  const edge = { kind: 'data' as const, from: source, fromPort, to: target, toPort };
  return transform === undefined ? edge : { ...edge, transform };
};

export const retry = (attempts: number, backoff: Backoff, next?: Recovery): Recovery =>
  // biome-ignore lint/suspicious/noThenProperty: it is the recovery's own word, and nobody awaits one.
  next ? { kind: 'retry', attempts, backoff, then: next } : { kind: 'retry', attempts, backoff };
