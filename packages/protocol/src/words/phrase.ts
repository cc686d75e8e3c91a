import { describeFailure, type Evidence } from '@symphony/domain';

/** The small turns that sentences are made of. */

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** Reports of several lines start with what happened; the rest is in the log. */
export const firstLine = (text: string): string => text.trim().split('\n')[0] ?? '';

export const short = (hash: string): string => hash.slice(0, 10);

/** `: because`, or nothing where nothing is said. */
export const because = (reason: string): string => (reason.trim() === '' ? '' : `: ${firstLine(reason)}`);

export function evidenceWords(evidence: Evidence): string {
  if (evidence.results.length === 0) return `no checks are configured for tree ${short(evidence.tree)}`;
  if (!evidence.passed) return `checks failed: ${firstLine(describeFailure(evidence))}`;
  return `${counted(evidence.results.length, 'check')} passed on tree ${short(evidence.tree)}`;
}
