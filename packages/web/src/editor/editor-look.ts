import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** In the colours of the page, which change with its theme by themselves. */
export const editorLook = (dark: boolean): Extension => [EditorView.theme(LOOK, { dark }), WORDS];

const LOOK = {
  '&': { height: '100%', backgroundColor: 'var(--panel)', color: 'var(--ink)', fontSize: '13px' },
  // The frame around it shows the focus: its gutter would cover an outline.
  '&.cm-focused, .cm-content:focus-visible': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.6' },
  '.cm-content': { caretColor: 'var(--ink)', padding: '8px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'var(--panel)', color: 'var(--ink-faint)', border: 'none' },
  '.cm-activeLine': { backgroundColor: 'transparent' },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--ink)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--accent-soft)',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--raised)',
    color: 'var(--ink)',
    border: '1px solid var(--line)',
    borderRadius: '6px',
  },
  // Drawn by ourselves: the page's content policy loads no pictures that stand in a style sheet.
  '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: 'underline wavy var(--bad)' },
  '.cm-lintRange-warning': { backgroundImage: 'none', textDecoration: 'underline wavy var(--warn)' },
  '.cm-lint-marker': { width: '0.75em', height: '0.75em', marginTop: '0.4em' },
  '.cm-lint-marker-error': { content: '""', borderRadius: '50%', backgroundColor: 'var(--bad)' },
  '.cm-lint-marker-warning': { content: '""', borderRadius: '2px', backgroundColor: 'var(--warn)' },
  '.cm-diagnostic': { fontFamily: 'var(--font-sans)', maxWidth: '32rem' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--bad)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--warn)' },
};

const WORDS = syntaxHighlighting(
  HighlightStyle.define([
    { tag: [tags.definition(tags.propertyName), tags.propertyName], color: 'var(--accent)' },
    { tag: [tags.string, tags.content], color: 'var(--ink)' },
    { tag: [tags.number, tags.bool, tags.null], color: 'var(--good)' },
    { tag: tags.comment, color: 'var(--ink-faint)', fontStyle: 'italic' },
    { tag: [tags.keyword, tags.labelName, tags.typeName], color: 'var(--warn)' },
  ]),
);
