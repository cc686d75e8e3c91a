import type { ItemView } from '@symphony/domain';
import { costOf } from '@symphony/protocol/words';
import { useAtomValue } from 'jotai';
import { Lock, RotateCw, TriangleAlert, Waypoints } from 'lucide-react';
import { useMemo } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { plainLine } from '../../ui/plain-text.ts';
import { Ago, Since } from '../../ui/time.tsx';
import { Until } from '../../ui/until.tsx';
import { blockersAtom, collisionAtom, missionAtom, toneFor, whereAtom } from './card-view.ts';

/** What the column says already. */
const UNTOUCHED = 'open';

/** Where an item is and why, who works on it, for how long and for how much. */
export function Standing({ item }: { readonly item: ItemView }) {
  const where = useAtomValue(useMemo(() => whereAtom(item.id), [item.id]));
  const blockers = useAtomValue(useMemo(() => blockersAtom(item.id), [item.id]));
  const mission = useAtomValue(useMemo(() => missionAtom(item.id), [item.id]));
  const collision = useAtomValue(useMemo(() => collisionAtom(item.id), [item.id]));
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-ink-soft empty:hidden">
      {mission !== '' && (
        <span className="flex w-full min-w-0 items-center gap-1" title="Its mission">
          <Waypoints className="size-3 shrink-0" aria-label="Mission" />
          <span className="truncate">{plainLine(mission, 80)}</span>
        </span>
      )}
      {where !== UNTOUCHED && <Badge tone={toneFor(item, where)}>{where}</Badge>}
      {blockers !== '' && (
        <span className="flex items-center gap-1">
          <Lock className="size-3 shrink-0" aria-hidden /> waits for {plainLine(blockers, 80)}
        </span>
      )}
      {collision !== '' && (
        <span className="flex items-center gap-1 text-warn">
          <TriangleAlert className="size-3 shrink-0" aria-hidden /> {plainLine(collision, 80)}
        </span>
      )}
      {item.dueAt !== null && (
        <span className="flex items-center gap-1">
          <RotateCw className="size-3 shrink-0" aria-hidden /> due <Until at={item.dueAt} />
        </span>
      )}
      <Facts item={item} />
    </div>
  );
}

function Facts({ item }: { readonly item: ItemView }) {
  const { run, attempt, spend, state, outcome } = item;
  const cost = costOf(spend);
  const ended = state === 'open' && outcome !== 'none';
  const facts = [
    run && <span key="player">{plainLine(run.player, 40)}</span>,
    run && <Since key="since" at={run.startedAt} />,
    ended && <Ago key="ended" at={item.changedAt} />,
    cost !== '' && (
      <span key="cost" className="tabular-nums">
        {cost}
      </span>
    ),
    attempt > 1 && <span key="attempt">attempt {attempt}</span>,
  ].filter(Boolean);
  if (facts.length === 0) return null;
  return (
    <span className="flex flex-wrap gap-x-1.5 [&>*+*]:before:mr-1.5 [&>*+*]:before:content-['·']">
      {facts}
    </span>
  );
}
