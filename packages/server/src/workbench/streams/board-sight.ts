import { boardItem, boardLine, boardRest, type Conductor } from '@symphony/conductor';
import type {
  BoardRest,
  Clock,
  Instant,
  ItemId,
  ItemView,
  LifecycleState,
  QuestionView,
} from '@symphony/domain';

/** The board in parts, so that a change costs what changed and not the whole. */
export interface BoardSight {
  seq(): number;
  now(): Instant;
  /** All that is on the board, in the order of work, with no more than is needed to choose among it. */
  line(): readonly Placed[];
  /** Null: it is not on the board. */
  item(id: ItemId): ItemView | null;
  /** The same object as long as nothing in it has changed. */
  rest(): BoardRest;
}

export interface Placed {
  readonly id: ItemId;
  readonly state: LifecycleState;
}

interface SightParts {
  readonly conductor: Pick<Conductor, 'state' | 'isIdle'>;
  /** Only this item is played: the others are not on the board. */
  readonly only: ItemId | null;
  readonly clock: Pick<Clock, 'now'>;
  /** What waits for a person and is not in the log. */
  readonly asking: () => readonly QuestionView[];
}

/** All readers of a board share one: what is not about single items is made once for them all. */
export function boardSight({ conductor, only, clock, asking }: SightParts): BoardSight {
  let last: { readonly seq: number; readonly at: Instant; readonly text: string } | null = null;
  let rest: BoardRest | null = null;
  return {
    seq: () => conductor.state.seq,
    now: () => clock.now(),
    line: () => boardLine(conductor.state, only).map(({ tracked, state }) => ({ id: tracked.id, state })),
    item: (id) => boardItem(conductor.state, id, only),
    rest() {
      const { seq } = conductor.state;
      const at = clock.now();
      if (rest && last?.seq === seq && last.at === at) return rest;
      const board = boardRest(conductor.state, at, conductor.isIdle());
      const made = { ...board, inbox: [...board.inbox, ...asking()] };
      const text = JSON.stringify(made);
      if (rest === null || last?.text !== text) rest = made;
      last = { seq, at, text };
      return rest;
    },
  };
}
