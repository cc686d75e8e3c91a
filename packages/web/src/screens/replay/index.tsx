import { useAtomValue } from 'jotai';
import { History } from 'lucide-react';
import { boardSeq, frameAtom } from '../../live/board-atoms.ts';
import { useQuery } from '../../live/use-query.ts';
import { Screen } from '../../ui/panel.tsx';
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx';
import { Log } from './log.tsx';

const MARKS = 200;
const MARKS_EVERY_MS = 10_000;

/** Any moment of the past, as the board was then. */
export default function ReplayScreen() {
  const { data, error, again } = useQuery('timeline', { marks: MARKS }, { every: MARKS_EVERY_MS });
  useAtomValue(frameAtom);
  const last = Math.max(data?.last?.seq ?? 0, boardSeq());
  return (
    <Screen title="Replay" scroll={false}>
      {!data && (error ? <ErrorState error={error} again={again} /> : <Loading />)}
      {data && last === 0 && (
        <EmptyState icon={History} title="Nothing has happened yet">
          When there is work, every moment of it can be looked at here again.
        </EmptyState>
      )}
      {data && last > 0 && <Log marks={data.marks} last={last} />}
    </Screen>
  );
}
