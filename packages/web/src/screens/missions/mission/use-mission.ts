import type { MissionView } from '@symphony/domain';
import type { RequestError } from '@symphony/protocol';
import { useAtomValue } from 'jotai';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { allItems, boardSeq, frameAtom, restAtom } from '../../../live/board-atoms.ts';
import { client, linkAtom } from '../../../live/connection.ts';
import { PAGE_TIMING, PacedAsking } from '../../../live/paced-asking.ts';
import { useEntries } from '../../../live/use-entries.ts';
import { asRequestError } from '../../../live/use-query.ts';
import { lastQuietNews, missionMark, QUIET_NEWS } from './mission-mark.ts';

/** Not asked more often than this, however fast its parts go. */
const EVERY_MS = 500;

interface Known {
  /** The last answer, also while it is asked for again. */
  readonly view: MissionView | null;
  readonly error: RequestError | null;
}

/** All of a mission, asked for again whenever the board or the log says that it moved. */
export function useMission(id: string): Known & { again(): void } {
  const [known, setKnown] = useState<Known>({ view: null, error: null });
  const asking = useRef<PacedAsking | null>(null);
  useEffect(() => {
    const ask = (): Promise<void> =>
      client()
        .ask('mission', { id })
        .then(
          (view) => setKnown({ view, error: null }),
          (problem: unknown) => setKnown(({ view }) => ({ view, error: asRequestError(problem) })),
        );
    const made = new PacedAsking(ask, EVERY_MS, PAGE_TIMING);
    asking.current = made;
    return () => made.end();
  }, [id]);
  const again = useCallback(() => asking.current?.want(), []);
  const mark = useMark(id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `mark` says that the mission moved.
  useEffect(again, [again, mark, id]);
  return { ...known, again };
}

function useMark(id: string): string {
  const frame = useAtomValue(frameAtom);
  const rest = useAtomValue(restAtom);
  const link = useAtomValue(linkAtom); // who was away asks again
  // biome-ignore lint/correctness/useExhaustiveDependencies: `frame` says that the items may have changed.
  const moved = useMemo(() => (rest ? missionMark(id, rest, allItems().values()) : ''), [id, rest, frame]);
  const [after] = useState(boardSeq);
  const { entries } = useEntries(after, NEWS);
  return `${link} ${lastQuietNews(entries)} ${moved}`;
}

const NEWS = { types: QUIET_NEWS };
