import type { ToolServer } from '@symphony/domain';
import { unrecognised } from '../program/agent-line.ts';
import { isText, parseLine, readSpoken, type Spoken } from '../program/spoken.ts';
import type { TurnMessage } from '../program/turn-wire.ts';
import type { Piece } from './script/step.ts';

/**
 * Both ends of the line between adapter and player: one JSON object a line. The adapter trusts
 * nothing it reads; what it does not know becomes `unrecognised`.
 */

export type ToPlayer =
  /** Asks a player whether it is ready for work that comes later. Answered with `noted`. */
  | { readonly type: 'greet' }
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
  | TurnMessage;

export type Greeting = Extract<ToPlayer, { type: 'greet' }>;
export type Opening = Extract<ToPlayer, { type: 'open' }>;

export type HostTools = Pick<ToolServer, 'url' | 'token'>;

export interface Place {
  readonly cwd: string;
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
}

type Said = { readonly type: 'ready'; readonly session: string } | Spoken;

export type FromPlayer = Said | { readonly type: 'noted' };

/** Reads one line of the player. Never throws. */
export function readFromPlayer(line: string): Said {
  const fields = parseLine(line);
  if (fields?.type === 'ready' && isText(fields.session)) return { type: 'ready', session: fields.session };
  return (fields && readSpoken(fields)) || unrecognised(line);
}

export const isNoted = (line: string): boolean => parseLine(line)?.type === 'noted';

const TO_PLAYER: ReadonlySet<unknown> = new Set(['greet', 'open', 'turn', 'interrupt', 'answer']);

/** Reads one line of the adapter, or null. Both are of one version, so a look at the tag is enough. */
export function readToPlayer(line: string): ToPlayer | null {
  const fields = parseLine(line);
  return TO_PLAYER.has(fields?.type) ? (fields as unknown as ToPlayer) : null;
}
