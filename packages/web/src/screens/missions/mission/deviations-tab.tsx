import type { MissionView } from '@symphony/domain';
import { SignpostBig } from 'lucide-react';
import { EmptyState } from '../../../ui/states.tsx';
import { DeviationCard } from './deviation-card.tsx';
import { inOrder } from './deviation-order.ts';

/** Where reality differed from the plan: what waits for a decision first. */
export function DeviationsTab({ view }: { readonly view: MissionView }) {
  if (view.recorded.length === 0)
    return (
      <EmptyState icon={SignpostBig} title="Everything is as planned so far">
        What an agent finds to be otherwise is recorded here, with what is decided on it.
      </EmptyState>
    );
  return (
    <ul aria-label="Deviations" className="grid items-start gap-3 xl:grid-cols-2">
      {inOrder(view.recorded).map((found) => (
        <DeviationCard key={found.id} mission={view.id} found={found} live={view.step !== 'ended'} />
      ))}
    </ul>
  );
}
