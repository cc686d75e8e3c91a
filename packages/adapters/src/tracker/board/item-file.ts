import { isUtf8 } from 'node:buffer';
import { type Json, normaliseLabels, type TrackedItem, type TrackerProblem } from '@symphony/domain';
import { type Document, isMap, LineCounter, parseDocument } from 'yaml';
import { descriptionOf } from './comment-section.ts';
import { splitFrontMatter } from './front-matter.ts';
import { HeaderError, HeaderValues, jsonOf, type NamedAt } from './header-values.ts';
import { firstHeading } from './markdown-lines.ts';
import { knownState, nearestState, unknownState } from './state-names.ts';

/** What one board file says on its own; whom its blockers are is known only with the others at hand. */
export type ParsedFile = ReadFile | MalformedFile;

export interface ReadFile {
  readonly kind: 'item';
  readonly item: Omit<TrackedItem, 'blockedBy'>;
  readonly blockers: readonly { readonly id: string; readonly where: string }[];
  /** Things a person should mend that do not keep the item from being worked on. */
  readonly remarks: readonly TrackerProblem[];
}

export interface MalformedFile {
  readonly kind: 'malformed';
  /** The id the file most likely stands for: asking for it must fail, not answer "gone" (svc-T3). */
  readonly id: string;
  readonly problem: TrackerProblem;
}

export interface FileSource {
  readonly name: string;
  readonly bytes: Buffer;
  readonly bornAt: number;
  readonly changedAt: number;
}

/** Front matter with a meaning of its own; every other key is a field. */
export const KNOWN_KEYS: ReadonlySet<string> = new Set([
  'id',
  'title',
  'state',
  'priority',
  'labels',
  'blocked_by',
  'assignee',
  'created',
  'dispatchable',
]);

export const idOfFileName = (name: string): string => name.replace(/\.md$/i, '');

export function malformed(name: string, message: string, line?: number, id?: string): MalformedFile {
  const where = line === undefined ? name : `${name}:${line}`;
  return { kind: 'malformed', id: id ?? idOfFileName(name), problem: { where, message } };
}

export function parseItemFile(source: FileSource, states: readonly string[]): ParsedFile {
  const { name, bytes } = source;
  if (!isUtf8(bytes)) return malformed(name, 'This line is not valid UTF-8 text.', firstBadLine(bytes));
  const text = bytes.toString('utf8');
  // An editor that saves in place empties the file first. Read as an item with nothing but
  // defaults it would look like fresh work, so an empty file is not an item.
  if (text.trim() === '') return malformed(name, 'The file is empty; write a title, or delete it.', 1);
  const split = splitFrontMatter(text);
  if (!split.ok) return malformed(name, split.message, split.line, claimedId(text));
  const lines = new LineCounter();
  const lineAt = (offset: number): number => lines.linePos(offset).line + 1; // below the opening fence
  const document = parseDocument(split.parts.yaml, {
    lineCounter: lines,
    prettyErrors: false,
    logLevel: 'silent',
  });
  try {
    return readItem(source, document, split.parts.body, states, lineAt);
  } catch (error) {
    if (!(error instanceof HeaderError)) throw error;
    return malformed(name, error.message, lineAt(error.at), claimedId(text));
  }
}

function readItem(
  source: FileSource,
  document: Document.Parsed,
  body: string,
  states: readonly string[],
  lineAt: (offset: number) => number,
): ReadFile {
  const fields = fieldsOf(document);
  const values = new HeaderValues(document);
  const description = descriptionOf(body);
  const id = values.text('id') ?? idOfFileName(source.name);
  if (id === '' || /[\r\n]/.test(id))
    throw new HeaderError(values.at('id'), '`id` must be one line of text.');
  const created = createdAt(values);
  const remarks: TrackerProblem[] = [];
  if (created === 'unreadable') {
    const where = `${source.name}:${lineAt(values.at('created'))}`;
    remarks.push({ where, message: '`created` must be a date such as 2026-01-31T09:30:00Z.' });
  }
  return {
    kind: 'item',
    item: {
      id,
      identifier: id,
      title: titleOf(values, description) ?? id,
      description,
      state: stateOf(values, states),
      priority: values.integer('priority'),
      labels: normaliseLabels(values.names('labels', { numbers: false }).map((label) => label.name)),
      dispatchable: values.flag('dispatchable') ?? true,
      assignee: values.text('assignee') || null,
      url: null,
      repository: null,
      branchName: null,
      createdAt: typeof created === 'number' ? created : source.bornAt,
      updatedAt: source.changedAt,
      fields,
      nativeRef: { file: source.name },
    },
    blockers: distinct(values.names('blocked_by', { numbers: true })).map((blocker) => ({
      id: blocker.name,
      where: `${source.name}:${lineAt(blocker.at)}`,
    })),
    remarks,
  };
}

