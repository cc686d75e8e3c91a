import type { Entry, ItemDetail, ItemView } from '@symphony/domain';
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useSearchParams } from 'wouter';
import type { Heard } from '../../live/use-entries.ts';
import type { TakeoverState } from '../../terminal/takeover-state.ts';
import { TerminalTab } from '../../terminal/terminal-tab.tsx';
import { SteerBox } from '../../transcript/steer-box.tsx';
import { TranscriptView } from '../../transcript/transcript-view.tsx';
import { useTranscript } from '../../transcript/use-transcript.ts';
import { Loading } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { CostTab } from './cost-tab.tsx';
import { EvidenceTab } from './evidence-tab.tsx';
import { ExplainTab } from './explain-tab.tsx';
import { canTakeOver, whyNobodyListens } from './item-acts.ts';
import { TimelineTab } from './timeline-tab.tsx';

const Changes = lazy(() => import('../../diff/changes.tsx').then(({ Changes }) => ({ default: Changes })));

interface ItemTab {
  readonly tab: string;
  onTab(tab: string): void;
  readonly file: string | null;
  onFile(path: string): void;
}

interface ItemTabsProps extends ItemTab {
  readonly item: ItemView;
  readonly detail: ItemDetail;
  readonly heard: Heard;
  readonly takeover: TakeoverState;
  /** Differs when the item went on in a way its parts ask again for. */
  readonly mark: string;
}

/** What is looked at stands in the address, so that it can be sent to somebody. */
export function useItemTab(): ItemTab {
  const [params, setParams] = useSearchParams();
  const change = (key: string, value: string): void =>
    setParams(
      (before) => {
        before.set(key, value);
        return before;
      },
      { replace: true },
    );
  return {
    tab: params.get('tab') ?? 'transcript',
    onTab: (tab) => change('tab', tab),
    file: params.get('file'),
    onFile: (path) => change('file', path),
  };
}

export function ItemTabs(props: ItemTabsProps) {
  const { item, detail, heard, takeover, mark, tab, onTab, file, onFile } = props;
  const { entries } = heard;
  const list = useRef<HTMLDivElement>(null);
  const told = useTranscript(entries);
  const silent = whyNobodyListens(item);
  const tabs = [
    {
      key: 'transcript',
      label: 'Transcript',
      content: () => (
        <Filling>
          <TranscriptView
            told={told}
            item={item.identifier}
            caughtUp={heard.caughtUp || detail.firstSeq === 0}
            cut={heard.cut}
          />
          <SteerBox item={item.identifier} unheard={detail.steering} refusal={silent} />
        </Filling>
      ),
    },
    {
      key: 'terminal',
      label: 'Terminal',
      content: () => (
        <Filling>
          <TerminalTab item={item.identifier} state={takeover} possible={canTakeOver(item)} />
        </Filling>
      ),
    },
    {
      key: 'changes',
      label: 'Changes',
      content: () => (
        <Filling>
          <Suspense fallback={<Loading label="Opening the changes" />}>
            <Changes
              item={item}
              mark={`${item.state} ${item.mergedAs} ${lastInspection(entries)}`}
              atWork={item.run !== null}
              reviewable={silent === null}
              file={file}
              onFile={onFile}
            />
          </Suspense>
        </Filling>
      ),
    },
    {
      key: 'evidence',
      label: 'Evidence',
      content: () => (
        <EvidenceTab evidence={detail.evidence} entries={entries} merged={item.mergedAs !== null} />
      ),
    },
    {
      key: 'timeline',
      label: 'Timeline',
      content: () => (
        <Filling>
          <TimelineTab entries={entries} runs={detail.runs} name={item.identifier} />
        </Filling>
      ),
    },
    { key: 'cost', label: 'Cost', content: () => <CostTab entries={entries} spend={item.spend} /> },
    {
      key: 'explain',
      label: 'Explain',
      content: () => <ExplainTab item={item} detail={detail} mark={mark} />,
    },
  ];
  const known = tabs.some(({ key }) => key === tab) ? tab : 'transcript';
  // On a phone there is no room for all of them: the one that is looked at must be seen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another tab is chosen.
  useEffect(() => {
    list.current?.querySelector('[role=tab][data-state=active]')?.scrollIntoView({ block: 'nearest' });
  }, [known]);
  return (
    <div ref={list} className="contents">
      <Tabs label={`About ${item.identifier}`} tabs={tabs} current={known} onChange={onTab} />
    </div>
  );
}

/** As high as there is room: what is in it scrolls by itself. */
const Filling = ({ children }: { readonly children: ReactNode }) => (
  <div className="flex h-full min-h-0 flex-col pt-3">{children}</div>
);

/** When its chamber was last looked at. */
const lastInspection = (entries: readonly Entry[]): number =>
  entries.findLast(({ event }) => event.type === 'chamber-inspected')?.seq ?? 0;
