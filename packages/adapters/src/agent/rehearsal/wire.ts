import type { AgentEvent, AgentQuestion, PermissionRequest, ToolServer, Usage } from '@symphony/domain';
import { unrecognised } from '../program/agent-line.ts';
import { isFault } from './script/fault.ts';
import type { Piece } from './script/step.ts';

/**
 * Both ends of the line between adapter and player: one JSON object a line. The adapter trusts
 * nothing it reads; what it does not know becomes `unrecognised`.
 */

export type ToPlayer =
  /** Asks a player whether it is ready for work that comes later. Answered with `noted`. */
  | { readonly type: 'greet'; readonly sessions: string }
  /** First and once: whose work this is and where its journal lies. */
  | {
      readonly type: 'open';
      readonly attempt: number;
      readonly piece: Piece;
      readonly script: unknown;
      /** The session to go on with, if its journal still fits. */
      readonly resume: string | null;
      /** The name of the session that is begun otherwise. */
      readonly fresh: string;
      /** The number of the turn that comes first, where the conductor counts them. */
      readonly turn: number | null;
      readonly sessions: string;
      /** Where the host tools of this run are called; null: nowhere. */
      readonly tools: HostTools | null;
      /** Where a player that was started before its work was known goes first; it answers `noted`. */
      readonly place: Place | null;
    }
  | { readonly type: 'turn'; readonly prompt: string }
  /** Ends the turn that was sent last; too late for it, it means nothing. */
  | { readonly type: 'interrupt' }
  /** To a question, or `allow` or `deny` to a permission. */
  | { readonly type: 'answer'; readonly question: string; readonly text: string };

export type Greeting = Extract<ToPlayer, { type: 'greet' }>;
export type Opening = Extract<ToPlayer, { type: 'open' }>;

export type HostTools = Pick<ToolServer, 'url' | 'token'>;

export interface Place {
  readonly cwd: string;
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
}

/** Process facts are the adapter's to tell; everything else comes over the wire as it is. */
export type Spoken = Exclude<AgentEvent, { type: 'started' } | { type: 'exited' }>;

type Said = { readonly type: 'ready'; readonly session: string } | Spoken;

export type FromPlayer = Said | { readonly type: 'noted' };

type Fields = Readonly<Record<string, unknown>>;

/** Reads one line of the player. Never throws. */
export function readFromPlayer(line: string): Said {
  const fields = parse(line);
  const read = typeof fields?.type === 'string' ? READERS.get(fields.type) : undefined;
  return (fields && read?.(fields)) || unrecognised(line);
}

export const isNoted = (line: string): boolean => parse(line)?.type === 'noted';

const TO_PLAYER: ReadonlySet<unknown> = new Set(['greet', 'open', 'turn', 'interrupt', 'answer']);

/** Reads one line of the adapter, or null. Both are of one version, so a look at the tag is enough. */
export function readToPlayer(line: string): ToPlayer | null {
  const fields = parse(line);
  return TO_PLAYER.has(fields?.type) ? (fields as unknown as ToPlayer) : null;
}

function parse(line: string): Fields | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
  } catch {
    return null; // the caller keeps the line as it came
  }
}

const READERS = new Map<string, (fields: Fields) => Said | null>([
  ['ready', ({ session }) => (isText(session) ? { type: 'ready', session } : null)],
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

const isText = (value: unknown): value is string => typeof value === 'string';

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
