import {
  type AgentNode,
  type FlowState,
  type Instant,
  type ItemId,
  type Melody,
  type NodePath,
  playableFlow,
  type RunId,
  type TriggerFired,
  type Values,
} from '@symphony/domain';
import { FlowRun } from '@symphony/pit/dag';

/** A melody that is played or was played: what the log says of it, and where its flow stands. */
export interface MelodyRun {
  readonly id: RunId;
  readonly melody: Melody;
  readonly parameters: Values;
  readonly trigger: TriggerFired;
  readonly by: string;
  /** Only rehearsed: no operator is executed and nothing is merged. */
  readonly dry: boolean;
  readonly startedAt: Instant;
  /** Changed by the fold alone, like everything below. */
  readonly flow: FlowRun;
  /** Every work item its agent nodes were played as. */
  readonly items: Set<ItemId>;
  endedAt: Instant | null;
}

/** Work that an agent node waits for. */
export interface NodeWork {
  readonly run: RunId;
  readonly node: NodePath;
  readonly attempt: number;
}

const OVER: ReadonlySet<FlowState> = new Set<FlowState>(['completed', 'failed', 'cancelled']);

export const isOver = (run: MelodyRun): boolean => OVER.has(run.flow.state);

export const flowOf = (melody: Melody, parameters: Values): FlowRun =>
  new FlowRun(playableFlow(melody, parameters), limitsOf(melody), parameters);

const limitsOf = ({ limits, onError }: Melody) => ({
  parallel: limits.parallel,
  timeoutMs: limits.timeoutMs,
  onError,
});

/**
 * The id of the work item an agent node is played as. It follows from the run, the node and the
 * attempt alone: making the item again after a crash finds the one that is there.
 */
export function workIdOf({ run, node, attempt }: NodeWork): ItemId {
  const short = run.slice(run.indexOf('-') + 1, run.indexOf('-') + 9);
  const again = attempt === 1 ? '' : `-again${attempt}`;
  return `M${short}-${node.replaceAll('/', '-')}${again}`;
}

export const isAgentNode = (node: { readonly kind: string } | undefined): node is AgentNode =>
  node?.kind === 'agent';

/** As plain data for a snapshot, and back. */
export const plainRun = ({ flow, items, ...run }: MelodyRun) => ({
  ...run,
  items: [...items],
  flow: flow.toJson(),
});

export function restoreRun({ flow, items, ...run }: ReturnType<typeof plainRun>): MelodyRun {
  return {
    ...run,
    items: new Set(items),
    flow: FlowRun.fromJson(
      playableFlow(run.melody, run.parameters),
      limitsOf(run.melody),
      run.parameters,
      flow,
    ),
  };
}

/** The items that nodes of this run wait for now. */
export function openWork(run: MelodyRun): [ItemId, NodeWork][] {
  if (isOver(run)) return [];
  const open: [ItemId, NodeWork][] = [];
  for (const { path, node, state, attempt } of run.flow.nodes()) {
    if (!isAgentNode(node) || state !== 'running') continue;
    const work = { run: run.id, node: path, attempt };
    open.push([workIdOf(work), work]);
  }
  return open;
}
