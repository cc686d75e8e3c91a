import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { indentUnit } from '@codemirror/language';
import { lintGutter, setDiagnostics } from '@codemirror/lint';
import { Compartment, EditorState } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import { shownThemeAtom } from '../app/theme.ts';
import { editorLook } from './editor-look.ts';
import { type Problem, problemMarks } from './problem-marks.ts';

interface YamlEditorProps {
  readonly text: string;
  readonly problems: readonly Problem[];
  /** Read aloud as its name. */
  readonly label: string;
  /** The line to go to, each time another object is given. */
  readonly goTo: { readonly line: number } | null;
  onChange(text: string): void;
}

/**
 * A text editor for YAML with what is wrong marked beside its lines. The tab key leaves it, as it leaves
 * every field.
 */
export default function YamlEditor({ text, problems, label, goTo, onChange }: YamlEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const dark = useAtomValue(shownThemeAtom) === 'dark';
  const first = useRef({ text, label, dark });
  const changed = useRef(onChange);
  changed.current = onChange;

  useEffect(() => {
    if (!place.current) return;
    const made = new EditorView({ parent: place.current, state: stateOf(first.current, changed) });
    view.current = made;
    return () => made.destroy();
  }, []);

  useEffect(() => {
    view.current?.dispatch({ effects: look.reconfigure(editorLook(dark)) });
  }, [dark]);

  // The text was replaced from outside: somebody else changed the file.
  useEffect(() => {
    const shown = view.current;
    if (!shown || shown.state.sliceDoc() === text) return;
    shown.dispatch({ changes: { from: 0, to: shown.state.doc.length, insert: text } });
  }, [text]);

  useEffect(() => {
    const shown = view.current;
    if (shown) shown.dispatch(setDiagnostics(shown.state, problemMarks(shown.state.doc, problems)));
  }, [problems]);

  useEffect(() => {
    const shown = view.current;
    if (!shown || !goTo) return;
    const { from } = shown.state.doc.line(Math.min(Math.max(goTo.line, 1), shown.state.doc.lines));
    shown.dispatch({ selection: { anchor: from }, scrollIntoView: true });
    shown.focus();
  }, [goTo]);

  return (
    <div
      ref={place}
      className="h-full min-h-0 overflow-hidden border-2 border-transparent focus-within:border-accent"
    />
  );
}

const look = new Compartment();

function stateOf(
  { text, label, dark }: { readonly text: string; readonly label: string; readonly dark: boolean },
  changed: { readonly current: (text: string) => void },
): EditorState {
  return EditorState.create({
    doc: text,
    extensions: [
      // A file that was written with other line ends keeps them.
      text.includes('\r\n') ? EditorState.lineSeparator.of('\r\n') : [],
      lineNumbers(),
      lintGutter(),
      history(),
      drawSelection(),
      indentUnit.of('  '),
      keymap.of([...defaultKeymap, ...historyKeymap]),
      yaml(),
      look.of(editorLook(dark)),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) changed.current(update.state.sliceDoc());
      }),
    ],
  });
}
