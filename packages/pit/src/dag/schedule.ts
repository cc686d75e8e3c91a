import type { LoopNode } from '@symphony/domain';
import { isMarked, nameOf } from './breakpoints.ts';
import { beside, currentRound, hasEnded, type NodeRecord } from './record.ts';
import type { Turn } from './turn.ts';
import { attempt, gather, missed, parameter, resultsOf } from './values.ts';
import { verdictOn } from './verdict.ts';

/**
 * Goes on with a flow that runs: first everything that takes no place (it may make more nodes ready),
 * then one node that works, and so on until no more fits; in the end the flow itself may be over.
 */
export function goOn(turn: Turn): void {
  const { standing } = turn;
  const { lines } = standing;
  if (standing.flow.state !== 'running') return;
  const held: NodeRecord[] = [];
  while (goesOn(turn)) {
    const next = lines.takeFree();
    if (next && lines.isStopped(next.scope) && !endsRound(next)) held.push(next);
    else if (next) settle(turn, next);
    else if (!startBest(turn, held)) break;
  }
  for (const record of held) lines.putBack(record);
  if (standing.flow.state !== 'running') return;
  for (const record of lines.unannounced()) if (!lines.isStopped(record.scope)) turn.move(record, 'queued');
  finish(turn);
}

/** Whether more may begin: a step is over when one node has begun. */
function goesOn(turn: Turn): boolean {
  const { flow } = turn.standing;
  const began = flow.step?.began ?? null;
  if (flow.state !== 'running' || began === null) return flow.state === 'running';
  const reason = `stopped after ${nameOf(turn.standing.find(began))}`;
  turn.emit({ kind: 'flow', to: 'paused', reason });
  return false;
}

/** Pauses instead of letting a node with a breakpoint begin. A step pauses by itself. */
function stopsBefore(turn: Turn, record: NodeRecord): boolean {
  const { flow } = turn.standing;
  if (flow.step !== null || !isMarked(flow, record)) return false;
  const reason = `stopped before ${nameOf(record)}`;
  turn.emit({ kind: 'flow', to: 'paused', reason, before: record.path });
  return true;
}

/** A round that a failure ended is closed although nothing new starts in the flow around it. */
const endsRound = ({ facts, plan }: NodeRecord): boolean => plan.body !== null && facts.state === 'running';

/**
 * Starts the first node that fits. One that does not fit keeps what it lacks from those behind it:
 * otherwise small ones could pass a large one for ever.
 */
function startBest(turn: Turn, held: NodeRecord[]): boolean {
  const { lines, flow, limits } = turn.standing;
  if (lines.busy >= flow.parallel) return false;
  const kept = new Set<string>();
  for (const head of lines.heads()) {
    if (lines.isStopped(head.scope)) {
      lines.take(head);
      held.push(head);
      return true;
    }
    const { resources } = head.plan;
    const beyond = resources.find(([name, amount]) => amount > limitOf(limits.resources, name));
    if (beyond) {
      lines.take(head);
      const [name, amount] = beyond;
      const most = limitOf(limits.resources, name);
      turn.fail(head, `It needs ${amount} of "${name}", and there are only ${most}.`, true);
      return true;
    }
    const short = resources.filter(
      ([name, amount]) => lines.used(name) + amount > limitOf(limits.resources, name),
    );
    if (short.length === 0 && !resources.some(([name]) => kept.has(name))) {
      if (stopsBefore(turn, head)) return false;
      lines.take(head);
      begin(turn, head);
      return true;
    }
    for (const [name] of short) kept.add(name);
  }
  return false;
}

const limitOf = (resources: Readonly<Record<string, number>> | undefined, name: string): number =>
  resources?.[name] ?? Number.POSITIVE_INFINITY;

function begin(turn: Turn, record: NodeRecord): void {
  const gathered = gather(record, turn.context.evaluate);
  if ('problem' in gathered) turn.fail(record, gathered.problem, true);
  else turn.start(record, gathered.inputs);
}

/** Decides what can be decided about a node without giving it a place. */
function settle(turn: Turn, record: NodeRecord): void {
  const { state } = record.facts;
  if (hasEnded(state)) return decideWays(turn, record);
  if (state === 'running') return nextRound(turn, record, record.plan.node as LoopNode);
  if (state === 'waiting') return takeOver(turn, record);
  const verdict = state === 'queued' ? null : verdictOn(record);
  if (verdict?.kind === 'fail') return turn.fail(record, verdict.reason, true);
  if (verdict?.kind === 'skip') {
    const { reason, outputs } = verdict;
    return turn.move(record, 'skipped', outputs ? { reason, outputs } : { reason });
  }
  if (stopsBefore(turn, record)) return turn.standing.lines.putBack(record);
  complete(turn, record);
}

