import type { Guards } from '@symphony/domain';

/** What the log knows about a thing. Sources ask anew at every look: a conductor may be at work. */
export interface Standing {
  readonly guards: Partial<Guards>;
  /** Belongs to a finished trajectory worth learning from. */
  readonly training: boolean;
  /** The last time the log tells of it; null where it does not. */
  readonly usedAt: number | null;
}

export const FREE: Guards = { referenced: null, tagged: null, held: null, unmerged: null, running: null };

export const guardsOf = (...given: readonly Partial<Guards>[]): Guards => {
  const guards = { ...FREE };
  for (const each of given)
    for (const name of Object.keys(FREE) as (keyof Guards)[]) guards[name] ??= each[name] ?? null;
  return guards;
};
