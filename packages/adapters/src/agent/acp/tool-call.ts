import { isAbsolute, relative } from 'node:path';
import { at, type Fields, fieldsOf, listOf, textOf } from './wire.ts';

/** What agents tell of a tool they use, piece by piece and each in its own way, made one. */
export interface ToolCall {
  readonly id: string;
  readonly name: string | null;
  readonly kind: string | null;
  readonly title: string | null;
  /** The shell command, where it is one. */
  readonly command: string | null;
  /** Files it is about, relative to the chamber where they lie in it. */
  readonly paths: readonly string[];
}

export interface ToolEnd {
  readonly ok: boolean;
  readonly text: string;
}

const SUMMARY_LIMIT = 300;

/** Null without an id: it cannot be told from others then. */
export function readToolCall(update: Fields, cwd: string): ToolCall | null {
  const id = textOf(update.toolCallId);
  if (id === null) return null;
  const kind = textOf(update.kind);
  const title = textOf(update.title);
  return {
    id,
    name: textOf(update.name) ?? textOf(at(update, '_meta', 'claudeCode', 'toolName')),
    kind,
    title,
    command: commandOf(fieldsOf(update.rawInput)),
    paths: pathsOf(update).map((path) => inChamber(path, cwd)),
  };
}

/** What was known, with what is said now on top. */
export const withNews = (known: ToolCall, news: ToolCall): ToolCall => ({
  id: known.id,
  name: known.name ?? news.name,
  kind: news.kind ?? known.kind,
  title: news.title ?? known.title,
  command: news.command ?? known.command,
  paths: news.paths.length > 0 ? news.paths : known.paths,
});

/** Some agents give the command of an `execute` tool as its title only. */
export const shellCommand = ({ kind, command, title, name }: ToolCall): string | null =>
  command ?? (kind === 'execute' && title !== name ? title : null);

/** What a command writes is not known. */
export const writtenPaths = (call: ToolCall): readonly string[] =>
  shellCommand(call) === null && call.kind !== 'read' && call.kind !== 'search' ? call.paths : [];

/** One line a person can read. */
export function summaryOf(call: ToolCall): string {
  const { paths, title, name, kind } = call;
  const files = paths.length > 0 ? paths.join(', ') : null;
  return oneLine(shellCommand(call) ?? files ?? title ?? name ?? kind ?? call.id);
}

export const nameOf = ({ name, kind }: ToolCall): string => name ?? kind ?? 'tool';

/** Null while it goes on. A command that ended with a code but 0 went wrong, whatever the status says. */
export function readToolEnd(update: Fields): ToolEnd | null {
  const { status } = update;
  if (status !== 'completed' && status !== 'failed') return null;
  const code = exitCode(update);
  const text = oneLine(outputOf(update));
  const bad = status === 'failed' || (code !== undefined && code !== 0);
  if (!bad) return { ok: true, text };
  const ending = typeof code === 'number' ? `exit code ${code}` : code === null ? 'cut off' : '';
  return { ok: false, text: oneLine([ending, text].filter(Boolean).join(': ')) || 'failed' };
}

/** Undefined: nothing is said of one. Null: it has none, because it was ended. */
function exitCode(update: Fields): number | null | undefined {
  const told = [
    at(update, '_meta', 'terminal_exit', 'exit_code'),
    at(update, 'rawOutput', 'metadata', 'exit'),
    at(update, 'rawOutput', 'exit_code'),
    at(update, 'rawOutput', 'exitCode'),
  ].find((value) => value === null || typeof value === 'number');
  if (told !== undefined) return told as number | null;
  const said = /^Exit Code: (\d+)$|^Command exited with code: (\d+)$/m.exec(outputOf(update));
  return said ? Number(said[1] ?? said[2]) : undefined;
}

function outputOf(update: Fields): string {
  const { rawOutput } = update;
  const raw =
    textOf(rawOutput) ??
    textOf(at(rawOutput, 'error')) ??
    textOf(at(rawOutput, 'output')) ??
    textOf(at(rawOutput, 'stdout')) ??
    textOf(at(update, '_meta', 'terminal_output_delta', 'data'));
  return raw ?? contentText(update.content);
}

const contentText = (content: unknown): string =>
  listOf(content)
    .map((part) => textOf(at(part, 'content', 'text')) ?? '')
    .filter((text) => text !== '')
    .join('\n');

function commandOf({ command, cmd }: Fields): string | null {
  const told = command ?? cmd;
  if (Array.isArray(told)) return told.every((word) => typeof word === 'string') ? told.join(' ') : null;
  return textOf(told);
}

function pathsOf(update: Fields): readonly string[] {
  const { rawInput, locations, content, kind } = update;
  if (kind === 'execute') return []; // told as a command's place is where it runs
  const told = [
    ...listOf(content).map((part) => (at(part, 'type') === 'diff' ? at(part, 'path') : null)),
    ...listOf(locations).map((location) => at(location, 'path')),
    ...['file_path', 'filePath', 'filepath'].map((name) => at(rawInput, name)),
  ];
  return [...new Set(told.filter((path): path is string => typeof path === 'string' && path !== ''))];
}

function inChamber(path: string, cwd: string): string {
  if (!isAbsolute(path)) return path;
  const inner = relative(cwd, path);
  return inner.startsWith('..') || isAbsolute(inner) ? path : inner || '.';
}

export const oneLine = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > SUMMARY_LIMIT ? `${line.slice(0, SUMMARY_LIMIT - 1)}…` : line;
};
