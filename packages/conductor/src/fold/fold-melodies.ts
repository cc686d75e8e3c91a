import type { Instant, LogEvent, LogEventOf } from '@symphony/domain';
import type { FlowRun } from '@symphony/pit/dag';
import { flowOf, isAgentNode, isOver, workIdOf } from '../melody/melody-run.ts';
import type { ConductorState } from '../state.ts';

/** Ended runs that are still shown. Their events stay in the log for ever. */
const ENDED_KEPT = 50;
/** Keys of triggers that must not fire again. */
const KEYS_KEPT = 10_000;

export function foldMelodies(state: ConductorState, event: LogEvent, at: Instant): void {
  switch (event.type) {
    case 'melody-started':
      keepKey(state, event.trigger.key);
      state.melodies.set(event.run, {
        id: event.run,
        dry: event.dry ?? false,
        melody: event.melody,
        parameters: event.parameters,
        trigger: event.trigger,
        by: event.by,
        startedAt: at,
        flow: begun(event, at),
        items: new Set(),
        endedAt: null,
      });
      break;
    case 'melody-refused':
      keepKey(state, event.trigger.key);
      break;
    case 'flow-changed':
      change(state, event, at);
      break;
    default:
      break;
  }
}

function begun({ melody, parameters, breakpoints }: LogEventOf<'melody-started'>, at: Instant): FlowRun {
  const flow = flowOf(melody, parameters);
  if (breakpoints) flow.apply({ kind: 'breakpoints', nodes: breakpoints }, at);
  return flow;
}

function change(state: ConductorState, { run: id, change }: LogEventOf<'flow-changed'>, at: Instant): void {
  const run = state.melodies.get(id);
  if (!run) return; // ended long ago and forgotten
  run.flow.apply(change, at);
  if (change.kind === 'node' && isAgentNode(run.flow.node(change.node)?.node)) {
    const work = { run: id, node: change.node, attempt: change.attempt };
    const item = workIdOf(work);
    if (change.to === 'running') {
      run.items.add(item);
      state.nodeWork.set(item, work);
    } else state.nodeWork.delete(item);
  }
  if (change.kind === 'flow' && isOver(run)) {
    run.endedAt = at;
    for (const [item, work] of state.nodeWork) if (work.run === id) state.nodeWork.delete(item);
    forgetOldest(state);
  }
}

function forgetOldest(state: ConductorState): void {
  const ended = [...state.melodies.values()].filter(isOver);
  for (const run of ended.slice(0, -ENDED_KEPT)) state.melodies.delete(run.id);
}

function keepKey(state: ConductorState, key: string | null): void {
  if (key === null) return;
  state.triggerKeys.delete(key);
  state.triggerKeys.add(key);
  for (const oldest of state.triggerKeys) {
    if (state.triggerKeys.size <= KEYS_KEPT) break;
    state.triggerKeys.delete(oldest);
  }
}
