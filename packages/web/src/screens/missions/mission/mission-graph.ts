import { isAdvice, type MissionView, type NodeState, type PartView, type PhaseName } from '@symphony/domain';
import type { GraphNode } from '../../../graph/graph.ts';
import { plainLine } from '../../../ui/plain-text.ts';
import { hasExplored, partLook, partName } from '../part-look.ts';
import { type Drawing, gateId, HAND_OFF, missionDrawing, workerId } from '../plan/plan-drawing.ts';

type Seen = Pick<
  MissionView,
  'plan' | 'chambers' | 'recorded' | 'radar' | 'phases' | 'step' | 'outcome' | 'questions'
>;

export interface LiveDrawing extends Drawing {
  /** The part each node stands for; gates and workers that have not begun stand for none. */
  readonly parts: ReadonlyMap<string, PartView>;
}

/**
 * The graph of a mission as it is played: every chamber a node in the colour and with the sign of its
 * state. What becomes of a worker first keeps the worker's node, so that nothing jumps when it begins.
 */
export function liveDrawing(view: Seen): LiveDrawing {
  const { plan, chambers } = view;
  const parts = new Map<string, PartView>();
  const node = (part: PartView, id: string = part.item): GraphNode => {
    parts.set(id, part);
    return { ...partNode(view, part), id };
  };
  const isWork = ({ kind }: PartView): boolean => kind === 'worker' || kind === 'rework' || kind === 'refine';
  if (!plan) return { nodes: chambers.map((part) => node(part)), edges: [], parts };
  const drawing = missionDrawing(plan, {
    partsOf: (worker) =>
      chambers
        .filter((part) => isWork(part) && part.worker === worker.id && part.phase === worker.phase)
        .toSorted((a, b) => a.cycle - b.cycle)
        .map((part, at) => node(part, at === 0 ? workerId(worker.id) : part.item)),
    besides: (phase) =>
      chambers
        .filter((part) => part.phase === phase && (!isWork(part) || !isPlanned(plan, part)))
        .toSorted((a, b) => a.cycle - b.cycle)
        .map((part) => node(part)),
    before: chambers.filter(({ kind }) => kind === 'plan').map((part) => node(part)),
    ahead: () => ({ state: 'pending' }),
    gate: (phase) => ({ state: gateState(view, phase) }),
    handOff: () => ({ state: handOffState(view) }),
  });
  return { ...drawing, parts };
}

const isPlanned = (plan: NonNullable<Seen['plan']>, { worker, phase }: PartView): boolean =>
  plan.workers.some((each) => each.id === worker && each.phase === phase);

function partNode({ recorded, radar }: Seen, part: PartView): Omit<GraphNode, 'id'> {
  const { sign, word } = partLook(part, hasExplored(part, recorded));
  const open = recorded.filter(
    ({ item, decision, severity }) => item === part.item && decision === null && severity !== 'minor',
  ).length;
  const collides = radar.some(({ a, b }) => a === part.item || b === part.item);
  const cycle = part.cycle > 1 ? `cycle ${part.cycle}, ` : '';
  return {
    kind: isAdvice(part.kind) ? 'instrument' : 'agent',
    label: plainLine(partName(part), 60),
    sub: plainLine(`${cycle}${word}${collides ? ', collides' : ''}`, 120),
    state: sign,
    ...(open > 0 && { problems: open }),
  };
}

function gateState({ phases, step, questions }: Seen, phase: PhaseName): NodeState {
  const state = phases.find(({ name }) => name === phase)?.state ?? 'ahead';
  if (state === 'over') return 'completed';
  if (state === 'ahead' || step !== 'gating') return 'pending';
  return questions.length > 0 ? 'waiting' : 'running';
}

/** It is the gate of the last phase too. */
function handOffState({ step, outcome, questions, phases }: Seen): NodeState {
  if (step === 'ended') return outcome === 'done' ? 'completed' : 'skipped';
  const atGate = step === 'gating' && phases.at(-1)?.state === 'now';
  if (!atGate && step !== 'finishing' && step !== 'handing-off') return 'pending';
  return questions.length > 0 ? 'waiting' : 'running';
}

/** A long mission is looked at where it is played: its phase, and what stands before and after it. */
export function firstSight(
  { plan, phase }: Pick<MissionView, 'plan' | 'phase'>,
  { nodes, parts }: LiveDrawing,
): readonly string[] | undefined {
  if (!plan || phase === null || plan.phases.length <= SEEN_WHOLE) return undefined;
  const before = plan.phases[plan.phases.indexOf(phase) - 1];
  const here = new Set([
    ...plan.workers.filter((worker) => worker.phase === phase).map(({ id }) => workerId(id)),
    ...[...parts].filter(([, part]) => part.phase === phase).map(([id]) => id),
    phase === plan.phases.at(-1) ? HAND_OFF : gateId(phase),
    ...(before === undefined ? [] : [gateId(before)]),
  ]);
  return nodes.map(({ id }) => id).filter((id) => here.has(id));
}

/** So many phases can be read at once. */
const SEEN_WHOLE = 2;
