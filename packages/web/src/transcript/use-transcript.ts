import type { Entry } from '@symphony/domain';
import { useMemo, useState } from 'react';
import type { Block, PlanStep } from './block.ts';
import { Transcript } from './transcript.ts';

/** The transcript as of one drawing. Another one is another value, though the blocks are the same list. */
export interface Told {
  readonly blocks: readonly Block[];
  readonly turns: readonly number[];
  readonly plan: readonly PlanStep[];
}

/** Only what is new among the entries is read. */
export function useTranscript(entries: readonly Entry[]): Told {
  const [transcript] = useState(() => new Transcript());
  return useMemo(() => {
    const isNew = (entry: Entry): boolean => entry.seq > transcript.seq;
    // From the end, because of twenty thousand entries the last few are new.
    let from = entries.length;
    for (let entry = entries[from - 1]; entry && isNew(entry); entry = entries[from - 1]) from--;
    for (const entry of entries.slice(from)) transcript.hear(entry);
    return { blocks: transcript.blocks, turns: transcript.turns, plan: transcript.plan };
  }, [transcript, entries]);
}
