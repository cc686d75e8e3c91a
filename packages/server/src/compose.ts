import { randomBytes } from 'node:crypto';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { openRehearsal } from '@symphony/adapters/agent/rehearsal';
import { type ChamberSettings, openChambers } from '@symphony/adapters/chamber/worktree';
import { openLocalHost } from '@symphony/adapters/code-host/local';
import { type Git, openGit } from '@symphony/adapters/git';
import { openOperators } from '@symphony/adapters/operator';
import { allowedEnvironment } from '@symphony/adapters/process';
import { openProver } from '@symphony/adapters/prover/shell';
import { type Board, openBoard } from '@symphony/adapters/tracker/board';
import type { Ports } from '@symphony/conductor';
import type { AgentPort, ArtifactStore, Clock, Names, Settings } from '@symphony/domain';
import { columnsOf, type LoadedConfig } from './config/index.ts';
import { PlayerPool, planOf } from './players/index.ts';
import { openPrompts } from './prompts/index.ts';
import { warn } from './warning.ts';
import type { Workplace } from './workplace.ts';

/** The agents there are adapters for. */
export const AGENTS: readonly string[] = ['rehearsal'];

/** What the parts ask for again at every use, because the configuration is live (C21). */
export interface LiveConfig {
  config(): LoadedConfig;
  settings(): Settings;
}

/** The parts that are needed as what they are, not only as ports. */
export interface ComposedParts {
  readonly board: Board;
  readonly chambers: ReturnType<typeof composeChambers>;
  readonly players: PlayerPool;
}

/** The only place where the parts meet: every port gets its adapter here. */
export function composePorts(
  workplace: Workplace,
  live: LiveConfig,
  clock: Clock,
  artifacts: ArtifactStore,
  /** How many items wait to be played; null: no player is made ready beforehand. */
  waiting: (() => number) | null = null,
): Ports & ComposedParts {
  const { root: repository, instance } = workplace;
  const git = openGit(instance);
  const prover = openProver({ instance });
  const environment = () => allowedEnvironment(process.env, live.config().chamber.secrets);
  const board = composeBoard(workplace, live.config().config);
  const chambers = composeChambers(workplace, git, () => live.config().chamber);
  const agents = new Map<string, AgentPort>([
    ['rehearsal', openRehearsal({ instance, sessions: workplace.sessions })],
  ]);
  const players = new PlayerPool({
    agents,
    plan: () => planOf(live.settings(), live.config().config, totalmem() / 2 ** 20),
    waiting,
    clock,
    chance: Math.random,
    offsetMs: -60_000 * new Date().getTimezoneOffset(),
  });
  return {
    board,
    players,
    tracker: board,
    chambers,
    prover,
    codeHost: openLocalHost({
      repository,
      scratch: join(workplace.run, 'train'),
      git,
      prover,
      instance,
      environment: () => ({ ...environment(), ...unleased(live.config().chamber.env) }),
      prepareScratch: (path) => chambers.provision(path),
    }),
    prompts: openPrompts({
      root: repository,
      config: () => ({ ...live.config().config, target: live.settings().target }),
    }),
    operators: openOperators({
      repository,
      instance,
      git,
      chambers,
      environment,
      artifacts: {
        keep: (name, type, text, key) => artifacts.store({ name, type, key }, text).then(({ id }) => id),
      },
      notice: warn,
    }),
    clock,
    agent: (name) => players.agent(name),
    player: (name) => live.settings().players[name],
    environment,
  };
}

export const composeBoard = (workplace: Workplace, config: LoadedConfig['config']): Board =>
  openBoard({ folder: workplace.board, states: columnsOf(config) });

export function composeChambers(workplace: Workplace, git: Git, settings: () => ChamberSettings) {
  const { root: repository, chambers: root, bundles, instance } = workplace;
  return openChambers({ repository, root, bundles, instance, git, settings });
}

/** Values that need a chamber's own lease (`${port1}`) mean nothing in the train's scratch worktree. */
const unleased = (env: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => !value.includes('${')));

/** Unique for ever, short enough to read aloud. */
export const freshNames: Names = (prefix) => `${prefix}-${randomBytes(6).toString('hex')}`;
