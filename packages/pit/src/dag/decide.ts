import type { FlowState, Json, NodePath, Values } from '@symphony/domain';
import { unknownPlace } from './breakpoints.ts';
import { isLive, isOver, type NodeRecord } from './record.ts';
import { goOn } from './schedule.ts';
import type { Turn } from './turn.ts';
import { gather } from './values.ts';
import { defaultsOf } from './verdict.ts';

/** Everything that can wake a flow. */
export type FlowInput =
  | { readonly kind: 'start' }
  /** Something may be due: a wait, a time limit. */
  | { readonly kind: 'time' }
  | { readonly kind: 'pause'; readonly reason: string }
  | { readonly kind: 'resume' }
  /** Lets one node that is ready begin, and pauses again. With none ready, the next that is. */
  | { readonly kind: 'step' }
  | { readonly kind: 'breakpoints'; readonly nodes: readonly NodePath[] }
  | { readonly kind: 'cancel'; readonly reason: string }
  | {
      readonly kind: 'node-done';
      readonly node: NodePath;
      readonly attempt: number;
      readonly outputs: Values;
      readonly reason?: string;
    }
  | {
      readonly kind: 'node-failed';
      readonly node: NodePath;
      readonly attempt: number;
      readonly reason: string;
      /** Trying again would not help. */
      readonly final?: boolean;
    }
  | { readonly kind: 'skip-node'; readonly node: NodePath; readonly reason: string }
  | { readonly kind: 'retry-node'; readonly node: NodePath }
  /** A person's answer at a gate. */
  | { readonly kind: 'provide'; readonly node: NodePath; readonly value: Json }
  | { readonly kind: 'limit'; readonly parallel: number }
  /** After a restart: what was running is started again with the same attempt; nothing completed is. */
  | { readonly kind: 'recovered' };

type Of<K extends FlowInput['kind']> = Extract<FlowInput, { kind: K }>;

export function decideInput(turn: Turn, input: FlowInput): void {
  take(turn, input);
  if (turn.refusal !== null || isOver(turn.standing.flow.state)) return;
  endOverdue(turn);
  goOn(turn);
}

function take(turn: Turn, input: FlowInput): void {
  switch (input.kind) {
    case 'start':
      return start(turn);
    case 'time':
      return;
    case 'pause':
      return pause(turn, input.reason);
    case 'resume':
      return resume(turn);
    case 'step':
      return step(turn);
    case 'breakpoints':
      return mark(turn, input.nodes);
    case 'cancel':
      return cancel(turn, input.reason);
    case 'node-done':
    case 'node-failed':
      return takeAnswer(turn, input);
    case 'skip-node':
      return skipNode(turn, input);
    case 'retry-node':
      return retryNode(turn, input);
    case 'provide':
      return provide(turn, input);
    case 'limit':
      return limit(turn, input.parallel);
    case 'recovered':
      return recover(turn);
  }
}

const WORDS: Readonly<Record<FlowState, string>> = {
  pending: 'has not been started',
  running: 'is running',
  paused: 'is paused',
  waiting: 'waits for an answer',
  completed: 'is completed',
  failed: 'has failed',
  cancelled: 'was cancelled',
};

const refuse = (turn: Turn, cannot: string): void =>
  turn.refuse(`The flow ${WORDS[turn.standing.flow.state]}, so it cannot be ${cannot}.`);

function start(turn: Turn): void {
  if (turn.standing.flow.state !== 'pending') return refuse(turn, 'started');
  turn.emit({ kind: 'flow', to: 'running', reason: '' });
}

function pause(turn: Turn, reason: string): void {
  if (turn.standing.flow.state !== 'running') return refuse(turn, 'paused');
  turn.emit({ kind: 'flow', to: 'paused', reason });
}

function resume(turn: Turn): void {
  const { state, step } = turn.standing.flow;
  // On its way to the next node: it goes on past it.
  if (step !== null) return turn.emit({ kind: 'flow', to: 'running', reason: '', step: false });
  if (state !== 'paused') return refuse(turn, 'resumed');
  turn.emit({ kind: 'flow', to: 'running', reason: '' });
}

function step(turn: Turn): void {
  const { state, step: open } = turn.standing.flow;
  if (open !== null) return turn.refuse('The flow is on its way to the next node already.');
  if (state === 'running') return turn.refuse('The flow is running; pause it, then go on step by step.');
  if (state !== 'paused') return refuse(turn, 'taken a step further');
  turn.emit({ kind: 'flow', to: 'running', reason: '', step: true });
}

function mark(turn: Turn, nodes: readonly NodePath[]): void {
  const { flow, plan } = turn.standing;
  if (isOver(flow.state)) return refuse(turn, 'stopped anywhere');
  const unknown = unknownPlace({ nodes: plan.nodes.map(({ node }) => node), edges: [] }, nodes);
  if (unknown !== null) return turn.refuse(`The flow has no node "${unknown}" to stop before.`);
  turn.emit({ kind: 'breakpoints', nodes });
}

