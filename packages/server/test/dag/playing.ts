import type { FlowChange } from '@symphony/domain';
import { type FlowInput, FlowRun, type NodeStart } from '@symphony/pit/dag';
import { LIMITS, longFlow, work } from './long-flow.ts';

/** Inputs decided before their changes are committed together, as the conductor does it. */
const BATCH = 8;

/** Plays the long flow from where its changes left it. Nothing begins before its changes are recorded. */
export function playLong(
  before: readonly { at: number; change: FlowChange }[],
  record: (at: number, changes: readonly FlowChange[]) => void,
  begin: (start: NodeStart) => void,
): FlowRun {
  const run = new FlowRun(longFlow(), LIMITS, {});
  for (const { at, change } of before) run.apply(change, at);
  const inputs: FlowInput[] = [{ kind: before.length === 0 ? 'start' : 'recovered' }];
  let next = 0;
  const perform = (start: NodeStart): void => {
    begin(start);
    const { path: node, attempt } = start;
    const outputs = work(start);
    if (outputs) inputs.push({ kind: 'node-done', node, attempt, outputs });
    else inputs.push({ kind: 'node-failed', node, attempt, reason: 'The first attempt never works.' });
  };
  while (run.state === 'pending' || run.state === 'running') {
    if (next === inputs.length) {
      if (run.nextDue() === null) throw new Error('The flow stands still.');
      inputs.push({ kind: 'time' });
    }
    const now = Date.now();
    const made: FlowChange[] = [];
    const begun: NodeStart[] = [];
    for (const input of inputs.slice(next, next + BATCH)) {
      const { changes, starts } = run.decide(input, { now, chance: () => 0.5, evaluate: () => null });
      for (const change of changes) run.apply(change, now);
      made.push(...changes);
      begun.push(...starts);
      next += 1;
    }
    if (made.length > 0) record(now, made);
    for (const start of begun) perform(start);
  }
  return run;
}
