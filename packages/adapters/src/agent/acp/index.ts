import { type AgentPort, type AgentStart, PortError } from '@symphony/domain';
import { ACP_AGENTS, type AcpAgent, type AcpAgentName } from './agents.ts';
import { detectAgent } from './detect.ts';
import { AcpSession, type Program } from './session.ts';

export type { AcpAgentName } from './agents.ts';

export interface AcpOptions {
  /** Names the repository in the marker of every process. */
  readonly instance: string;
  /** Which entry of the table; `acp` is any program that the player's settings name. */
  readonly agent: AcpAgentName;
}

/** Any agent that speaks the Agent Client Protocol. The port is named after the entry. */
export function openAcp({ instance, agent: name }: AcpOptions): AgentPort {
  const agent: AcpAgent = ACP_AGENTS[name];
  const { interactive } = agent;
  return {
    name,
    needs: agent.needs,
    start: async (request, hear) =>
      AcpSession.start(agent, request, await programOf(agent, instance, request), hear),
    detect: (request) => detectAgent(agent, instance, request),
    ...(interactive ? { interactive } : {}),
  };
}

async function programOf(agent: AcpAgent, instance: string, { player, env }: AgentStart): Promise<Program> {
  const command = player.command ?? agent.command;
  if (command === null)
    throw new PortError({
      code: 'missing',
      message: 'The player names no program: set its `command` to one that speaks ACP.',
    });
  const prepared = await agent.prepare({ player, env });
  return {
    instance,
    command,
    args: [...agent.args, ...prepared.args, ...(player.args ?? [])],
    env: prepared.env,
    gauge: prepared.gauge,
  };
}
