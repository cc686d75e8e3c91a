import { join, relative } from 'node:path';
import { invocationFor } from '../invocation.ts';
import { summaryLines } from '../screen/summary-screen.ts';
import type { Terminal } from '../terminal.ts';
import type { Summary } from './summary.ts';

export interface RunReport {
  readonly summary: Summary;
  readonly reason: string;
  readonly code: 0 | 1;
  readonly target: string;
  readonly root: string;
  readonly json: boolean;
  readonly rehearsed: boolean;
}

/** `--json`: `{ code, reason, target, items, merged, retries, conflicts, questions, missions, spend }`. */
export function reportEnd(
  terminal: Terminal,
  { summary, reason, code, target, root, json, rehearsed }: RunReport,
): void {
  if (json) return terminal.json({ code, reason, target, ...summary });
  const log = relative(process.cwd(), join(root, '.symphony', 'log', 'events.jsonl'));
  const calls = invocationFor(root, terminal.env, process.cwd());
  terminal.lines([
    '',
    ...summaryLines(summary, { ...terminal.frame(), target, reason, log, calls, rehearsed }),
  ]);
}
