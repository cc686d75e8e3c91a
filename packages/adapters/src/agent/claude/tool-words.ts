import { isAbsolute, relative } from 'node:path';
import { type Fields, fieldsOf, listOf, textOf } from './wire.ts';

const SUMMARY_LIMIT = 300;

/** One line that fits a list. */
export function oneLine(text: string): string {
  // An output may be megabytes long: only as much of it is looked at as could be kept.
  const line = text
    .slice(0, SUMMARY_LIMIT * 10)
    .trim()
    .replace(/\s+/g, ' ');
  return line.length <= SUMMARY_LIMIT ? line : `${line.slice(0, SUMMARY_LIMIT - 1)}…`;
}

/** What names a tool's use best, by the fields Claude Code's own tools have. */
const TELLING = ['command', 'file_path', 'notebook_path', 'path', 'pattern', 'url', 'query', 'description'];

/** What a tool is used for, in one line: the command, the file, the address. */
export function summarise(name: string, input: Fields, cwd: string): string {
  for (const key of TELLING) {
    const value = textOf(input[key]);
    if (value) return oneLine(key.endsWith('path') ? within(cwd, value) : value);
  }
  const question = textOf(listOf(input.questions)[0]?.question);
  if (question) return oneLine(question);
  return oneLine(Object.keys(input).length === 0 ? name : JSON.stringify(input).slice(0, SUMMARY_LIMIT * 2));
}

/** Relative to the chamber where it lies in it. */
export function within(cwd: string, path: string): string {
  if (!isAbsolute(path)) return path;
  const inside = relative(cwd, path);
  return inside === '' || inside.startsWith('..') || isAbsolute(inside) ? path : inside;
}

/** The files a tool names as its own. */
export const pathsOf = (input: Fields, cwd: string): readonly string[] =>
  [input.file_path, input.notebook_path]
    .map(textOf)
    .filter((each) => each !== null)
    .map((each) => within(cwd, each));

/** What came of a tool, in one line. Its content is a text or a list of blocks. */
export function outcomeOf(result: Fields): string {
  const text = textOf(result.content);
  return oneLine(
    text ??
      listOf(result.content)
        .map((each) => textOf(each.text) ?? `(${String(each.type)})`)
        .join(' '),
  );
}

/** The name of a tool and what it was given. */
export function toolOf(block: Fields): { name: string; input: Fields } {
  return {
    name: textOf(block.name) ?? textOf(block.tool_name) ?? 'tool',
    input: fieldsOf(block.input) ?? {},
  };
}
