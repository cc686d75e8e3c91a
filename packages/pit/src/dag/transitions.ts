import type { FlowState, NodeState } from '@symphony/domain';

/** Which state may follow which (P8). What is not listed does not happen. */
const FLOW: Readonly<Record<FlowState, readonly FlowState[]>> = {
  pending: ['running'],
  // To itself: it goes on after a restart of the conductor.
  running: ['running', 'paused', 'waiting', 'completed', 'failed', 'cancelled'],
  paused: ['running', 'cancelled'],
  waiting: ['running', 'cancelled'],
  completed: [],
  failed: [],
  cancelled: [],
};

const NODE: Readonly<Record<NodeState, readonly NodeState[]>> = {
  pending: ['queued', 'running', 'waiting', 'completed', 'failed', 'skipped'],
  queued: ['queued', 'running', 'waiting', 'completed', 'failed', 'skipped'],
  // To itself: started again after a restart of the conductor. To pending: everything from an earlier node on.
  running: ['running', 'queued', 'waiting', 'completed', 'failed', 'skipped', 'pending'],
  // To itself: a gate that was not answered in time waits for its stand-in.
  waiting: ['waiting', 'queued', 'completed', 'failed', 'skipped', 'pending'],
  completed: [],
  failed: ['queued', 'skipped'],
  skipped: [],
};

export const flowMay = (from: FlowState, to: FlowState): boolean => FLOW[from].includes(to);

export const nodeMay = (from: NodeState, to: NodeState): boolean => NODE[from].includes(to);
