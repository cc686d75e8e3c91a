import {
  type ItemView,
  isAdvice,
  type NodeState,
  type PartView,
  type RecordedDeviation,
} from '@symphony/domain';
import type { Look } from './mission-words.ts';

/** How a part stands: in a word, a tone, and with the sign its node has in a graph. */
export interface PartLook extends Look {
  readonly sign: NodeState;
  /** Nothing more comes of it in this mission. */
  readonly over: boolean;
}

const look = (word: string, tone: Look['tone'], sign: NodeState, over = false): PartLook => ({
  word,
  tone,
  sign,
  over,
});

type Standing = Pick<PartView, 'kind' | 'state' | 'outcome' | 'turn' | 'held'>;

/** `explored`: something fundamental was found by it, so that no work is expected of it. */
export function partLook({ kind, state, outcome, turn, held }: Standing, explored = false): PartLook {
  switch (state) {
    case null:
      return look('not yet', 'dim', 'pending');
    case 'open':
      if (outcome === 'merged') return look('merged', 'good', 'completed', true);
      if (outcome !== 'none')
        return isAdvice(kind)
          ? look('read', 'good', 'completed', true)
          : look('not merged', 'dim', 'skipped', true);
      return held === null ? look('waits', 'dim', 'pending') : look('held', 'warn', 'pending');
    case 'queued':
      return look('next', 'strong', 'queued');
    case 'preparing':
    case 'running':
      return look(turn > 0 ? `turn ${turn}` : 'preparing', 'accent', 'running');
    case 'paused':
      return look('paused', 'warn', 'waiting');
    case 'completed':
      return look('finished', 'accent', 'running');
    case 'handed_off':
      return look('offered', 'accent', 'queued');
    case 'needs_human':
      return explored ? look('explored', 'dim', 'skipped', true) : look('needs you', 'bad', 'waiting');
    case 'failed':
      return look('failed', 'bad', 'failed');
  }
}

/** Something fundamental was found by it. */
export const hasExplored = (part: Pick<PartView, 'item'>, recorded: readonly RecordedDeviation[]): boolean =>
  recorded.some(({ item, severity }) => item === part.item && severity === 'fundamental');

/** The part as the board has it by now: that comes several times a second, the mission twice at most. */
export function livePart(part: PartView, item: ItemView | null): PartView {
  if (!item) return part;
  const { state, outcome, reason, run, spend } = item;
  return {
    ...part,
    state,
    outcome,
    reason,
    spend,
    playedBy: run?.player ?? part.playedBy,
    turn: run?.turn ?? part.turn,
    lastMessage: run?.lastMessage ?? part.lastMessage,
    startedAt: run?.startedAt ?? part.startedAt,
  };
}

/** What people call a part: its worker, or what it is for. */
export const partName = ({ worker, kind }: Pick<PartView, 'worker' | 'kind'>): string =>
  worker === null ? KINDS[kind] : kind === 'worker' ? worker : `${worker} (${kind})`;

const KINDS: Readonly<Record<PartView['kind'], string>> = {
  worker: 'worker',
  rework: 'rework',
  refine: 'refinement',
  purge: 'purge',
  sync: 'with the target',
  plan: 'planner',
  decide: 'decider',
  judge: 'reviewer',
};
