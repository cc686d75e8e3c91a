import type { AgentEvent, AgentQuestion, PermissionRequest, TurnFault, Usage } from '@symphony/domain';

/**
 * What a player of our own says, one JSON object a line, in the words of the port itself. Nothing of it is trusted:
 * what does not fit is not read.
 */

/** Process facts are the adapter's to tell; everything else comes over the wire as it is. */
export type Spoken = Exclude<AgentEvent, { type: 'started' } | { type: 'exited' }>;

export type Fields = Readonly<Record<string, unknown>>;

/** The object a line holds, or null. */
export function parseLine(line: string): Fields | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
  } catch {
    return null; // the caller keeps the line as it came
  }
}

/** Null: not one of the port's events. */
export function readSpoken(fields: Fields): Spoken | null {
  return (typeof fields.type === 'string' && READERS.get(fields.type)?.(fields)) || null;
}

const READERS = new Map<string, (fields: Fields) => Spoken | null>([
  ['message', ({ text }) => (isText(text) ? { type: 'message', text } : null)],
  ['thought', ({ text }) => (isText(text) ? { type: 'thought', text } : null)],
  [
    'tool-started',
    ({ id, name, summary }) =>
      isText(id) && isText(name) && isText(summary) ? { type: 'tool-started', id, name, summary } : null,
  ],
  [
    'tool-ended',
    ({ id, ok, summary }) =>
      isText(id) && typeof ok === 'boolean' && isText(summary)
        ? { type: 'tool-ended', id, ok, summary }
        : null,
  ],
  ['usage', ({ usage }) => (isUsage(usage) ? { type: 'usage', usage } : null)],
  [
    'limited',
    ({ until, message }) =>
      (until === null || isAmount(until)) && isText(message) ? { type: 'limited', until, message } : null,
  ],
  ['retrying', ({ reason }) => (isText(reason) ? { type: 'retrying', reason } : null)],
  ['question', ({ question }) => (isQuestion(question) ? { type: 'question', question } : null)],
  ['permission', ({ request }) => (isPermission(request) ? { type: 'permission', request } : null)],
  ['withdrawn', ({ id }) => (isText(id) ? { type: 'withdrawn', id } : null)],
  [
    'turn-ended',
    ({ status, message, fault }) =>
      (status === 'completed' || status === 'failed' || status === 'interrupted') &&
      isText(message) &&
      (fault === undefined || isFault(fault))
        ? { type: 'turn-ended', status, message, ...(fault && { fault }) }
        : null,
  ],
]);

const FAULTS: readonly TurnFault[] = ['auth', 'limit', 'provider', 'agent'];

const isFault = (value: unknown): value is TurnFault => FAULTS.some((fault) => fault === value);

export const isText = (value: unknown): value is string => typeof value === 'string';

const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);

const isAmount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0;

function isUsage(value: unknown): value is Usage {
  if (typeof value !== 'object' || value === null) return false;
  const { inputTokens, outputTokens, usd } = value as Fields;
  return isAmount(inputTokens) && isAmount(outputTokens) && (usd === null || isAmount(usd));
}

function isQuestion(value: unknown): value is AgentQuestion {
  if (typeof value !== 'object' || value === null) return false;
  const { id, text, choices, defaultAnswer, defaultAfterMs } = value as Fields;
  return (
    isText(id) &&
    isText(text) &&
    isTexts(choices) &&
    (defaultAnswer === null || isText(defaultAnswer)) &&
    (defaultAfterMs === null || isAmount(defaultAfterMs))
  );
}

function isPermission(value: unknown): value is PermissionRequest {
  if (typeof value !== 'object' || value === null) return false;
  const { id, tool, summary, command, paths } = value as Fields;
  return (
    isText(id) && isText(tool) && isText(summary) && (command === null || isText(command)) && isTexts(paths)
  );
}
