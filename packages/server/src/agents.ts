import { openAcp } from '@symphony/adapters/agent/acp';
import { openClaude } from '@symphony/adapters/agent/claude';
import { openCodex } from '@symphony/adapters/agent/codex';
import { openRehearsal } from '@symphony/adapters/agent/rehearsal';
import type { AgentPort } from '@symphony/domain';
import type { Environment } from './config/index.ts';
import { defaultPlayers, findAgents } from './init/index.ts';

/** Spoken to by the Agent Client Protocol; `acp` is any other program that does. */
const BY_ACP = ['opencode', 'gemini', 'claude-agent-acp', 'codex-acp', 'acp'] as const;

/** The agents there are adapters for. */
export const AGENTS: readonly string[] = ['claude', 'codex', ...BY_ACP, 'rehearsal'];

export const openAgents = ({
  instance,
  sessions,
}: {
  /** Names the repository in the marker of every process. */
  readonly instance: string;
  /** The rehearsal player's journals. */
  readonly sessions: string;
}): ReadonlyMap<string, AgentPort> =>
  new Map<string, AgentPort>([
    ['claude', openClaude({ instance })],
    ['codex', openCodex({ instance })],
    ...BY_ACP.map((agent): [string, AgentPort] => [agent, openAcp({ instance, agent })]),
    ['rehearsal', openRehearsal({ instance, sessions })],
  ]);

/** Tests never look for agents that happen to be installed where they run. */
export const mayLook = (): boolean => process.env.SYMPHONY_DETECT !== 'off';

/** For looking only: nothing is started for a repository. */
export const agentsToLookFor = (): readonly AgentPort[] => [
  ...openAgents({ instance: 'look', sessions: '' }).values(),
];

/** The quick ones to ask come first; the others are asked only where none of those is ready. */
const ASKED = [
  ['claude', 'codex'],
  ['opencode', 'gemini'],
];

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