function cancel(turn: Turn, reason: string): void {
  const { state } = turn.standing.flow;
  if (state === 'pending' || isOver(state)) return refuse(turn, 'cancelled');
  turn.emit({ kind: 'flow', to: 'cancelled', reason });
}

function limit(turn: Turn, parallel: number): void {
  if (isOver(turn.standing.flow.state)) return refuse(turn, 'given another limit');
  if (!Number.isInteger(parallel) || parallel < 1)
    return turn.refuse('At least one node must be able to run; pause the flow to start nothing.');
  turn.emit({ kind: 'limit', parallel });
}

/** An answer that comes late (another attempt, a node that has ended) changes nothing. */
function takeAnswer(turn: Turn, input: Of<'node-done'> | Of<'node-failed'>): void {
  const record = turn.standing.lookUp(input.node);
  if (!record || isOver(turn.standing.flow.state) || !record.plan.works) return;
  if (record.facts.state !== 'running' || record.facts.attempt !== input.attempt) return;
  if (input.kind === 'node-done')
    turn.move(record, 'completed', { outputs: input.outputs, reason: input.reason ?? '' });
  else turn.fail(record, input.reason, input.final ?? false);
}

function skipNode(turn: Turn, { node, reason }: Of<'skip-node'>): void {
  const record = openNode(turn, node, 'skipped');
  if (!record) return;
  const { state } = record.facts;
  if (state === 'completed' || state === 'skipped')
    return turn.refuse(`"${node}" is ${state}, so it cannot be skipped.`);
  wake(turn);
  turn.end(record);
  turn.move(record, 'skipped', { reason, outputs: defaultsOf(record.plan.node.outputs) });
}

function retryNode(turn: Turn, { node }: Of<'retry-node'>): void {
  const record = openNode(turn, node, 'tried again');
  if (!record) return;
  const { state, dueAt } = record.facts;
  if (state !== 'failed' && !(state === 'queued' && dueAt !== null))
    return turn.refuse(`"${node}" is ${state}; only a node that failed can be tried again.`);
  wake(turn);
  turn.move(record, 'queued', { reason: 'Tried again because a person asked for it.' });
}

function provide(turn: Turn, { node, value }: Of<'provide'>): void {
  const record = openNode(turn, node, 'answered');
  if (!record) return;
  const gate = record.plan.node;
  if (gate.kind !== 'gate' || record.facts.state !== 'waiting' || record.facts.replaced)
    return turn.refuse(`"${node}" does not wait for an answer.`);
  const options = gate.options ?? [];
  if (options.length > 0 && !options.some((option) => option === value))
    return turn.refuse(
      `"${node}" can be answered with ${options.map((option) => `"${option}"`).join(', ')}.`,
    );
  wake(turn);
  turn.move(record, 'completed', { outputs: { answer: value } });
}

/** The node an operator speaks of, if anything can still be done with it. */
function openNode(turn: Turn, path: NodePath, cannot: string): NodeRecord | null {
  const { flow } = turn.standing;
  const record = turn.standing.lookUp(path);
  if (!record) turn.refuse(`The flow has no node "${path}".`);
  else if (flow.state === 'pending' || isOver(flow.state))
    turn.refuse(`The flow ${WORDS[flow.state]}, so "${path}" cannot be ${cannot}.`);
  else if (!isLive(record.scope)) turn.refuse(`The round of "${path}" is over, so it cannot be ${cannot}.`);
  return turn.refusal === null ? record : null;
}

/** A flow that waits for a person goes on when anything happens to it. */
function wake(turn: Turn): void {
  if (turn.standing.flow.state === 'waiting') turn.emit({ kind: 'flow', to: 'running', reason: '' });
}

function recover(turn: Turn): void {
  const { flow, lines } = turn.standing;
  if (flow.state === 'running')
    turn.emit({ kind: 'flow', to: 'running', reason: 'Going on: Symphony was restarted.' });
  const paths = [...lines.underWay].sort((a, b) => (a.path < b.path ? -1 : 1));
  for (const record of paths) {
    if (record.facts.state !== 'running' || !record.plan.works) continue;
    const gathered = gather(record, turn.context.evaluate);
    if ('problem' in gathered) turn.fail(record, gathered.problem, true);
    else turn.startAgain(record, gathered.inputs);
  }
}

function endOverdue(turn: Turn): void {
  const { standing, context } = turn;
  const { lines } = standing;
  for (let late = lines.overdue(context.now); late; late = lines.overdue(context.now)) {
    const { timeoutMs } = late.plan.node;
    wake(turn);
    turn.end(late);
    turn.fail(late, `It took longer than the ${timeoutMs} ms it may take.`, false);
  }
  const { flowDueAt, limits } = standing;
  if (flowDueAt === null || flowDueAt > context.now) return;
  const reason = `It took longer than the ${limits.timeoutMs} ms it may take.`;
  turn.emit({ kind: 'flow', to: 'failed', reason });
}
