import type { Json, ToolResult } from '@symphony/domain';

/** Tools in a person's words: one line that says what is done, or what came of it. */

type Values = Readonly<Record<string, Json>>;

const SUMMARY = 200;
const OUTCOME = 500;

const valuesOf = (value: Json): Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Values) : {};

const textOf = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null);

export function summaryOf(input: Json): string {
  const { command, path, pattern, message } = valuesOf(input);
  const known = textOf(command) ?? textOf(path) ?? textOf(pattern) ?? textOf(message);
  return cut(known ?? (Object.keys(valuesOf(input)).length === 0 ? '' : JSON.stringify(input)), SUMMARY);
}

/** The command of a shell, where it is one. */
export const commandOf = (input: Json): string | null => textOf(valuesOf(input).command);

/** Files it would write, as far as they are named. */
export function pathsOf(input: Json): string[] {
  const { path, paths } = valuesOf(input);
  const named = Array.isArray(paths) ? paths : [path];
  return named.flatMap((each) => textOf(each) ?? []);
}

/** A command that ended with another code than 0 is an answer to the model and a failure to whoever looks on. */
export const wentWell = ({ success, result }: ToolResult): boolean =>
  success && [undefined, null, 0].includes(valuesOf(result ?? null).exitCode as 0);

export function outcomeOf({ success, result, error }: ToolResult): string {
  if (!success) return lastOf(error ?? 'It failed.');
  const { output, exitCode } = valuesOf(result ?? null);
  if (typeof output === 'string')
    return lastOf(`${output.trim()}${exitCode === 0 ? '' : `\n(exit code ${String(exitCode)})`}`);
  return cut(typeof result === 'string' ? result : JSON.stringify(result ?? null), OUTCOME);
}

/** Of a long output the end says what came of it. */
const lastOf = (text: string): string => (text.length <= OUTCOME ? text : `…${text.slice(-OUTCOME)}`);

export const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1)}…`;
