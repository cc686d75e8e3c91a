import DOMPurify from 'dompurify';
import { Marked } from 'marked';
import { useMemo } from 'react';
import './prose.css';
import { whenIdle } from './when-idle.ts';

/** Beyond this it is shown as it is: parsing megabytes would hold the page up. */
const MOST = 200_000;

/**
 * Markdown that somebody else wrote: an agent, a tracker. Nothing in it may run, load or lead away by
 * itself: no images from elsewhere, no styles, no forms; links open in a new page that knows nothing of
 * this one.
 */
export function Prose({ text }: { readonly text: string }) {
  const html = useMemo(() => (text.length > MOST ? null : toHtml(text)), [text]);
  if (html === null) return <pre className="text-sm whitespace-pre-wrap">{text}</pre>;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: purified by DOMPurify just above.
  return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />;
}

/** HTML in it is text like any other: it is shown, and never parsed. */
const marked = new Marked({ tokenizer: { html: () => undefined, tag: () => undefined } });

const purifier = DOMPurify();

// Set once: read with every text, it takes a fifth of the time of a row that comes into sight.
purifier.setConfig({
  USE_PROFILES: { html: true },
  FORBID_TAGS: ['style', 'form', 'input', 'button', 'img', 'video', 'audio', 'iframe', 'svg', 'math'],
  FORBID_ATTR: ['style', 'class', 'id'],
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|#)/i,
});

purifier.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName !== 'A') return;
  node.setAttribute('target', '_blank');
  node.setAttribute('rel', 'noopener noreferrer nofollow');
});

const toHtml = (text: string): string =>
  purifier.sanitize(marked.parse(text, { async: false, gfm: true, breaks: true }));

/** The parser builds its rules at its first text, some 30 ms: better before somebody opens a transcript than then. */
whenIdle(() =>
  toHtml('# Words\n\n- *some* of `every`\n\n> kind\n\n| of | row |\n|---|---|\n| and | [link](#) |'),
);
