import { clockTime } from '@symphony/protocol/words';
import { useAtomValue } from 'jotai';
import { restAtom } from '../../live/board-atoms.ts';
import { Badge } from '../../ui/badge.tsx';
import { occupancyOf } from './occupancy.ts';

/** How many of the places for work are taken; said in a word too when all are. */
export function PlacesTaken() {
  const rest = useAtomValue(restAtom);
  if (!rest) return null;
  const { used, total, full, words } = occupancyOf(rest, clockTime);
  return (
    <span title={words || undefined}>
      <Badge tone={full ? 'warn' : 'dim'}>
        <span className="sr-only">Places taken: </span>
        <span className="tabular-nums">
          {used}/{total}
        </span>
        {full && ' full'}
      </Badge>
    </span>
  );
}
