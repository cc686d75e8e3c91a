import type { MissionView } from '@symphony/domain';
import { useSearchParams } from 'wouter';
import { Badge } from '../../../ui/badge.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { type Tab, Tabs } from '../../../ui/tabs.tsx';
import { PlanSheet } from '../plan/plan-sheet.tsx';
import { ChambersTab } from './chambers-tab.tsx';
import { DeviationsTab } from './deviations-tab.tsx';
import { GatesTab } from './gates-tab.tsx';
import { GraphTab } from './graph-tab.tsx';
import { TrainTab } from './train-tab.tsx';
import { UnderstandingTab } from './understanding-tab.tsx';

/** The sides a mission has. Which one is looked at stands in the address. */
export function MissionTabs({ view }: { readonly view: MissionView }) {
  const [query, setQuery] = useSearchParams();
  const tabs = tabsOf(view);
  const named = query.get('tab');
  const current = tabs.find(({ key }) => key === named)?.key ?? usualTab(view);
  return (
    <div className="flex min-h-0 flex-1 flex-col [&_[role=tabpanel]]:overflow-auto [&_[role=tabpanel]]:pt-4">
      <Tabs
        label="Sides of the mission"
        tabs={tabs}
        current={current}
        onChange={(tab) => setQuery((before) => withTab(before, tab), { replace: true })}
      />
    </div>
  );
}

/** A plan that nobody approved is there to be read. */
const usualTab = ({ step }: MissionView): string => (step === 'planned' ? 'plan' : 'graph');

function tabsOf(view: MissionView): readonly Tab[] {
  const { deviations, radar, chambers } = view;
  const counted = (label: string, count: number, urgent = false) => (
    <>
      {label}
      {count > 0 && <Badge tone={urgent ? 'warn' : 'dim'}>{count}</Badge>}
    </>
  );
  return [
    { key: 'graph', label: 'Graph', content: () => <GraphTab view={view} /> },
    {
      key: 'chambers',
      label: counted('Chambers', chambers.length),
      content: () => <ChambersTab view={view} />,
    },
    {
      key: 'deviations',
      label:
        deviations.open > 0
          ? counted('Deviations', deviations.open, true)
          : counted('Deviations', deviations.total),
      content: () => <DeviationsTab view={view} />,
    },
    {
      key: 'train',
      label: counted('Train and radar', radar.length, true),
      content: () => <TrainTab view={view} />,
    },
    { key: 'understanding', label: 'Understanding', content: () => <UnderstandingTab view={view} /> },
    { key: 'gates', label: 'Gates and purges', content: () => <GatesTab view={view} /> },
    {
      key: 'plan',
      label: 'Plan',
      content: () =>
        view.plan ? (
          <PlanSheet plan={view.plan} />
        ) : (
          <EmptyState title="A player writes the plan">It is shown here before anything begins.</EmptyState>
        ),
    },
  ];
}

function withTab(before: URLSearchParams, tab: string): URLSearchParams {
  const next = new URLSearchParams(before);
  next.set('tab', tab);
  return next;
}
