import type { MissionView, PartView } from '@symphony/domain';
import { DoorClosed } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../../../ui/states.tsx';
import { hasExplored, partLook } from '../part-look.ts';
import { ChamberCard } from './chamber-card.tsx';

/** All chambers side by side: those that are played first, then what became of the others. */
export function ChambersTab({ view }: { readonly view: MissionView }) {
  const { chambers, recorded, radar } = view;
  if (chambers.length === 0)
    return (
      <EmptyState icon={DoorClosed} title="No chamber has been opened">
        Each worker gets one of its own when its turn comes.
      </EmptyState>
    );
  const isOver = (part: PartView): boolean => partLook(part, hasExplored(part, recorded)).over;
  const now = chambers.filter((part) => !isOver(part));
  const past = chambers.filter(isOver).toReversed();
  const card = (part: PartView): ReactNode => (
    <li key={part.item} className="rounded-lg border border-line bg-panel p-3">
      <ChamberCard part={part} recorded={recorded} radar={radar} />
    </li>
  );
  return (
    <div className="space-y-4">
      {now.length > 0 && <Cards title="Now">{now.map(card)}</Cards>}
      {past.length > 0 && <Cards title="Ended">{past.map(card)}</Cards>}
    </div>
  );
}

const Cards = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className="space-y-2">
    <h2 className="text-sm font-semibold text-ink-soft">{title}</h2>
    <ul
      aria-label={`Chambers: ${title}`}
      className="grid grid-cols-[repeat(auto-fill,minmax(min(17rem,100%),1fr))] gap-3"
    >
      {children}
    </ul>
  </section>
);
