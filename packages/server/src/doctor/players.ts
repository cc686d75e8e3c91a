import type { PlayerSettings } from '@symphony/domain';
import {
  type AgentSearch,
  byTwos,
  defaultPlayers,
  type Found,
  findAgents,
  isInstalled,
  isReady,
  lookFor,
  wayToRealPlayer,
} from '../init/index.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

/** Who is to play, and whether they can: program, version and login of each agent, without a model being asked. */

export interface PlayersRequest extends AgentSearch {
  readonly players: Readonly<Record<string, PlayerSettings>>;
  /** False: the configuration names no player, so every agent there is an adapter for is looked for. */
  readonly named: boolean;
  /** What players are given in their environment besides: a key, the address of a model. */
  readonly ownEnv?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export async function checkPlayers(request: PlayersRequest): Promise<Finding[]> {
  if (request.named) return lookAtPlayers(request, request.players);
  const found = await findAgents(request);
  if (found.some(isReady)) {
    const { default_player: first } = defaultPlayers(found);
    return [ok('players', `No player is named, so \`${first}\` plays.`), ...agentFindings(found)];
  }
  const others = Object.entries(request.players).filter(
    ([, { agent }]) => !found.some((each) => each.agent === agent),
  );
  return [...(await lookAtPlayers(request, Object.fromEntries(others))), ...agentFindings(found)];
}

async function lookAtPlayers(
  { agents, ownEnv = {}, ...search }: PlayersRequest,
  players: PlayersRequest['players'],
): Promise<Finding[]> {
  // An agent without an adapter is told by the configuration check already.
  const known = Object.entries(players).flatMap(([name, player]) => {
    const agent = agents.find((each) => each.name === player.agent);
    return agent ? [{ name, player, agent, own: ownEnv[name] ?? {} }] : [];
  });
  // Players that differ in their model only are one program: it is started once.
  const programOf = ({ player, own }: (typeof known)[number]): string =>
    JSON.stringify([player.agent, player.command, player.args, own]);
  const programs = [...new Map(known.map((each) => [programOf(each), each]))];
  const looks = await byTwos(
    programs.map(([program, { agent, player, own }]) => async () => {
      const found = await lookFor(agent, player, { ...search, env: { ...search.env, ...own } });
      return [program, found] as const;
    }),
  );
  const seen = new Map(looks);
  return known.map((each) => {
    const found = seen.get(programOf(each));
    return found
      ? playerFinding(each.name, found)
      : ok(`player ${each.name}`, `\`${each.player.agent}\` can play.`);
  });
}

/** What a person asked for and cannot have is a problem; what may turn out well is a warning. */
export function playerFinding(player: string, found: Found): Finding {
  const { agent, answered, presence } = found;
  const { detail, fix, known, login } = presence;
  const name = `player ${player}`;
  if (!answered) return warning(name, detail, fix ?? ANY_FIX);
  if (!isInstalled(found))
    return problem(name, detail, fix ?? `Install \`${agent}\`, or take \`${player}\` out of \`players\`.`);
  if (login === 'no') return problem(name, detail, fix ?? `Log in to \`${agent}\`.`);
  if (known === false)
    return warning(name, detail, fix ?? `Install a version of \`${agent}\` that is known to work.`);
  return fix === null ? ok(name, detail) : warning(name, detail, fix);
}

/** Nobody asked for a certain agent: one that is ready is enough, and the others are only told. */
export function agentFindings(found: readonly Found[]): Finding[] {
  if (found.length === 0) return [];
  const someReady = found.some(isReady);
  const missing = found
    .filter((each) => each.answered && !isInstalled(each))
    .map(({ agent }) => `\`${agent}\``);
  const rest = missing.length > 0 ? `Not found, or silent: ${missing.join(', ')}.` : '';
  const told = found
    .filter((each) => !each.answered || isInstalled(each))
    .map((each) => {
      const { detail, fix } = each.presence;
      // Another one plays: what this one lacks is nothing to be mended.
      const quiet = fix === null || (someReady && !isReady(each));
      return quiet ? ok(`agent ${each.agent}`, detail) : warning(`agent ${each.agent}`, detail, fix);
    });
  if (someReady) return rest === '' ? told : [...told, ok('agents', rest)];
  const none = 'No coding agent is ready to play, so the rehearsal player follows a script.';
  return [...told, warning('agents', [none, rest].join(' ').trimEnd(), wayToRealPlayer(found))];
}

const ANY_FIX = 'Start it yourself to see what it says, then look again.';
