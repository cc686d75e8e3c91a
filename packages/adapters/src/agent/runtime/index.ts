import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AgentNeeds, AgentPort, AgentPresence, DetectRequest } from '@symphony/domain';
import { cast, PLAYER_VARIABLES } from './cast.ts';
import { type PlayerProgram, startSession } from './session.ts';

export { settleCompileCache } from '../program/compile-cache.ts';
export { TurnLine } from '../program/turn-line.ts';
export type { TurnMessage } from '../program/turn-wire.ts';
export { type Casting, cast } from './cast.ts';
export type { PlayerProgram } from './session.ts';
export { type FromPlayer, type Opening, readToPlayer } from './wire.ts';

/** Symphony's own agent as a player: a process per run, in its chamber and its sandbox like any other. */
export function openOwnPlayer(options: PlayerProgram): AgentPort {
  return {
    name: 'symphony',
    needs: needsOf(options),
    tellsCost: true,
    start: (request, hear) => startSession(request, hear, options),
    detect: async (request) => presenceOf(request, options.version),
  };
}

const needsOf = ({ sessions, program }: PlayerProgram): AgentNeeds => ({
  own: [sessions],
  hosts: ['api.anthropic.com', 'api.openai.com'],
  variables: PLAYER_VARIABLES,
  program: installationOf(program),
});

/** The sources and packages the program is made of: the nearest folder above it that holds both. */
function installationOf(program: string): string[] {
  for (let at = dirname(program); at !== dirname(at); at = dirname(at)) {
    const parts = [join(at, 'packages'), join(at, 'node_modules')];
    if (parts.every((part) => existsSync(part))) return parts;
  }
  return [dirname(program)];
}

/** It is always there; whether it can play is a matter of a key. No provider is asked. */
function presenceOf({ player, env }: DetectRequest, version: string): AgentPresence {
  const casting = cast(player, env);
  const known = { version, known: true };
  if (!casting.ok)
    return {
      ...known,
      login: 'no',
      detail: `The built-in player has no model to ask: ${casting.problem}.`,
      fix: casting.fix,
    };
  const how =
    casting.keyFrom === null ? 'which needs no key' : `with ${casting.keyFrom}, which was not tried`;
  return { ...known, login: 'yes', detail: `The built-in player asks ${casting.model}, ${how}.`, fix: null };
}
