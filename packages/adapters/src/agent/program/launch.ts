import type { AgentEvent, AgentStart, Launch } from '@symphony/domain';
import { spawnGroup } from '../../process/group.ts';
import type { Marker } from '../../process/marker.ts';
import { checkProgram } from '../../process/program-path.ts';
import { AgentLine } from './agent-line.ts';
import type { Line } from './line-reader.ts';

/** Starts the process of a run, in its sandbox where it has one, marked so that it is found again. */
export async function launchAgent(
  request: AgentStart,
  program: {
    readonly instance: string;
    readonly name: string;
    readonly command: string;
    readonly args: readonly string[];
    readonly env?: Readonly<Record<string, string>>;
  },
  hear: (event: AgentEvent) => void,
  listen: (line: Line) => void,
): Promise<AgentLine> {
  const { instance, name, command, args } = program;
  const launch: Launch = { command, args, cwd: request.cwd, env: { ...request.env, ...program.env } };
  if (request.confine) await checkProgram(launch);
  const marker: Marker = { instance, role: 'agent', run: request.run };
  const group = await spawnGroup({ ...(request.confine?.(launch) ?? launch), marker });
  return new AgentLine({ group, markers: [marker], hear, name, listen });
}
