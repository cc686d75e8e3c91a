import type { FlowState, LogEventOf, NodeState } from '@symphony/domain';

const FLOW: Readonly<Record<FlowState, string>> = {
  pending: 'waits',
  running: 'is played',
  paused: 'is paused',
  waiting: 'waits for you',
  completed: 'is done',
  failed: 'failed',
  cancelled: 'was cancelled',
};

const NODE: Readonly<Record<NodeState, string>> = {
  pending: 'is put back',
  queued: 'is next',
  running: 'begins',
  waiting: 'asks',
  completed: 'is done',
  failed: 'failed',
  skipped: 'is skipped',
};

/** What happened to a melody that is played. */
export function flowWords({ run, change }: LogEventOf<'flow-changed'>): string {
  const why = 'reason' in change && change.reason !== '' ? `: ${change.reason}` : '';
  switch (change.kind) {
    case 'flow':
      return `${run} ${FLOW[change.to]}${why}`;
    case 'node': {
      const again = change.to === 'running' && change.attempt > 1 ? ` (attempt ${change.attempt})` : '';
      return `${run}: ${change.node} ${NODE[change.to]}${again}${why}`;
    }
    case 'way':
      return `${run}: from ${change.from} ${change.taken ? 'on to' : 'not to'} ${change.to}`;
    case 'limit':
      return `${run}: at most ${change.parallel} at once from now on`;
    case 'breakpoints':
      return change.nodes.length === 0
        ? `${run}: stops nowhere from now on`
        : `${run}: stops before ${change.nodes.join(', ')} from now on`;
    case 'round':
      return `${run}: round ${change.round} of ${change.loop}`;
  }
}
