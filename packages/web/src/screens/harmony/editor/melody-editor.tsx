import type { OperatorView } from '@symphony/domain';
import { FileText, Play, Redo2, Save, Undo2 } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { CanvasHandle } from '../../../graph/canvas.tsx';
import { NODE_WIDTH } from '../../../graph/node-box.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Screen } from '../../../ui/panel.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { freePlace } from '../edit/free-place.ts';
import { paletteOf } from '../edit/new-node.ts';
import { ShelfTitle } from '../shelf-title.tsx';
import { addFromPalette } from './deeds.ts';
import type { Draft } from './drafts.ts';
import { EditorCanvas } from './editor-canvas.tsx';
import { Inspector } from './inspector.tsx';
import { MelodyForm } from './melody-form.tsx';
import { PaletteList } from './palette-list.tsx';
import { ProblemList } from './problem-list.tsx';
import { RunDialog } from './run-dialog.tsx';
import { SaveDialog } from './save-dialog.tsx';
import { TextDialog } from './text-dialog.tsx';
import { useEditor } from './use-editor.ts';
import { useProblems } from './use-problems.ts';
import { useSaving } from './use-saving.ts';

interface MelodyEditorProps {
  readonly name: string;
  readonly draft: Draft;
  readonly operators: readonly OperatorView[];
}

/** A melody to be drawn: palette, canvas, inspector, and what is wrong with it. */
export function MelodyEditor({ name, draft, operators }: MelodyEditorProps) {
  const editor = useEditor(name, draft);
  const { melody, unsaved, flow } = editor;
  const checked = useProblems(melody);
  const saving = useSaving(name, editor);
  const [tab, setTab] = useState<'node' | 'melody'>('node');
  const [dialog, setDialog] = useState<'run' | 'text' | null>(null);
  const canvas = useRef<CanvasHandle>(null);
  const palettes = useMemo(() => paletteOf(operators), [operators]);
  useWarning(unsaved);
  const { past, future } = editor.draft.history;
  const sound = checked.problems.length === 0;
  const show = (id: string): void => {
    setTab('node');
    window.requestAnimationFrame(() => canvas.current?.show(id));
  };
  return (
    <Screen
      scroll={false}
      title={
        <ShelfTitle>
          {melody.title || melody.name} {unsaved && <Badge tone="warn">unsaved</Badge>}
        </ShelfTitle>
      }
      actions={
        <>
          <IconButton label="Undo (Ctrl+Z)" disabled={past.length === 0} onClick={editor.undo}>
            <Undo2 className="size-4" aria-hidden />
          </IconButton>
          <IconButton label="Redo (Ctrl+Shift+Z)" disabled={future.length === 0} onClick={editor.redo}>
            <Redo2 className="size-4" aria-hidden />
          </IconButton>
          <Button onClick={() => setDialog('text')}>
            <FileText className="size-4" aria-hidden />
            Text
          </Button>
          <Button disabled={!unsaved || !sound || saving.busy} onClick={saving.save}>
            <Save className="size-4" aria-hidden />
            Save
          </Button>
          <Button
            look="primary"
            disabled={unsaved || !sound}
            title={unsaved ? 'Save it first: what is played is what was saved' : undefined}
            onClick={() => setDialog('run')}
          >
            <Play className="size-4" aria-hidden />
            Run
          </Button>
        </>
      }
    >
      <div className="flex h-full min-h-0 flex-col overflow-hidden rounded-lg border border-line bg-panel">
        <div className="grid min-h-0 flex-1 max-md:grid-rows-[1fr_40%] md:grid-cols-[11rem_minmax(0,1fr)_21rem]">
          <PaletteList
            palettes={palettes}
            onAdd={(entry) => {
              const middle = canvas.current?.middle() ?? { x: 0, y: 0 };
              const at = { x: middle.x - NODE_WIDTH / 2, y: middle.y };
              addFromPalette(editor, entry, freePlace(flow.nodes, at));
            }}
          />
          <EditorCanvas
            editor={editor}
            problems={checked.problems}
            entries={palettes.flatMap(({ entries }) => entries)}
            handle={canvas}
          />
          <aside aria-label="Inspector" className="flex min-h-0 flex-col overflow-auto border-l border-line">
            <Tabs
              label="What is shown"
              current={tab}
              onChange={(key) => setTab(key === 'melody' ? 'melody' : 'node')}
              tabs={[
                {
                  key: 'node',
                  label: 'Chosen',
                  content: () => (
                    <Inspector editor={editor} operators={operators} problems={checked.problems} />
                  ),
                },
                {
                  key: 'melody',
                  label: 'Melody',
                  content: () => <MelodyForm editor={editor} problems={checked.problems} />,
                },
              ]}
            />
          </aside>
        </div>
        <ProblemList editor={editor} checked={checked} onShow={show} />
      </div>
      <SaveDialog
        draft={editor.draft}
        open={saving.asking}
        onOpenChange={saving.setAsking}
        onSave={(as) => void saving.saveAs(as)}
      />
      <TextDialog checked={checked} open={dialog === 'text'} onOpenChange={() => setDialog(null)} />
      <RunDialog
        melody={melody}
        breakpoints={editor.breakpoints}
        open={dialog === 'run'}
        onOpenChange={() => setDialog(null)}
      />
    </Screen>
  );
}

/** Other screens keep the drawing; leaving the page would lose it, so the browser asks. */
function useWarning(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [unsaved]);
}
