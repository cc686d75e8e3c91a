import type { Json } from '../work-item.ts';

/**
 * The one graph that is played: melodies, plans and missions are flows. Nodes do something, edges say
 * what must come first and what is handed on. A flow is a value; what happened to it is a list of
 * `FlowChange`s beside it.
 */
export interface Flow {
  readonly nodes: readonly FlowNode[];
  readonly edges: readonly FlowEdge[];
}

export type NodeId = string;

export type FlowNode =
  | InstrumentNode
  | OperatorNode
  | AgentNode
  | GateNode
  | ControlNode
  | LoopNode
  | InputNode
  | OutputNode;

export type NodeKind = FlowNode['kind'];

export interface NodeBase {
  /** Unique in its flow: a letter, then letters, digits, `-` and `_`. */
  readonly id: NodeId;
  readonly name?: string;
  readonly description?: string;
  /** Where the board draws it. */
  readonly position?: { readonly x: number; readonly y: number };
  /** False: it is skipped, and what needs it goes on with its ports' defaults. */
  readonly enabled?: boolean;
  readonly inputs?: readonly FlowPort[];
  readonly outputs?: readonly FlowPort[];
  /** Higher goes first among the ready ones. */
  readonly priority?: number;
  /** What it takes of the limits while it runs, besides one place: `{ gpu: 1 }`. */
  readonly resources?: Readonly<Record<string, number>>;
  readonly timeoutMs?: number;
  /** How long it usually takes: the critical path is reckoned with it. */
  readonly estimateMs?: number;
  readonly recovery?: Recovery;
}

/** Asks a model. */
export interface InstrumentNode extends NodeBase {
  readonly kind: 'instrument';
  readonly instrument: string;
  readonly config?: Readonly<Record<string, Json>>;
}

/** Runs a tool: built in, or of an extension. */
export interface OperatorNode extends NodeBase {
  readonly kind: 'operator';
  readonly operator: string;
  readonly config?: Readonly<Record<string, Json>>;
}

/** A work item: an agent in its own chamber, proved and merged like every other. */
export interface AgentNode extends NodeBase {
  readonly kind: 'agent';
  readonly work: {
    readonly title: string;
    readonly description: string;
    readonly player?: string;
    readonly labels?: readonly string[];
    readonly priority?: number;
    /** What the rehearsal player does with it; other players do not see it. */
    readonly rehearsal?: Json;
  };
}

/** Waits for a person. */
export interface GateNode extends NodeBase {
  readonly kind: 'gate';
  readonly question: string;
  /** Empty: any answer. The answer is the output `answer`. */
  readonly options?: readonly string[];
}

/**
 * `branch` and `parallel` hand on what they get; a branch's conditional edges choose among ways.
 * `merge` goes on with the first way that arrives, `join` waits for all that were taken.
 */
export interface ControlNode extends NodeBase {
  readonly kind: 'control';
  readonly control: 'branch' | 'merge' | 'parallel' | 'join';
}

/** Plays `body` again and again, at most `times`, until `until` holds over the last round's outputs. */
export interface LoopNode extends NodeBase {
  readonly kind: 'loop';
  readonly body: Flow;
  readonly times: number;
  /** A parameter that says how often; then `times` is the most it may say. */
  readonly timesFrom?: string;
  readonly until?: string;
}

/** A value that comes from outside: a parameter of the melody. */
export interface InputNode extends NodeBase {
  readonly kind: 'input';
  /** The parameter it carries. Its output port is `value`. */
  readonly parameter: string;
}

/** A result of the whole flow. Its input port is `value`. */
export interface OutputNode extends NodeBase {
  readonly kind: 'output';
  readonly result: string;
}

export interface FlowPort {
  readonly name: string;
  readonly type: DataType;
  /** An input that must be connected or have a default. Default true. */
  readonly required?: boolean;
  readonly default?: Json;
}

/** `list<…>` may be nested. `any` goes with everything. */
export type DataType = 'any' | 'text' | 'number' | 'boolean' | 'json' | 'artifact' | `list<${string}>`;

export type FlowEdge = DataEdge | ControlEdge | ConditionalEdge;

/** Hands a value on. The target waits for the source. */
export interface DataEdge {
  readonly kind: 'data';
  readonly from: NodeId;
  readonly fromPort: string;
  readonly to: NodeId;
  readonly toPort: string;
  /** An expression over `value`. */
  readonly transform?: string;
  readonly dependency?: Dependency;
}

export interface ControlEdge {
  readonly kind: 'control';
  readonly from: NodeId;
  readonly to: NodeId;
  readonly dependency?: Dependency;
}

/** Taken when the condition holds over the outputs of `from`; else the way behind it is skipped. */
export interface ConditionalEdge {
  readonly kind: 'conditional';
  readonly from: NodeId;
  readonly to: NodeId;
  readonly condition: string;
  readonly label?: string;
}

/**
 * What a source that failed or was skipped means for the one that waits for it. `hard` (default): it
 * cannot be played. `soft`: it is played without, and the run counts as degraded. `optional`: it is
 * played without, and nobody minds.
 */
export type Dependency = 'hard' | 'soft' | 'optional';

/** What happens when a node fails. Default: `fail`. */
export type Recovery =
  | { readonly kind: 'retry'; readonly attempts: number; readonly backoff: Backoff; readonly then?: Recovery }
  /** Goes on with these outputs, or with those of another node, which is then played in its place. */
  | { readonly kind: 'fallback'; readonly outputs: Readonly<Record<string, Json>> }
  | { readonly kind: 'fallback'; readonly node: NodeId }
  | { readonly kind: 'skip'; readonly outputs?: Readonly<Record<string, Json>> }
  | { readonly kind: 'fail' }
  /** Everything from the named node on is played again, at most `times`. */
  | { readonly kind: 'restart'; readonly from: NodeId; readonly times: number };

export type Backoff =
  | { readonly kind: 'constant'; readonly ms: number }
  | { readonly kind: 'linear'; readonly ms: number; readonly step: number }
  | { readonly kind: 'exponential'; readonly ms: number; readonly factor: number; readonly max: number };
