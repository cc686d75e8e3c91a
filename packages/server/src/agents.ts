import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openAcp } from '@symphony/adapters/agent/acp';
import { openClaude } from '@symphony/adapters/agent/claude';
import { openCodex } from '@symphony/adapters/agent/codex';
import { openRehearsal } from '@symphony/adapters/agent/rehearsal';
import { openOwnPlayer } from '@symphony/adapters/agent/runtime';
import type { AgentPort } from '@symphony/domain';
import manifest from '../package.json' with { type: 'json' };
import { BY_ACP } from './agent-names.ts';
import type { Environment } from './config/index.ts';
import { defaultPlayers, findAgents } from './init/index.ts';

export const openAgents = ({
  instance,
  sessions,
}: {
  /** Names the repository in the marker of every process. */
  readonly instance: string;
  /** The journals of our own players. */
  readonly sessions: string;
}): ReadonlyMap<string, AgentPort> =>
  new Map<string, AgentPort>([
    ['claude', openClaude({ instance })],
    ['codex', openCodex({ instance })],
    ...BY_ACP.map((agent): [string, AgentPort] => [agent, openAcp({ instance, agent })]),
    [
      'symphony',
      openOwnPlayer({
        instance,
        sessions: join(sessions, 'symphony'),
        program: PLAYER,
        version: manifest.version,
      }),
    ],
    ['rehearsal', openRehearsal({ instance, sessions })],
  ]);

/** The program of the built-in player. */
const PLAYER = fileURLToPath(new URL('./player/main.ts', import.meta.url));

/** Tests never look for agents that happen to be installed where they run. */
export const mayLook = (): boolean => process.env.SYMPHONY_DETECT !== 'off';

/** For looking only: nothing is started for a repository. */
export const agentsToLookFor = (): readonly AgentPort[] => [
  ...openAgents({ instance: 'look', sessions: '' }).values(),
];

/** The quick ones to ask come first; the others are asked only where none of those is ready. */
const ASKED = [['claude', 'codex'], ['opencode', 'gemini'], ['symphony']];

export async function readyAgents(env: Environment): Promise<readonly string[]> {
  const all = agentsToLookFor();
  for (const names of ASKED) {
    const agents = all.filter(({ name }) => names.includes(name));
    const { players } = defaultPlayers(await findAgents({ agents, env }));
    const ready = Object.keys(players).filter((name) => names.includes(name));
    if (ready.length > 0) return ready;
  }
  return [];
}
