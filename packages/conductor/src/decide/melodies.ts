import {
  checkFlow,
  type Melody,
  type NodePath,
  type RunId,
  type TriggerFired,
  type Values,
} from '@symphony/domain';
import type { FlowInput, NodeStart } from '@symphony/pit/dag';
import type { Decision, Setting } from '../decision.ts';
import type { Input, MelodyAct } from '../input.ts';
import { isOver, type MelodyRun, workIdOf } from '../melody/melody-run.ts';
import { nodeScope } from '../melody/node-scope.ts';
import { outcomeOfWork, spentUsd } from '../melody/node-work.ts';
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
}

/** Answers the run's id, or why there is none. */
export function melodyWanted(
  out: Decision,
  setting: Setting,
  wanted: Wanted,
): { readonly run: RunId } | { readonly refusal: string } {
  const { state, names } = setting;
  const { melody, parameters, trigger, by } = wanted;
  if (trigger.key !== null && state.triggerKeys.has(trigger.key)) {
    return { refusal: `${melody.name} was started by this already.` };
  }
  const refusal = refuseMelody(setting, wanted);
  if (refusal !== null) {
    out.record({ type: 'melody-refused', melody: melody.name, trigger, reason: refusal });
    return { refusal };
  }
  const run = names('melody');
  out.record({ type: 'melody-started', run, melody, parameters, trigger, by });
  return { run };
}

function refuseMelody({ state }: Setting, { melody }: Wanted): string | null {
  const { name, limits, flow } = melody;
  const [problem] = checkFlow(flow);
  if (problem) return `${name} cannot be played: ${problem.sentence}`;
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
      scope,
    });
  } else {
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
  const reason = failure.nextStep === undefined ? failure.message : `${failure.message} ${failure.nextStep}`;
  if (run) play(out, setting, run, { kind: 'node-failed', node, attempt, reason });
}

/**
 * Starts a melody that was recorded, or tells one node the end of its work item. One step at a
 * time: the flow decides on what is recorded, so the caller records this before it asks again.
 */
export function advanceMelodies(out: Decision, setting: Setting): void {
  const { state } = setting;
  for (const run of state.melodies.values()) {
    if (run.flow.state === 'pending') {
      play(out, setting, run, { kind: 'start' });
      return;
    }
  }
  for (const [id, { run: runId, node, attempt }] of state.nodeWork) {
    const run = state.melodies.get(runId);
    const item = state.items.get(id);
    if (!run || !item || run.flow.state === 'paused') continue;
    const spent = spentUsd(state, run);
    const { usd } = run.melody.limits;
    if (usd !== null && spent > usd) {
      play(out, setting, run, { kind: 'cancel', reason: `it has cost more than its limit of $${usd}` });
      return;
    }
    const outcome = outcomeOfWork(item);
    if (outcome === null) continue;
    if (outcome.kind === 'done')
      play(out, setting, run, { kind: 'node-done', node, attempt, outputs: outcome.outputs });
    else play(out, setting, run, { kind: 'node-failed', node, attempt, reason: outcome.reason });
    return;
  }
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

export function drainMelodies(out: Decision, setting: Setting, on: boolean): void {
  for (const run of setting.state.melodies.values()) {
    const { state, reason } = run.flow;
    if (on && (state === 'running' || state === 'waiting'))
      play(out, setting, run, { kind: 'pause', reason: DRAINING });
    if (!on && state === 'paused' && reason === DRAINING) play(out, setting, run, { kind: 'resume' });
  }
}

export function melodyActed(out: Decision, setting: Setting, id: RunId, act: MelodyAct, by: string): void {
  const run = setting.state.melodies.get(id);
  if (!run) return out.reply(false, `There is no run ${id}; \`symphony melody status\` lists them.`);
  const { name } = run.melody;
  switch (act.kind) {
    case 'pause':
      return told(
        out,
        play(out, setting, run, { kind: 'pause', reason: `paused by ${by}` }),
        `${name} pauses; what is at work finishes first.`,
      );
    case 'resume':
      return told(out, play(out, setting, run, { kind: 'resume' }), `${name} goes on.`);
    case 'cancel':
      return told(
        out,
        play(out, setting, run, { kind: 'cancel', reason: `cancelled by ${by}` }),
        `${name} is cancelled.`,
      );
    case 'skip':
      return told(
        out,
        play(out, setting, run, { kind: 'skip-node', node: act.node, reason: `skipped by ${by}` }),
        `${act.node} is skipped.`,
      );
    case 'retry':
      return told(
        out,
        play(out, setting, run, { kind: 'retry-node', node: act.node }),
        `${act.node} is played again.`,
      );
    case 'answer':
      return answerGate(out, setting, run, act.node, act.text);
  }
}

function answerGate(
  out: Decision,
  setting: Setting,
  run: MelodyRun,
  named: NodePath | null,
  text: string,
): void {
  const open = run.flow.gates().filter(({ path }) => named === null || path === named);
  const gate = open[0];
  if (!gate)
    return out.reply(
      false,
      `${run.melody.name} asks nothing of that kind; \`symphony inbox\` lists what is asked.`,
    );
  if (open.length > 1) {
    return out.reply(
      false,
      `${run.melody.name} asks ${open.length} questions; name one with --question (${open.map(({ path }) => path).join(', ')}).`,
    );
  }
  const options = gate.node.options ?? [];
  if (options.length > 0 && !options.includes(text)) {
    return out.reply(false, `"${text}" is not one of the choices: ${options.join(', ')}.`);
  }
  told(
    out,
    play(out, setting, run, { kind: 'provide', node: gate.path, value: text }),
    `${run.melody.name} has its answer.`,
  );
}

const told = (out: Decision, refusal: string | null, message: string): void =>
  refusal === null ? out.reply(true, message) : out.reply(false, refusal);