function complete(turn: Turn, record: NodeRecord): void {
  const { node } = record.plan;
  const { evaluate } = turn.context;
  const gathered = gather(record, evaluate);
  if ('problem' in gathered) return turn.fail(record, gathered.problem, true);
  const next = record.facts.attempt + 1;
  if (node.kind === 'loop') return turn.move(record, 'running', { attempt: next });
  if (node.kind === 'gate') return turn.move(record, 'waiting', { attempt: next, reason: node.question });
  if (node.kind !== 'input')
    return turn.move(record, 'completed', { attempt: next, outputs: gathered.inputs });
  const port = node.outputs?.find(({ name }) => name === 'value');
  const given = parameter(record.scope, node.parameter, turn.standing.parameters, evaluate);
  const value = given ?? port?.default ?? (port?.required === false ? null : given);
  if (value === undefined)
    return turn.fail(record, `There is no value for the parameter "${node.parameter}".`, true);
  turn.move(record, 'completed', { attempt: next, outputs: { value } });
}

/** A condition that cannot be decided fails the node it leads to, not the one that did its work. */
function decideWays(turn: Turn, record: NodeRecord): void {
  const { ways } = record.plan;
  for (const [at, { edge, to }] of ways.entries()) {
    if (record.facts.ways[at] !== null || edge.kind !== 'conditional') continue;
    const target = beside(record, to);
    const found = attempt(() => turn.context.evaluate(edge.condition, record.facts.outputs ?? {}));
    if ('problem' in found && target.facts.state === 'pending')
      turn.fail(target, `The condition "${edge.condition}" could not be decided: ${found.problem}`, true);
    const taken = 'value' in found && found.value === true;
    turn.emit({ kind: 'way', from: record.path, to: target.path, taken });
  }
}

/** The stand-in has ended, well or badly, and so does the one it stands in for. */
function takeOver(turn: Turn, record: NodeRecord): void {
  const standIn = record.plan.standIn && beside(record, record.plan.standIn);
  if (!standIn) return;
  const { outputs, reason } = standIn.facts;
  if (outputs)
    turn.move(record, 'completed', { outputs, reason: `"${standIn.path}" was played in its place.` });
  else turn.move(record, 'failed', { reason: `Its stand-in "${standIn.path}" did not help: ${reason}` });
}

function nextRound(turn: Turn, loop: NodeRecord, node: LoopNode): void {
  const scope = currentRound(loop);
  const round = loop.facts.round;
  if (!scope) return beginRound(turn, loop, 1);
  if (scope.failures > 0) {
    const failed = scope.records.find(({ plan, facts }) => facts.state === 'failed' && !plan.tolerated);
    return turn.fail(
      loop,
      `In round ${round} "${failed?.plan.node.id}" failed: ${failed?.facts.reason}`,
      false,
    );
  }
  if (scope.open > 0) return breakOff(turn, loop);
  const outputs = resultsOf(scope);
  const { until } = node;
  if (until !== undefined) {
    const found = attempt(() => turn.context.evaluate(until, { round, ...outputs }));
    if ('problem' in found)
      return turn.fail(loop, `"until" could not be decided after round ${round}: ${found.problem}`, true);
    if (found.value === true) return turn.move(loop, 'completed', { outputs });
  }
  if (round < node.times) return beginRound(turn, loop, round + 1);
  const reason = until === undefined ? '' : `Round ${round} was the last, and "${until}" does not hold yet.`;
  turn.move(loop, 'completed', { outputs, reason });
}

function beginRound(turn: Turn, loop: NodeRecord, round: number): void {
  if (turn.standing.lines.isStopped(loop.scope)) return breakOff(turn, loop);
  turn.emit({ kind: 'round', loop: loop.path, round });
}

const breakOff = (turn: Turn, loop: NodeRecord): void =>
  turn.move(loop, 'skipped', { reason: 'It was broken off, because something else failed.' });

function finish(turn: Turn): void {
  const { standing } = turn;
  const { lines, top } = standing;
  if (lines.isFinished(top)) return top.failures > 0 ? failFlow(turn) : completeFlow(turn);
  if (lines.busy > 0 || lines.delayed > 0) return;
  if (lines.gates > 0) return turn.emit({ kind: 'flow', to: 'waiting', reason: 'It waits for an answer.' });
  const stuck = top.records.find(({ facts }) => !hasEnded(facts.state));
  turn.emit({
    kind: 'flow',
    to: 'failed',
    reason: `Nothing can go on: "${stuck?.path}" never becomes ready.`,
  });
}

function completeFlow(turn: Turn): void {
  const { top } = turn.standing;
  const without = missed(top);
  const reason = without.length === 0 ? '' : `Without ${without.map((path) => `"${path}"`).join(', ')}.`;
  turn.emit({ kind: 'flow', to: 'completed', reason, results: resultsOf(top) });
}

function failFlow(turn: Turn): void {
  const failed = turn.standing.top.records.filter(
    ({ plan, facts }) => facts.state === 'failed' && !plan.tolerated,
  );
  const first = failed[0];
  const others = failed.length > 1 ? ` (and ${failed.length - 1} more)` : '';
  turn.emit({
    kind: 'flow',
    to: 'failed',
    reason: `"${first?.path}" failed${others}: ${first?.facts.reason}`,
  });
}
