import { join } from 'node:path';
import { openGit } from '@symphony/adapters/git';
import { failureOf } from '@symphony/domain';
import { type Environment, loadConfig } from '../config/index.ts';
import { guessTarget } from '../init/index.ts';
import { type Finding, problem } from './finding.ts';
import { checkLeftovers } from './leftovers.ts';
import { checkLog } from './log.ts';
import { checkDisk, checkNode, checkPorts, checkWritable } from './machine.ts';
import { type AgentProbe, checkBoard, checkConfig, checkPlayers, checkPrompts } from './project.ts';
import { checkCheckout, checkGit, checkHistory, checkIdentity } from './repository.ts';
import { checkSocket } from './socket.ts';

export interface ExamineRequest {
  /** The top of the repository. */
  readonly root: string;
  /** Where the configuration's `$VAR` come from. */
  readonly env: Environment;
  readonly agents: readonly AgentProbe[];
  /** Where the control socket will be. */
  readonly socketPath: string;
  /** Ports that will be asked for; none: only whether ports can be opened at all. */
  readonly ports?: readonly number[];
  readonly nodeVersion?: string;
  readonly leastFreeBytes?: number;
}

/** Looks at everything Symphony needs and changes nothing. Never rejects: what cannot be examined is a finding. */
export async function examine(request: ExamineRequest): Promise<Finding[]> {
  const { root, agents } = request;
  const folder = join(root, '.symphony');
  const git = openGit('doctor');
  const sight = await checkGit(git, root);
  const target = sight.usable ? await guessTarget(root) : 'main';
  const result = await loadConfig({
    root,
    env: request.env,
    defaults: { target },
    agents: agents.map(({ name }) => name),
  });
  const { config } = result;

  const checks: Record<string, () => Promise<readonly Finding[]> | readonly Finding[]> = {
    node: () => [checkNode(request.nodeVersion ?? process.versions.node)],
    git: () => sight.findings,
    ...(sight.usable && {
      commits: () => checkHistory(git, root, config.target),
      identity: async () => [await checkIdentity(git, root)],
      checkout: () => checkCheckout(git, root, config.target),
      leftovers: () => checkLeftovers(git, root, join(folder, 'chambers')),
    }),
    config: () => checkConfig(result),
    prompts: () => checkPrompts(root, config),
    board: () => checkBoard(join(folder, 'board'), config),
    players: () => checkPlayers(config, agents),
    log: () => [checkLog(join(folder, 'log'))],
    writable: async () => [await checkWritable(root, folder)],
    disk: async () => [await checkDisk(root, request.leastFreeBytes ?? 1e9)],
    socket: async () => [await checkSocket(request.socketPath)],
    ports: () => checkPorts(request.ports ?? []),
  };
  const findings: Finding[] = [];
  for (const [name, check] of Object.entries(checks)) {
    try {
      findings.push(...(await check()));
    } catch (error) {
      const { message, nextStep } = failureOf(error);
      findings.push(
        problem(
          name,
          `This could not be examined: ${message}`,
          nextStep ?? 'Mend what the message names and look again.',
        ),
      );
    }
  }
  return findings;
}
