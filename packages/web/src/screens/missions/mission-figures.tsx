import type { MissionRunView } from '@symphony/domain';
import { costOf, duration } from '@symphony/protocol/words';
import type { ReactNode } from 'react';
import { Since } from '../../ui/time.tsx';

interface FiguresProps {
  readonly mission: MissionRunView;
  /** Further ones. */
  readonly children?: ReactNode;
}

/** What a mission comes to in numbers: work, findings, money and time. */
export function MissionFigures({ mission, children }: FiguresProps) {
  const { parts, deviations, collisions, spend, startedAt, endedAt } = mission;
  return (
    <dl className="flex flex-wrap items-baseline gap-x-5 gap-y-1 text-sm">
      <Figure name="Merged">
        {parts.merged} of {parts.total}
      </Figure>
      <Figure name="Deviations">
        {deviations.total}
        {deviations.open > 0 && <span className="font-semibold text-warn"> ({deviations.open} open)</span>}
      </Figure>
      <Figure name="Collisions">
        <span className={collisions > 0 ? 'font-semibold text-warn' : ''}>{collisions}</span>
      </Figure>
      <Figure name="Cost">{costOf(spend) || 'nothing yet'}</Figure>
      <Figure name="Time">
        {endedAt === null ? <Since at={startedAt} /> : duration(endedAt - startedAt)}
      </Figure>
      {children}
    </dl>
  );
}

export const Figure = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className="flex items-baseline gap-1.5">
    <dt className="text-ink-faint">{name}</dt>
    <dd className="tabular-nums [overflow-wrap:anywhere]">{children}</dd>
  </div>
);
