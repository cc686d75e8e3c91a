import type { Tracker } from '@symphony/domain';

/** What one hour of polling took from the budget of the account. */
export interface Hour {
  readonly tracker: string;
  readonly items: number;
  readonly polls: number;
  readonly changes: number;
  /** All that were sent. */
  readonly requests: number;
  /** Answered `304`, for nothing. */
  readonly unchanged: number;
  readonly counted: Share;
  readonly points: Share;
}

export interface Share {
  readonly used: number;
  /** What is allowed in an hour. */
  readonly limit: number;
}

/** In percent, of the budget that is used up first. */
export const shareOf = ({ counted, points }: Hour): number =>
  Math.max(...[counted, points].map(({ used, limit }) => (100 * used) / limit));

/** A tracker with its own time and a hand in what it holds. */
export interface Stage {
  readonly tracker: Tracker;
  readonly states: readonly string[];
  /** Passes the time until the next poll. */
  pass(ms: number): void;
  edit(at: number): void;
  /** Finishes it, or begins it anew. */
  turn(at: number): void;
  add(): void;
}

const HOUR_MS = 3_600_000;

/**
 * One hour of polls: every one reads the active states, then eight items by id, as the conductor does
 * with what is being worked on, then what people wrote. Between polls an issue is edited, finished or
 * opened, in turn, so that something has changed every other time.
 */
export async function playHour(
  stage: Stage,
  items: number,
  intervalMs: number,
): Promise<Pick<Hour, 'polls' | 'changes'>> {
  const { tracker, states } = stage;
  const polls = Math.floor(HOUR_MS / intervalMs);
  let changes = 0;
  let heard = (await tracker.commentsSince?.(null))?.next ?? null;
  for (let poll = 1; poll <= polls; poll++, stage.pass(intervalMs)) {
    const { items: found } = await tracker.fetchByStates(states);
    // At most every sixth poll finishes one; what is opened meanwhile only adds.
    if (found.length < items - changes) throw new Error(`Only ${found.length} of ${items} were found.`);
    await tracker.fetchByIds(found.slice(0, 8).map(({ id }) => id));
    heard = (await tracker.commentsSince?.(heard))?.next ?? null;
    if (poll % 2 === 0) continue;
    changes += 1;
    if (changes % 3 === 0) stage.add();
    else if (changes % 3 === 1) stage.edit(poll * 37);
    else stage.turn(poll * 37);
  }
  return { polls, changes };
}
