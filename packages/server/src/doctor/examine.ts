import { join } from 'node:path';
import { openGit } from '@symphony/adapters/git';
import { failureOf } from '@symphony/domain';
import { type Environment, loadConfig } from '../config/index.ts';
import { settingsOf } from '../config/settings.ts';
import { type AgentSight, ANSWER_LIMIT_MS, guessTarget } from '../init/index.ts';
import { findWorkflow } from '../workflow/index.ts';
import { checkCodeHost } from './code-host.ts';
import { type Finding, problem } from './finding.ts';
import { checkHttp } from './http.ts';
import { checkLeftovers } from './leftovers.ts';
import { checkLog } from './log.ts';
import { checkDisk, checkNode, checkPorts, checkWritable } from './machine.ts';
import { checkPlayers } from './players.ts';
import { checkPrices, type PriceSight } from './prices.ts';
import { checkBoard, checkConfig, checkPrompts } from './project.ts';
import { checkCheckout, checkGit, checkHistory, checkIdentity } from './repository.ts';
import { checkRuntime } from './runtime.ts';
import { checkSandbox, type SandboxSight } from './sandbox.ts';
import { checkSocket, isAnswering } from './socket.ts';
import { checkTracker } from './tracker.ts';
import { checkWebhooks } from './webhooks.ts';

export interface ExamineRequest {
  /** The top of the repository. */
  readonly root: string;
  /** Where the configuration's `$VAR` come from. */
  readonly env: Environment;
  readonly agents: readonly AgentSight[];
  /** Where agents are confined. None: nothing is said about it. */
  readonly sandbox?: SandboxSight;
  readonly prices?: PriceSight;
  /** How long an agent or the sandbox may take to answer. */
  readonly answerLimitMs?: number;
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
    workflow: await findWorkflow(root, null),
  });
  const { config } = result;
  // Also of a broken configuration: what could be read of it says which programs to look for.
  const { players } = settingsOf(config);
  const isWritten = (...path: string[]): boolean => result.sources.lineOf(path) !== null;
  const limitMs = request.answerLimitMs ?? ANSWER_LIMIT_MS;
  // Programs are slow to start: they are looked for while everything else is.
  const playing = checkPlayers({
    players,
    named: Object.keys(players).some((name) => isWritten('players', name)),
    ownEnv: result.ok ? result.playerEnv : {},
    agents,
    env: request.env,
    limitMs,
  });
  const asking = Object.keys(players).filter(
    (name) =>
      players[name]?.sandbox !== 'off' &&
      (isWritten('sandbox', 'profile') || isWritten('players', name, 'sandbox')),
  );
  const confined = request.sandbox && checkSandbox(request.sandbox, asking, limitMs);

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
    prompts: () => checkPrompts(root, result),
    board: () => checkBoard(join(folder, 'board'), config),
    tracker: () => checkTracker(result),
    codeHost: () => (result.ok && sight.usable ? checkCodeHost(root, git, result) : []),
    players: () => playing,
    sandbox: async () => (confined ? [await confined] : []),
    prices: () => (request.prices ? checkPrices(request.prices, players, agents) : []),
    log: () => [checkLog(join(folder, 'log'))],
    writable: async () => [await checkWritable(root, folder)],
    disk: async () => [await checkDisk(root, request.leastFreeBytes ?? 1e9)],
    socket: async () => [await checkSocket(request.socketPath)],
    runtime: () => (result.ok ? [checkRuntime(result.runtime, request.env)] : []),
    http: async () => [await checkHttp(config.http, await isAnswering(request.socketPath))],
    webhooks: () => checkWebhooks(config),
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
