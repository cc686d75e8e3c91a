import type { Entry, Evidence } from '@symphony/domain';

/** Whether a proof still speaks for the work as it is. */
export interface Standing {
  readonly holds: boolean;
  readonly words: string;
}

/**
 * A proof is of one exact tree (C5): when the chamber was seen with another one since, it proves
 * something else.
 */
export function standingOf(evidence: Evidence, entries: readonly Entry[], merged: boolean): Standing {
  if (!evidence.passed) return { holds: false, words: 'The checks did not pass.' };
  if (merged) return { holds: true, words: 'It held when the work was merged.' };
  const last = entries.findLast(({ event }) => event.type === 'chamber-inspected');
  if (last?.event.type !== 'chamber-inspected') return { holds: true, words: 'Nothing was changed since.' };
  const { tree, dirty } = last.event.inspection;
  if (tree !== evidence.tree)
    return { holds: false, words: 'The work has changed since: it is proved again before it is merged.' };
  if (dirty.length > 0)
    return { holds: true, words: 'It holds for what is committed; there are changes that are not.' };
  return { holds: true, words: 'It holds: the work is what was proved.' };
}
