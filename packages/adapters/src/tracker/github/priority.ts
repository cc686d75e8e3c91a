import { normaliseName } from '@symphony/domain';
import type { GitHubTrackerSettings } from './settings.ts';

/** Priorities are 1 (first) to 4. What people write for them, where the file does not say. */
const WORDS: Readonly<Record<string, number>> = { urgent: 1, critical: 1, high: 2, medium: 3, low: 4 };

type Priorities = Pick<GitHubTrackerSettings, 'priorities'>;

/** `P1`, `priority: 1`, `priority/high`. A bare word is a priority only in a project's own field. */
function readLabel(label: string, { priorities }: Priorities): number | null {
  const name = normaliseName(label);
  if (priorities[name] !== undefined) return priorities[name];
  const [, digit] = /^p(?:riority[\s:/-]*)?([0-4])$/.exec(name) ?? [];
  if (digit !== undefined) return Number(digit);
  const [, word] = /^priority[\s:/-]+(\w+)$/.exec(name) ?? [];
  return word === undefined ? null : (WORDS[word] ?? null);
}

export const isPriorityLabel = (label: string, settings: Priorities): boolean =>
  readLabel(label, settings) !== null;

/** The most urgent one of those an issue has. */
export function priorityOf(labels: readonly string[], settings: Priorities): number | null {
  const found = labels.flatMap((label) => readLabel(label, settings) ?? []);
  return found.length === 0 ? null : Math.min(...found);
}

/** The value of a project's priority field. */
export function priorityOfField(value: string | number | null, settings: Priorities): number | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : null;
  if (value === null) return null;
  const name = normaliseName(value);
  return settings.priorities[name] ?? WORDS[name] ?? readLabel(name, settings);
}

/** The label to give for a priority: a configured one, else `P1`. */
export const labelFor = (priority: number, { priorities }: Priorities): string =>
  Object.entries(priorities).find(([, value]) => value === priority)?.[0] ?? `P${priority}`;
