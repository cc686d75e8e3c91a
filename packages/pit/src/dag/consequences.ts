import type { NodeId, Recovery } from '@symphony/domain';
import type { PlannedNode } from './plan.ts';
import { beside, currentRound, type NodeRecord, type Scope } from './record.ts';

/** Which other nodes a change moves. All of it follows from the flow, so none of it need be recorded. */

/** Everything from the node it restarts from on, itself included. Empty when that node does not lead to it. */
export function region(record: NodeRecord): readonly NodeRecord[] {
  const from = restartOf(record.plan.node.recovery)?.from;
  const start = from === undefined ? undefined : record.scope.plan.byId.get(from);
  if (!start) return [];
  const found = reach(start, () => true);
  return found.has(record.plan) ? [...found].map((plan) => beside(record, plan)) : [];
}

export function restartOf(recovery: Recovery | undefined): { from: NodeId; times: number } | null {
  if (recovery?.kind === 'retry') return restartOf(recovery.then);
  return recovery?.kind === 'restart' ? recovery : null;
}

/** Those behind it that were skipped without anything to go on with. */
export function reopenable(record: NodeRecord): readonly NodeRecord[] {
  const found = reach(record.plan, (plan) => {
    const { state, outputs } = beside(record, plan).facts;
    return state === 'skipped' && outputs === null;
  });
  found.delete(record.plan);
  return [...found].map((plan) => beside(record, plan));
}

/** What is under way in a scope, and in the rounds within it. */
export function closed(scope: Scope): readonly NodeRecord[] {
  return scope.records.flatMap((record) => {
    const { state } = record.facts;
    if (state !== 'running' && state !== 'waiting' && state !== 'queued') return [];
    const round = state === 'running' ? currentRound(record) : null;
    // Children first: they are live only while their loop runs.
    return round ? [...closed(round), record] : [record];
  });
}

function reach(start: PlannedNode, enter: (plan: PlannedNode) => boolean): Set<PlannedNode> {
  const found = new Set([start]);
  for (const plan of found) {
    const next = plan.outgoing.map(({ to }) => to);
    if (plan.standIn) next.push(plan.standIn);
    for (const each of next) if (!found.has(each) && enter(each)) found.add(each);
  }
  return found;
}
