import { ChevronRight } from 'lucide-react';
import { Fragment, type RefObject, useMemo, useRef, useState } from 'react';
import type { CanvasHandle } from '../../../graph/canvas.tsx';
import { GraphCanvas } from '../../../graph/graph-canvas.tsx';
import { NodeSearch } from '../../../graph/node-search.tsx';
import { pieceOf, pieceText } from '../edit/copy.ts';
import { drawingOf, placesOf } from '../edit/flow-drawing.ts';
import { idsOf, moveNodes } from '../edit/flow-edits.ts';
import type { PaletteEntry } from '../edit/new-node.ts';
import { pathOf } from '../edit/place.ts';
import {
  addFromPalette,
  arrangeNodes,
  connectNodes,
  duplicateChosen,
  pasteText,
  removeChosenNodes,
} from './deeds.ts';
import { problemCounts } from './problem-marks.ts';
import type { Editor } from './use-editor.ts';
import { useEditorKeys } from './use-editor-keys.ts';
import { usePaletteDrop } from './use-palette-drop.ts';
import type { Problem } from './use-problems.ts';

interface EditorCanvasProps {
  readonly editor: Editor;
  readonly problems: readonly Problem[];
  readonly entries: readonly PaletteEntry[];
  readonly handle: RefObject<CanvasHandle | null>;
}

/** The drawing one works on, with its keys. */
export function EditorCanvas({ editor, problems, entries, handle }: EditorCanvasProps) {
  const { flow, place, chosen, breakpoints } = editor;
  const [linking, setLinking] = useState<string | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef(editor);
  latest.current = editor;
  const counts = useMemo(() => problemCounts(problems), [problems]);
  const drawing = useMemo(
    () =>
      drawingOf(flow, ({ id }) => {
        const path = pathOf(place, id);
        const wrong = counts.get(path);
        return { ...(breakpoints.has(path) && { stops: true }), ...(wrong && { problems: wrong }) };
      }),
    [flow, place, breakpoints, counts],
  );
  const places = useMemo(() => placesOf(flow) ?? undefined, [flow]);
  const nodes = flow.nodes.filter(({ id }) => chosen.has(id));
  const open = (id: string): void => {
    const node = flow.nodes.find((each) => each.id === id);
    if (node?.kind === 'loop') editor.enter([...place, id]);
  };
  usePaletteDrop(box, (key, at) => {
    const entry = entries.find((each) => each.key === key);
    if (entry) addFromPalette(latest.current, entry, handle.current?.pointAt(at) ?? at);
  });
  useEditorKeys({
    undo: editor.undo,
    redo: editor.redo,
    remove: () => removeChosenNodes(editor),
    duplicate: () => duplicateChosen(editor),
    chooseAll: () => editor.choose(idsOf(flow)),
    connect: () => setLinking(nodes[0]?.id ?? null),
    breakpoint: () => {
      for (const { id } of nodes) editor.toggleBreakpoint(id);
    },
    open: () => nodes[0] && open(nodes[0].id),
    leave: () => (chosen.size > 0 ? editor.choose(new Set()) : editor.enter(place.slice(0, -1))),
    copy: () => (nodes.length > 0 ? pieceText(pieceOf(flow, chosen)) : null),
    paste: (text) => void pasteText(latest, text, handle.current?.middle() ?? { x: 0, y: 0 }),
  });
  return (
    <div ref={box} className="relative flex min-h-0 min-w-0 flex-col">
      {place.length > 0 && <Way editor={editor} />}
      <GraphCanvas
        key={place.join('/')}
        className="flex-1"
        label={`Drawing of ${editor.melody.title}`}
        nodes={drawing.nodes}
        edges={drawing.edges}
        places={places}
        selected={chosen}
        onSelect={editor.choose}
        onOpen={open}
        onMove={(moved) => editor.changeFlow(moveNodes(flow, moved))}
        onLink={(link) => connectNodes(editor, link)}
        onArrange={() => void arrangeNodes(latest)}
        handle={handle}
      />
      {linking !== null && (
        <NodeSearch
          title={`Connect ${linking} to`}
          nodes={drawing.nodes.filter(({ id }) => id !== linking)}
          onFound={(to) => connectNodes(editor, { from: linking, fromPort: null, to, toPort: null })}
          onClose={() => setLinking(null)}
        />
      )}
    </div>
  );
}

/** Which loop one is in, and the way out. */
function Way({ editor }: { readonly editor: Editor }) {
  const { melody, place } = editor;
  return (
    <nav
      aria-label="Opened loops"
      className="flex items-center gap-1 border-b border-line bg-panel px-3 py-1.5 text-sm"
    >
      {[melody.title, ...place].map((name, at) => (
        <Fragment key={place.slice(0, at).join('/')}>
          {at > 0 && <ChevronRight className="size-3.5 text-ink-faint" aria-hidden />}
          <button type="button" className="hover:underline" onClick={() => editor.enter(place.slice(0, at))}>
            {name}
          </button>
        </Fragment>
      ))}
    </nav>
  );
}
