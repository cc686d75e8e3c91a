import {
  checkFlow,
  type Melody,
  type NodePath,
  type RunId,
  sayFailure,
  type TriggerFired,
  type Values,
} from '@symphony/domain';
import { type FlowInput, type NodeStart, unknownPlace } from '@symphony/pit/dag';
import type { Decision, Setting } from '../decision.ts';
import type { Input } from '../input.ts';
import { isOver, type MelodyRun, workIdOf } from '../melody/melody-run.ts';
import { nodeScope } from '../melody/node-scope.ts';
import { outcomeOfWork, spentUsd } from '../melody/node-work.ts';
import { NOT_EXECUTED, unexecutedOutputs } from '../policy/dry-run.ts';
import { stopItem } from './stopping.ts';

/**
 * Melodies (P7, P8): every step of a flow is decided by the DAG tracker; here its starts become
 * effects and the ends of work items become answers to the nodes that wait for them.
 */

interface Wanted {
  readonly melody: Melody;
  readonly parameters: Values;
  readonly trigger: TriggerFired;
  readonly by: string;
  readonly breakpoints?: readonly NodePath[];
  readonly dry?: boolean;
}

/** Answers the run's id, or why there is none. */
export function melodyWanted(
  out: Decision,
  setting: Setting,
  wanted: Wanted,
): { readonly run: RunId } | { readonly refusal: string } {
  const { state, names } = setting;
  const { melody, parameters, trigger, by, breakpoints = [], dry = false } = wanted;
  if (trigger.key !== null && state.triggerKeys.has(trigger.key)) {
    return { refusal: `${melody.name} was started by this already.` };
  }
  const refusal = refuseMelody(setting, wanted);
  if (refusal !== null) {
    out.record({ type: 'melody-refused', melody: melody.name, trigger, reason: refusal });
    return { refusal };
  }
  const run = names('melody');
  out.record({
    type: 'melody-started',
    run,
    melody,
    parameters,
    trigger,
    by,
    ...(breakpoints.length === 0 ? {} : { breakpoints }),
    ...(dry ? { dry } : {}),
  });
  return { run };
}

function refuseMelody({ state }: Setting, { melody, breakpoints = [] }: Wanted): string | null {
  const { name, limits, flow } = melody;
  const [problem] = checkFlow(flow);
  if (problem) return `${name} cannot be played: ${problem.sentence}`;
  const unknown = unknownPlace(flow, breakpoints);
  if (unknown !== null) return `${name} has no node "${unknown}" to stop before.`;
  if (state.draining) return 'Symphony is draining: nothing new starts.';
  let active = 0;
  for (const run of state.melodies.values()) if (run.melody.name === name && !isOver(run)) active += 1;
  if (active < limits.runs) return null;
  return `${name} is being played ${active === 1 ? 'already' : `${active} times already`}, and its limit is ${limits.runs}.`;
}

/** Asks the DAG tracker, records what it decides and performs what it starts. */
export function play(out: Decision, setting: Setting, run: MelodyRun, input: FlowInput): string | null {
  const { now, chance, evaluate } = setting;
  const { changes, starts, stops, refusal } = run.flow.decide(input, { now, chance, evaluate });
  for (const change of changes) out.record({ type: 'flow-changed', run: run.id, change });
  for (const start of starts) begin(out, setting, run, start);
  for (const node of stops) end(out, setting, run, node);
  return refusal;
}

function begin(out: Decision, { settings, evaluate }: Setting, run: MelodyRun, start: NodeStart): void {
  const { path, node, attempt } = start;
  const scope = nodeScope(run, path, start.inputs, evaluate);
  if (node.kind === 'agent') {
    const id = workIdOf({ run: run.id, node: path, attempt });
    out.perform({
      type: 'make-item',
      run: run.id,
      node: path,
      attempt,
      id,
      melody: run.melody.name,
      work: node.work,
      dry: run.dry,
      scope,
    });
  } else if (!run.dry) {
    out.perform({
      type: 'run-node',
      run: run.id,
      node: path,
      attempt,
      what: node,
      scope,
      inputs: start.inputs,
      target: settings.target,
    });
  }
}

