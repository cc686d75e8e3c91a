import TurndownService from 'turndown';

/** What is on a page beside what it says. */
const BESIDE: (keyof HTMLElementTagNameMap)[] = [
  'script',
  'style',
  'noscript',
  'iframe',
  'template',
  'nav',
  'footer',
  'aside',
  'form',
  'button',
  'dialog',
];

/** A page as Markdown: its main part where it has one. */
export function readable(html: string): { readonly text: string; readonly title?: string } {
  const service = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
  });
  service.remove([...BESIDE, 'head', 'svg' as 'head']);
  // A picture's address says nothing to a reader; what it shows may.
  service.addRule('pictures', {
    filter: 'img',
    replacement: (_, node) => ('getAttribute' in node ? ((node as Element).getAttribute('alt') ?? '') : ''),
  });
  const title = /<title[^>]*>([^<]*)<\/title>/i.exec(html)?.[1]?.replace(/\s+/g, ' ').trim();
  const text = service
    .turndown(mainOf(html))
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return { text, ...(title ? { title: unescaped(title) } : {}) };
}

/** Only where it holds most of the text is an element called `main` or `article` the whole story. */
function mainOf(html: string): string {
  for (const name of ['main', 'article']) {
    const start = html.search(new RegExp(`<${name}[\\s>]`, 'i'));
    const end = html.toLowerCase().lastIndexOf(`</${name}>`);
    if (start >= 0 && end > start && end - start > 200) return html.slice(start, end);
  }
  return html;
}

const unescaped = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
