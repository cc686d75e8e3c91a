import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * `symphony [PATH] [--port N] [--logs-root DIR]` as the public service specification has it (svc-B8):
 * a `run` of ours by that file. Everything else is left as it is.
 */
export function readServiceCall(args: readonly string[], folder: string): readonly string[] {
  const [first] = args;
  if (first === undefined) return hasWorkflow(folder) ? ['run'] : ['--help'];
  if (!isFile(first) && !FLAGS.test(first)) return args;
  const wanted: string[] = ['run'];
  for (let at = 0; at < args.length; at++) {
    const each = args[at] as string;
    const value = WITH_VALUE.has(each) ? args[++at] : undefined;
    if (WITH_VALUE.has(each)) wanted.push(each, ...(value === undefined ? [] : [value]));
    else wanted.push(...(isFile(each) ? ['--workflow', each] : [each]));
  }
  return wanted;
}

const FLAGS = /^--(?:port|logs-root|strict)(?:=|$)/;
const WITH_VALUE: ReadonlySet<string> = new Set(['--port', '--logs-root', '--target', '--workflow']);

const isFile = (arg: string): boolean => !arg.startsWith('-') && (/\.md$/i.test(arg) || arg.includes('/'));

/** One that names a tracker, and no configuration of our own: as the server finds it, without loading that. */
function hasWorkflow(folder: string): boolean {
  if (readOrNull(join(folder, '.symphony', 'symphony.yaml')) !== null) return false;
  return /^---[ \t]*\r?\n(?:[^\n]*\n)*?tracker:/.test(readOrNull(join(folder, 'WORKFLOW.md')) ?? '');
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null; // not there, or not ours to read: then it is none
  }
}
