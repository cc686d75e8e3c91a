import { useState } from 'react';
import { BackTitle } from '../../../ui/back-title.tsx';
import { Screen } from '../../../ui/panel.tsx';
import { type Tab, Tabs } from '../../../ui/tabs.tsx';
import { MISSIONS } from '../paths.ts';
import { RequestForm } from './request-form.tsx';
import { WrittenForm } from './written-form.tsx';

const TABS: readonly Tab[] = [
  { key: 'sentence', label: 'In one sentence', content: () => <RequestForm /> },
  { key: 'written', label: 'Written down', content: () => <WrittenForm /> },
];

/** A new mission: said in a sentence for a player to plan, or written down. No worker begins before it is approved. */
export default function NewMission() {
  const [tab, setTab] = useState('sentence');
  return (
    <Screen
      title={
        <BackTitle href={MISSIONS} label="Back to the missions">
          New mission
        </BackTitle>
      }
    >
      <div className="flex min-h-full flex-col [&_[role=tabpanel]]:pt-4">
        <Tabs label="How it is told" tabs={TABS} current={tab} onChange={setTab} />
      </div>
    </Screen>
  );
}
