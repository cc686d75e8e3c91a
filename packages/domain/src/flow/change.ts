import type { Instant, Json } from '../work-item.ts';

/**
 * What can happen to a flow that is played (P8). Every change of state is one of these in the log;
 * folding them over the flow gives where it stands, so the log is the checkpoint.
 */

export type FlowState =
  | 'pending'
  | 'running'
  | 'paused'
  | 'waiting' // for a person: only gates are left
  | 'completed'
  | 'failed'
  | 'cancelled';

export type NodeState = 'pending' | 'queued' | 'running' | 'waiting' | 'completed' | 'failed' | 'skipped';

/** Within loops: `loop/2/child` is the node `child` in the second round of `loop`. */
export type NodePath = string;

export type Values = Readonly<Record<string, Json>>;

export type FlowChange =
  | {
      readonly kind: 'flow';
      readonly to: FlowState;
      readonly reason: string;
      /** With `completed`: the values of the output nodes. */
      readonly results?: Values;
      /** With `paused`: the node with the breakpoint. It may begin once the flow goes on. */
      readonly before?: NodePath;
      /** With `running`: it pauses again when one node has begun. False: it no longer does. */
      readonly step?: boolean;
    }
  | {
      readonly kind: 'node';
      readonly node: NodePath;
      readonly to: NodeState;
      /** From 1; counts up with every start. */
      readonly attempt: number;
      /** In a person's words; empty when there is nothing to say. */
      readonly reason: string;
      readonly outputs?: Values;
      /** A queued node that must wait (backoff). */
      readonly dueAt?: Instant;
    }
  /** A conditional edge was decided: recorded, so that a replay does not ask again. */
  | { readonly kind: 'way'; readonly from: NodePath; readonly to: NodePath; readonly taken: boolean }
  /** The next round of a loop begins. */
  | { readonly kind: 'round'; readonly loop: NodePath; readonly round: number }
  /** How many nodes may be at work at once from now on. */
  | { readonly kind: 'limit'; readonly parallel: number }
  /** The flow pauses before each of these from now on, in each round where they are in a loop. */
  | { readonly kind: 'breakpoints'; readonly nodes: readonly NodePath[] };
