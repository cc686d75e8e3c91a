import type { ToolServer, Usage } from '@symphony/domain';
import { unrecognised } from '../program/agent-line.ts';
import { isText, parseLine, readSpoken, type Spoken } from '../program/spoken.ts';
import type { TurnMessage } from '../program/turn-wire.ts';

/**
 * Both ends of the line between the adapter and the built-in player's process: one JSON object a line. Keys are said
 * here and are in no environment: a command of the agent could read them there.
 */

export type ToPlayer =
  /** First and once. */
  | {
      readonly type: 'open';
      readonly instance: string;
      readonly run: string;
      /** The session to go on with, if its journal is there. */
      readonly resume: string | null;
      /** The name of the session that is begun otherwise. */
      readonly fresh: string;
      /** The number of the turn that comes first, where the conductor counts them. */
      readonly turn: number | null;
      /** What the session has reported as used so far. */
      readonly spent: Usage | null;
      /** The folder of the journals. */
      readonly sessions: string;
      /** `provider/model`; null: by the keys that are there. */
      readonly model: string | null;
      readonly args: readonly string[];
      /** Keys and addresses of providers, by their variables. */
      readonly keys: Readonly<Record<string, string>>;
      readonly tools: ToolServer | null;
    }
  | TurnMessage;

export type Opening = Extract<ToPlayer, { type: 'open' }>;

export type FromPlayer =
  | { readonly type: 'ready'; readonly session: string; readonly model: string | null }
  | Spoken;

/** Reads one line of the player. Never throws. */
export function readFromPlayer(line: string): FromPlayer {
  const fields = parseLine(line);
  if (fields?.type === 'ready' && isText(fields.session))
    return { type: 'ready', session: fields.session, model: isText(fields.model) ? fields.model : null };
  return (fields && readSpoken(fields)) || unrecognised(line);
}

const TO_PLAYER: ReadonlySet<unknown> = new Set(['open', 'turn', 'interrupt', 'answer']);

/** Reads one line of the adapter, or null. Both are of one version, so a look at the tag is enough. */
export function readToPlayer(line: string): ToPlayer | null {
  const fields = parseLine(line);
  return TO_PLAYER.has(fields?.type) ? (fields as unknown as ToPlayer) : null;
}
