import type { Flow, FlowState, NodePath, NodeState, StepView } from '@symphony/domain';

/** Where in a run one looks: the loops one went into, each with its round. */
export type RunPlace = readonly { readonly loop: string; readonly round: number }[];

export const pathIn = (place: RunPlace, id: string): NodePath =>
  [...place.flatMap(({ loop, round }) => [loop, String(round)]), id].join('/');

/** As breakpoints are kept: a stop in a loop is a stop in each of its rounds. */
export const withoutRounds = (path: NodePath): NodePath => path.replace(/\/\d+(?=\/)/g, '');

/** The flow that is looked at; null when one of the loops is not there. */
export function flowIn(flow: Flow, place: RunPlace): Flow | null {
  let here: Flow = flow;
  for (const { loop } of place) {
    const node = here.nodes.find(({ id }) => id === loop);
    if (node?.kind !== 'loop') return null;
    here = node.body;
  }
  return here;
}

export const stepsByPath = (steps: readonly StepView[]): ReadonlyMap<NodePath, StepView> =>
  new Map(steps.map((step) => [step.path, step]));

/** The rounds of a loop that have begun, from 1. */
export function roundsOf(steps: readonly StepView[], loop: NodePath): number {
  let most = 0;
  for (const { path } of steps) {
    if (!path.startsWith(`${loop}/`)) continue;
    const round = Number(path.slice(loop.length + 1).split('/')[0]);
    if (Number.isInteger(round)) most = Math.max(most, round);
  }
  return most;
}

/** The place of a step, as one goes there: `a/2/b` is `b` in round 2 of `a`. */
export function placeOf(path: NodePath): { readonly place: RunPlace; readonly id: string } {
  const parts = path.split('/');
  const place: { loop: string; round: number }[] = [];
  for (let at = 0; at + 2 < parts.length; at += 2)
    place.push({ loop: parts[at] ?? '', round: Number(parts[at + 1]) });
  return { place, id: parts.at(-1) ?? '' };
}

/** What a person may ask of a run in a state. */
export const actsOf = (state: FlowState) => ({
  pause: state === 'running',
  goOn: state === 'paused',
  cancel: state !== 'completed' && state !== 'failed' && state !== 'cancelled',
});

/** What a person may ask of a node in a state. */
export const nodeActsOf = (state: NodeState) => ({
  retry: state === 'failed',
  skip: state !== 'completed' && state !== 'skipped',
});