function end(out: Decision, setting: Setting, run: MelodyRun, node: NodePath): void {
  const found = run.flow.node(node);
  if (!found) return;
  if (found.node.kind !== 'agent') {
    out.perform({ type: 'stop-node', run: run.id, node, attempt: found.attempt });
    return;
  }
  const item = setting.state.items.get(workIdOf({ run: run.id, node, attempt: found.attempt }));
  if (item) stopItem(out, setting, item, `${run.melody.name} was ended`, { clean: false });
}

export function nodeAnswered(
  out: Decision,
  setting: Setting,
  input: Extract<Input, { type: 'node-answered' }>,
): void {
  const run = setting.state.melodies.get(input.run);
  const { node, attempt, outputs } = input;
  if (run) play(out, setting, run, { kind: 'node-done', node, attempt, outputs });
}

export function nodeBroke(
  out: Decision,
  setting: Setting,
  input: Extract<Input, { type: 'node-broke' }>,
): void {
  const run = setting.state.melodies.get(input.run);
  const { node, attempt, failure } = input;
  if (run) play(out, setting, run, { kind: 'node-failed', node, attempt, reason: sayFailure(failure) });
}

/**
 * Starts a melody that was recorded, or tells one node the end of its work item. One step at a
 * time: the flow decides on what is recorded, so the caller records this before it asks again.
 */
export function advanceMelodies(out: Decision, setting: Setting): void {
  const { state } = setting;
  for (const run of state.melodies.values()) {
    const input: FlowInput | null = run.flow.state === 'pending' ? { kind: 'start' } : unexecuted(run);
    if (input === null) continue;
    play(out, setting, run, input);
    return;
  }
  for (const [id, { run: runId, node, attempt }] of state.nodeWork) {
    const run = state.melodies.get(runId);
    const item = state.items.get(id);
    if (!run || !item) continue;
    const spent = spentUsd(state, run);
    const { usd } = run.melody.limits;
    if (usd !== null && spent > usd) {
      play(out, setting, run, { kind: 'cancel', reason: `it has cost more than its limit of $${usd}` });
      return;
    }
    const outcome = outcomeOfWork(item);
    if (outcome === null) continue;
    if (outcome.kind === 'done') {
      const { outputs, reason } = outcome;
      play(out, setting, run, { kind: 'node-done', node, attempt, outputs, reason });
    } else play(out, setting, run, { kind: 'node-failed', node, attempt, reason: outcome.reason });
    return;
  }
}

/** In a dry run what would be executed is done at once, and says that it was not. */
function unexecuted(run: MelodyRun): FlowInput | null {
  if (!run.dry || isOver(run)) return null;
  for (const { path, node, state, attempt } of run.flow.active()) {
    if (state !== 'running' || (node.kind !== 'operator' && node.kind !== 'instrument')) continue;
    const outputs = unexecutedOutputs(node);
    return { kind: 'node-done', node: path, attempt, outputs, reason: NOT_EXECUTED };
  }
  return null;
}

/** What is due by time in every melody: retries, timeouts. */
export function melodiesInTime(out: Decision, setting: Setting): void {
  for (const run of setting.state.melodies.values()) {
    const due = isOver(run) ? null : run.flow.nextDue();
    if (due !== null && due <= setting.now) play(out, setting, run, { kind: 'time' });
  }
}

/** After a restart: nodes that were at work are started again; what is completed stays so. */
export function recoverMelodies(out: Decision, setting: Setting): void {
  for (const run of setting.state.melodies.values()) {
    if (run.flow.state !== 'pending' && !isOver(run)) play(out, setting, run, { kind: 'recovered' });
  }
}

/** While draining nothing new starts: running melodies pause, and go on when it is over. */
const DRAINING = 'draining';
/** One that was on its way to a single node must not run on by itself afterwards. */
const DRAINING_IN_A_STEP = 'draining in the middle of a step';

export function drainMelodies(out: Decision, setting: Setting, on: boolean): void {
  for (const run of setting.state.melodies.values()) {
    const { state, reason, isStepping } = run.flow;
    if (on && (state === 'running' || state === 'waiting'))
      play(out, setting, run, { kind: 'pause', reason: isStepping ? DRAINING_IN_A_STEP : DRAINING });
    if (on || state !== 'paused') continue;
    if (reason === DRAINING) play(out, setting, run, { kind: 'resume' });
    if (reason === DRAINING_IN_A_STEP) play(out, setting, run, { kind: 'step' });
  }
}
