/** What a document is, by what is said of it and by how it begins. */
export type DocumentKind = 'text' | 'markdown' | 'html' | 'csv' | 'json' | 'pdf' | 'docx' | 'unknown';

export interface Described {
  /** A media type, when somebody said one. */
  readonly type?: string;
  /** A file name or path. */
  readonly name?: string;
}

const BY_ENDING: Readonly<Record<string, DocumentKind>> = {
  md: 'markdown',
  markdown: 'markdown',
  html: 'html',
  htm: 'html',
  xhtml: 'html',
  csv: 'csv',
  tsv: 'csv',
  json: 'json',
  pdf: 'pdf',
  docx: 'docx',
};

const BY_TYPE: readonly (readonly [RegExp, DocumentKind])[] = [
  [/^text\/html|^application\/xhtml/, 'html'],
  [/^text\/markdown/, 'markdown'],
  [/^text\/(?:csv|tab-separated-values)/, 'csv'],
  [/^application\/(?:.+\+)?json/, 'json'],
  [/^application\/pdf/, 'pdf'],
  [/^application\/vnd\.openxmlformats-officedocument\.wordprocessingml/, 'docx'],
  [/^text\/|^application\/(?:.+\+)?xml|^application\/(?:javascript|yaml)/, 'text'],
];

/** How it begins goes before what is said of it: servers and names err. */
export function kindOf(bytes: Buffer, { type = '', name = '' }: Described): DocumentKind {
  if (bytes.subarray(0, 1024).includes('%PDF-')) return 'pdf';
  const ending = BY_ENDING[/\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''];
  const said = BY_TYPE.find(([pattern]) => pattern.test(type.toLowerCase()))?.[1];
  // Every docx is a zip, not every zip is one.
  if (bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04')))
    return ending === 'docx' || said === 'docx' ? 'docx' : 'unknown';
  if (bytes.subarray(0, 8_192).includes(0)) return 'unknown';
  const start = bytes.subarray(0, 512).toString('utf8').trimStart().toLowerCase();
  if (start.startsWith('<!doctype html') || start.startsWith('<html')) return 'html';
  const kind = (said === 'text' ? ending : said) ?? ending ?? 'text';
  return kind === 'pdf' || kind === 'docx' ? 'unknown' : kind;
}
