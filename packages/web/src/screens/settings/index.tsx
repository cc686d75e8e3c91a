import { useSearchParams } from 'wouter';
import { useQuery } from '../../live/use-query.ts';
import { Screen } from '../../ui/panel.tsx';
import { ErrorState, Loading } from '../../ui/states.tsx';
import { type Tab, Tabs } from '../../ui/tabs.tsx';
import { DoctorTab } from './doctor-tab.tsx';
import { FileTab } from './file-tab.tsx';
import { PageTab } from './page-tab.tsx';
import { useDraft } from './use-draft.ts';
import { ValuesTab } from './values-tab.tsx';

/** How soon it is seen that somebody else changed the file. */
const EVERY_MS = 5_000;

/** The configuration: as written, as used, and whether all it needs is there. */
export default function SettingsScreen() {
  const [query, setQuery] = useSearchParams();
  const { data, error, again } = useQuery('settings', {}, { every: EVERY_MS });
  const [draft, change] = useDraft(data?.text ?? null);
  const wait = error ? <ErrorState error={error} again={again} /> : <Loading />;
  const tabs: readonly Tab[] = [
    {
      key: 'file',
      label: 'File',
      content: () =>
        data && draft ? <FileTab settings={data} draft={draft} change={change} again={again} /> : wait,
    },
    { key: 'values', label: 'Values', content: () => (data ? <ValuesTab rows={data.rows} /> : wait) },
    { key: 'doctor', label: 'Doctor', content: () => <DoctorTab /> },
    { key: 'page', label: 'This page', content: () => <PageTab /> },
  ];
  const named = query.get('tab');
  return (
    <Screen title="Settings">
      <div className="flex h-full min-h-0 flex-col [&_[role=tabpanel]]:pt-4">
        <Tabs
          label="Parts of the settings"
          tabs={tabs}
          current={tabs.some(({ key }) => key === named) ? (named as string) : 'file'}
          onChange={(tab) => setQuery((before) => withTab(before, tab), { replace: true })}
        />
      </div>
    </Screen>
  );
}

function withTab(before: URLSearchParams, tab: string): URLSearchParams {
  const next = new URLSearchParams(before);
  next.set('tab', tab);
  return next;
}
