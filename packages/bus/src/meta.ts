/**
 * What travels beside the params of a request or a notification: about the message, not part of
 * what it says. Every member is optional, and one that cannot be read is left out.
 */
export interface Meta {
  /** Ties together messages that belong to one piece of work. */
  readonly correlation?: string;
  readonly priority?: Priority;
  /** The answer is useless after this long: the other side calls the request off then. */
  readonly timeoutMs?: number;
  /** Which part of the sender said it. */
  readonly source?: string;
  /** A trace's own text, carried and not read. */
  readonly trace?: string;
}

export const PRIORITIES = ['critical', 'high', 'normal', 'low'] as const;
export type Priority = (typeof PRIORITIES)[number];

export const NO_META: Meta = Object.freeze({});

const LONGEST_TEXT = 200;
/** Timers hold no more than this. */
const LONGEST_WAIT = 2 ** 31 - 1;

export function readMeta(value: unknown): Meta {
  if (typeof value !== 'object' || value === null) return NO_META;
  const { correlation, priority, timeoutMs, source, trace } = value as Record<string, unknown>;
  return {
    ...(isShortText(correlation) ? { correlation } : {}),
    ...(isPriority(priority) ? { priority } : {}),
    ...(isWait(timeoutMs) ? { timeoutMs: Math.min(timeoutMs, LONGEST_WAIT) } : {}),
    ...(isShortText(source) ? { source } : {}),
    ...(isShortText(trace) ? { trace } : {}),
  };
}

const isShortText = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= LONGEST_TEXT;

const isPriority = (value: unknown): value is Priority => (PRIORITIES as readonly unknown[]).includes(value);

const isWait = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0;
