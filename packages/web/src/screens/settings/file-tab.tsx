import type { SettingsView } from '@symphony/domain';
import { FilePlus2, Undo2 } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useCommand } from '../../live/use-command.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState, Loading } from '../../ui/states.tsx';
import { beginning, type Draft, insist, standingOf, untouched } from './draft.ts';
import { Overtaken } from './overtaken.tsx';
import { ProblemList } from './problem-list.tsx';
import { hasErrors } from './problems.ts';
import { useCheck } from './use-check.ts';

const YamlEditor = lazy(() => import('../../editor/yaml-editor.tsx'));

interface FileTabProps {
  readonly settings: SettingsView;
  readonly draft: Draft;
  change(act: (draft: Draft) => Draft): void;
  /** The file may say something else now. */
  again(): void;
}

/** The configuration as it is written, to be changed. */
export function FileTab({ settings, draft, change, again }: FileTabProps) {
  if (draft.base === '' && draft.text === '')
    return (
      <EmptyState icon={FilePlus2} title={`There is no ${settings.file}`}>
        <p className="mb-3">Everything is as it is by default. The tab “Values” tells how that is.</p>
        <Button
          look="primary"
          onClick={() => change(() => ({ base: '', text: beginning(settingOf(settings, 'target')) }))}
        >
          Begin one
        </Button>
      </EmptyState>
    );
  return <Editing settings={settings} draft={draft} change={change} again={again} />;
}

function Editing({ settings, draft, change, again }: FileTabProps) {
  const { busy, give } = useCommand();
  const [goTo, setGoTo] = useState<{ readonly line: number } | null>(null);
  const { problems, current } = useCheck(draft.text);
  const standing = standingOf(draft, settings.text);
  const savable = standing === 'edited' && current && !hasErrors(problems);
  const save = async (): Promise<void> => {
    const { text } = draft;
    const answer = await give({ name: 'save-settings', text, instead: draft.base });
    if (answer?.accepted) change((before) => ({ ...before, base: text }));
    again(); // refused or not: the file is looked at anew
  };
  useLeaving(standing !== 'same');
  return (
    <Panel
      className="flex h-full min-h-96 flex-col overflow-hidden"
      title={
        <span className="flex items-center gap-2">
          <span className="font-mono text-sm">{settings.file}</span>
          {standing !== 'same' && <Badge tone="accent">not saved</Badge>}
        </span>
      }
      actions={
        <>
          <IconButton
            label="Undo all changes"
            disabled={standing === 'same'}
            onClick={() => change(() => untouched(settings.text))}
          >
            <Undo2 className="size-4" aria-hidden />
          </IconButton>
          <Button look="primary" disabled={!savable || busy} onClick={() => void save()}>
            Save
          </Button>
        </>
      }
    >
      {standing === 'overtaken' && (
        <Overtaken
          onTake={() => change(() => untouched(settings.text))}
          onInsist={() => change((before) => insist(before, settings.text))}
        />
      )}
      <div className="min-h-0 flex-1">
        <Suspense fallback={<Loading />}>
          <YamlEditor
            label={`Text of ${settings.file}`}
            text={draft.text}
            problems={problems}
            goTo={goTo}
            onChange={(text) => change((before) => ({ ...before, text }))}
          />
        </Suspense>
      </div>
      <div className="border-t border-line">
        <ProblemList problems={problems} onLine={(line) => setGoTo({ line })} />
      </div>
    </Panel>
  );
}

/** The browser asks before a page with something unsaved is closed. */
function useLeaving(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [unsaved]);
}

const settingOf = ({ rows }: SettingsView, path: string): string | undefined =>
  rows.find((row) => row.path === path)?.value;
