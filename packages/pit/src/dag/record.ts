import type { FlowState, Instant, NodePath, NodeState, Values } from '@symphony/domain';
import type { Heap } from './heap.ts';
import type { Plan, PlannedNode } from './plan.ts';

/** What is known of one node in one round. `facts` is the fold; the rest is index and structure. */
export interface NodeRecord {
  readonly path: NodePath;
  readonly plan: PlannedNode;
  readonly scope: Scope;
  facts: NodeFacts;
  /** The rounds of a loop that were ever begun; only those up to `facts.round` count. */
  readonly rounds: Scope[];
  /** The line it stands in, if any. */
  line: Heap<NodeRecord> | null;
}

/** Replaced, never changed, so that a decision can be taken back. */
export interface NodeFacts {
  readonly state: NodeState;
  readonly attempt: number;
  readonly reason: string;
  /** What those behind it go on with; null: they do without, or cannot be played. */
  readonly outputs: Values | null;
  readonly startedAt: Instant | null;
  readonly endedAt: Instant | null;
  /** Queued: not before this. Running or waiting: not after this. */
  readonly dueAt: Instant | null;
  /** What was decided about each conditional edge that leaves it. */
  readonly ways: readonly (boolean | null)[];
  /** It failed and waits for its stand-in. */
  readonly replaced: boolean;
  /** Skipped because something it needs failed, not because a way was not taken. */
  readonly lost: boolean;
  /** Attempts that no longer count towards its retries. */
  readonly forgiven: number;
  /** How often it had everything from an earlier node on played again. */
  readonly restarts: number;
  /** The round a loop is in; 0 before the first. */
  readonly round: number;
}

/** The nodes of the flow itself, or of one round of a loop. */
export interface Scope {
  readonly loop: NodeRecord | null;
  readonly round: number;
  readonly plan: Plan;
  readonly records: NodeRecord[];
  /** How many have not ended. */
  open: number;
  /** How many are running. */
  active: number;
  /** How many failed whose failure matters. */
  failures: number;
}

export interface FlowFacts {
  readonly state: FlowState;
  readonly reason: string;
  readonly results: Values | null;
  readonly startedAt: Instant | null;
  readonly endedAt: Instant | null;
  /** Its time counts while it runs, not while it is paused or waits for a person. */
  readonly runningSince: Instant | null;
  readonly ranMs: number;
  readonly lastAt: Instant;
  readonly parallel: number;
  /** Paths without rounds. */
  readonly breakpoints: readonly NodePath[];
  /** Paused: the node with the breakpoint it stopped before. */
  readonly before: NodePath | null;
  /** Nodes that may begin although they have a breakpoint, each once. */
  readonly passes: readonly NodePath[];
  /** It pauses when one node has begun, and which one that was; null: it runs on. */
  readonly step: { readonly began: NodePath | null } | null;
}

export const hasEnded = (state: NodeState): boolean =>
  state === 'completed' || state === 'failed' || state === 'skipped';

export const isOver = (state: FlowState): boolean =>
  state === 'completed' || state === 'failed' || state === 'cancelled';

const FRESH: NodeFacts = {
  state: 'pending',
  attempt: 0,
  reason: '',
  outputs: null,
  startedAt: null,
  endedAt: null,
  dueAt: null,
  ways: [],
  replaced: false,
  lost: false,
  forgiven: 0,
  restarts: 0,
  round: 0,
};

/** As before the first start, except for what is counted for ever. */
export function freshFacts({ ways }: PlannedNode, attempt = 0, restarts = 0): NodeFacts {
  // Most nodes share one value: facts are never changed.
  if (attempt === 0 && restarts === 0 && ways.length === 0) return FRESH;
  return { ...FRESH, attempt, forgiven: attempt, restarts, ways: ways.map(() => null) };
}

export function scopeOf(plan: Plan, loop: NodeRecord | null, round: number): Scope {
  const prefix = loop ? `${loop.path}/${round}/` : '';
  const records: NodeRecord[] = [];
  const scope: Scope = { loop, round, plan, records, open: plan.nodes.length, active: 0, failures: 0 };
  for (const each of plan.nodes)
    records.push({
      path: prefix + each.node.id,
      plan: each,
      scope,
      facts: freshFacts(each),
      rounds: [],
      line: null,
    });
  return scope;
}

/** The same scope's record of another planned node. */
export const beside = (record: NodeRecord, plan: PlannedNode): NodeRecord =>
  record.scope.records[plan.index] as NodeRecord;

/** The round a loop is in, or null. */
export const currentRound = (loop: NodeRecord): Scope | null => loop.rounds[loop.facts.round - 1] ?? null;

/** Whether every loop around it is running and in this very round. */
export function isLive({ loop, round }: Scope): boolean {
  if (loop === null) return true;
  return loop.facts.state === 'running' && loop.facts.round === round && isLive(loop.scope);
}

/** Higher priority first, then the longest way still to go, then by name. */
export function comesBefore(a: NodeRecord, b: NodeRecord): boolean {
  const byPriority = (a.plan.node.priority ?? 0) - (b.plan.node.priority ?? 0);
  if (byPriority !== 0) return byPriority > 0;
  if (a.plan.remainingMs !== b.plan.remainingMs) return a.plan.remainingMs > b.plan.remainingMs;
  return a.path < b.path;
}