function fieldsOf(document: Document.Parsed): Record<string, Json> {
  const [error] = document.errors;
  if (error) throw new HeaderError(error.pos[0], notYaml(error.message));
  const values = plainValues(document);
  if (values === null) return {};
  if (!isMap(document.contents)) {
    const at = document.contents?.range?.[0] ?? 0;
    throw new HeaderError(at, 'The front matter must consist of `key: value` lines.');
  }
  return Object.fromEntries(
    Object.entries(values)
      .filter(([key]) => !KNOWN_KEYS.has(key))
      .map(([key, value]) => [key, jsonOf(value)]),
  );
}

/** Aliases that multiply without end are refused by the YAML library with a thrown error. */
function plainValues(document: Document.Parsed): object | null {
  try {
    return document.toJS() as object | null;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new HeaderError(0, notYaml(why));
  }
}

const notYaml = (why: string): string => `The front matter is not valid YAML: ${why.replace(/\.?$/, '.')}`;

function titleOf(values: HeaderValues, description: string | null): string | null {
  const title = values.text('title');
  if (title === null) return description === null ? null : firstHeading(description);
  const line = oneLine(title);
  if (line === '') throw new HeaderError(values.at('title'), 'The title is empty.');
  return line;
}

/** A title is one line, however it was written. */
export const oneLine = (text: string): string =>
  text
    .split(/[\r\n\u0085\u2028\u2029]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ');

function stateOf(values: HeaderValues, states: readonly string[]): string {
  const written = values.text('state');
  const state = written === null ? states[0] : knownState(states, written);
  if (state) return state;
  const hint = `Did you mean "${nearestState(states, written ?? '')}"?`;
  throw new HeaderError(values.at('state'), `${unknownState(states, written ?? '')} ${hint}`);
}

const ISO = /^\d{4}-\d{2}-\d{2}(?:[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:[Zz]|[+-]\d{2}:\d{2})?)?$/;

/** A time without a zone is taken as UTC: the same file must mean the same on every machine. */
function createdAt(values: HeaderValues): number | null | 'unreadable' {
  const written = values.text('created');
  if (written === null) return null;
  if (!ISO.test(written)) return 'unreadable';
  const zoned = /(?:[Zz]|[+-]\d{2}:\d{2})$/.test(written) || written.length === 10;
  const instant = Date.parse((zoned ? written : `${written}Z`).replace(' ', 'T').toUpperCase());
  return Number.isNaN(instant) ? 'unreadable' : instant;
}

function distinct(names: readonly NamedAt[]): NamedAt[] {
  const seen = new Map<string, NamedAt>();
  for (const each of names) if (!seen.has(each.name.toLowerCase())) seen.set(each.name.toLowerCase(), each);
  return [...seen.values()];
}

/** No line feed is ever part of a longer UTF-8 sequence, so lines can be judged one by one. */
function firstBadLine(bytes: Buffer): number {
  let line = 1;
  for (let start = 0; start < bytes.length; line++) {
    const newline = bytes.indexOf(10, start);
    const end = newline < 0 ? bytes.length : newline + 1;
    if (!isUtf8(bytes.subarray(start, end))) return line;
    start = end;
  }
  return line;
}

/** The id a file that cannot be read claims to have, as far as a look at its lines can tell. */
function claimedId(text: string): string | undefined {
  const head = text.slice(0, 4096);
  return /^id:[ \t]*["']?([^"'#\r\n]+?)["']?[ \t]*(?:#.*)?\r?$/m.exec(head)?.[1];
}
