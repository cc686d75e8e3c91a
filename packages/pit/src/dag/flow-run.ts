import type {
  Flow,
  FlowChange,
  FlowNode,
  FlowState,
  GateNode,
  Instant,
  Json,
  NodePath,
  NodeState,
  Values,
} from '@symphony/domain';
import { type CriticalPath, longestWay } from './critical-path.ts';
import { decideInput, type FlowInput } from './decide.ts';
import type { FlowLimits } from './limits.ts';
import type { NodeRecord, Scope } from './record.ts';
import { type FlowSnapshot, restore, snapshot } from './snapshot.ts';
import { Standing } from './standing.ts';
import { type FlowContext, type FlowDecision, Turn } from './turn.ts';
import { type Evaluate, gather, parameter, resultsOf } from './values.ts';

/** Where one node stands, for screens. */
export interface NodeStanding {
  readonly path: NodePath;
  readonly node: FlowNode;
  readonly state: NodeState;
  readonly attempt: number;
  readonly reason: string;
  readonly startedAt: Instant | null;
  readonly endedAt: Instant | null;
  readonly outputs: Values | null;
}

/** A gate that is open. */
export interface OpenGate {
  readonly path: NodePath;
  readonly node: GateNode;
  readonly since: Instant;
}

/**
 * A flow that is played (P2, P8): where it stands is the fold of its changes, and `decide` says which
 * changes come next and what is to be started. Whoever owns it decides, records the changes of that
 * decision together, applies them, and then performs its starts and stops; only then it decides again.
 */
export class FlowRun {
  readonly #standing: Standing;

  /** Throws when the flow is not valid: cycles, unknown ids. */
  constructor(flow: Flow, limits: FlowLimits, parameters: Values) {
    this.#standing = new Standing(flow, limits, parameters);
  }

  /** Goes on from what `toJson` gave, with the same flow, limits and parameters. */
  static fromJson(flow: Flow, limits: FlowLimits, parameters: Values, json: FlowSnapshot): FlowRun {
    const run = new FlowRun(flow, limits, parameters);
    restore(run.#standing, json);
    return run;
  }

  toJson(): FlowSnapshot {
    return snapshot(this.#standing);
  }

  /** Changes nothing. */
  decide(input: FlowInput, context: FlowContext): FlowDecision {
    return this.#standing.attempt(() => {
      const turn = new Turn(this.#standing, context);
      decideInput(turn, input);
      return turn.decision();
    });
  }

  /** The fold. Throws on a change that no decision makes. */
  apply(change: FlowChange, at: Instant): void {
    this.#standing.apply(change, at);
  }

  get state(): FlowState {
    return this.#standing.flow.state;
  }

  /** Why it is in its state; empty when there is nothing to say. */
  get reason(): string {
    return this.#standing.flow.reason;
  }

  /** Paths without rounds: `loop/child` stops in each round of `loop`. */
  get breakpoints(): readonly NodePath[] {
    return this.#standing.flow.breakpoints;
  }

  /** It pauses as soon as one more node has begun. */
  get isStepping(): boolean {
    return this.#standing.flow.step !== null;
  }

  /** The values of the output nodes so far; all of them once it is completed. */
  results(): Values {
    return this.#standing.flow.results ?? resultsOf(this.#standing.top);
  }

  /** When `decide` must be asked again at the latest. */
  nextDue(): Instant | null {
    const { lines, flowDueAt } = this.#standing;
    const node = lines.nextDue();
    return node === null || (flowDueAt !== null && flowDueAt < node) ? flowDueAt : node;
  }

  node(path: NodePath): NodeStanding | null {
    const record = this.#standing.lookUp(path);
    return record && standingOf(record);
  }

  nodeState(path: NodePath): NodeState | null {
    return this.#standing.lookUp(path)?.facts.state ?? null;
  }

  /** What the node is given on its ports, as it would be if it began now. */
  inputsOf(path: NodePath, evaluate: Evaluate): Values {
    const record = this.#standing.lookUp(path);
    const gathered = record ? gather(record, evaluate) : { inputs: {} };
    return 'inputs' in gathered ? gathered.inputs : {};
  }

  /** What a name stands for around the node: a parameter, or what `parameter` says of loops. */
  around(path: NodePath, name: string, evaluate: Evaluate): Json | undefined {
    const record = this.#standing.lookUp(path);
    return record ? parameter(record.scope, name, this.#standing.parameters, evaluate) : undefined;
  }

  /** Every node, each loop followed by its rounds. */
  *nodes(): IterableIterator<NodeStanding> {
    for (const record of recordsIn(this.#standing.top)) yield standingOf(record);
  }

  /** Only what is queued, running or waiting. */
  *active(): IterableIterator<NodeStanding> {
    for (const record of this.#standing.lines.underWay) yield standingOf(record);
  }

  gates(): OpenGate[] {
    const gates: OpenGate[] = [];
    for (const { path, plan, facts } of this.#standing.lines.underWay)
      if (plan.node.kind === 'gate' && facts.state === 'waiting' && !facts.replaced)
        gates.push({ path, node: plan.node, since: facts.startedAt ?? 0 });
    return gates;
  }

  counts(): Record<NodeState, number> {
    const counts = { pending: 0, queued: 0, running: 0, waiting: 0, completed: 0, failed: 0, skipped: 0 };
    for (const { facts } of recordsIn(this.#standing.top)) counts[facts.state] += 1;
    return counts;
  }

  /** By the time nodes took where they have run, else by their estimates. */
  criticalPath(): CriticalPath {
    return longestWay(this.#standing.top);
  }
}

const standingOf = ({ path, plan, facts }: NodeRecord): NodeStanding => ({
  path,
  node: plan.node,
  state: facts.state,
  attempt: facts.attempt,
  reason: facts.reason,
  startedAt: facts.startedAt,
  endedAt: facts.endedAt,
  outputs: facts.outputs,
});

function* recordsIn(scope: Scope): IterableIterator<NodeRecord> {
  for (const record of scope.records) {
    yield record;
    for (const round of record.rounds.slice(0, record.facts.round)) yield* recordsIn(round);
  }
}
