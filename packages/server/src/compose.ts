import { totalmem } from 'node:os';
import { join } from 'node:path';
import { openAdviceBook } from '@symphony/adapters/advice';
import type { ChamberSettings } from '@symphony/adapters/chamber/worktree';
import { openLocalHost } from '@symphony/adapters/code-host/local';
import { type Git, openGit } from '@symphony/adapters/git';
import { openOperators } from '@symphony/adapters/operator';
import { allowedEnvironment } from '@symphony/adapters/process';
import { openProver } from '@symphony/adapters/prover/shell';
import type { ChamberDoor, FolderDoor } from '@symphony/adapters/stale';
import { openSurvey } from '@symphony/adapters/survey/git';
import type { Board } from '@symphony/adapters/tracker/board';
import { JoinedTracker } from '@symphony/adapters/tracker/joined';
import type { RemoteTracker } from '@symphony/adapters/tracker/provider';
import type { Ports } from '@symphony/conductor';
import type { AgentPort, ArtifactStore, Clock, Sandbox, Settings } from '@symphony/domain';
import { openAgents } from './agents.ts';
import { composeCodeHost } from './code-hosts.ts';
import type { LoadedConfig } from './config/index.ts';
import {
  type HostingOptions,
  hostedAgent,
  type Redact,
  redactedProver,
  redactor,
  secretsOf,
  takeoverDesk,
} from './hosting/index.ts';
import type { RunDeskOptions } from './hosting/run-desk.ts';
import type { ToolHostOnDemand } from './mcp/index.ts';
import { PlayerPool, planOf } from './players/index.ts';
import { openPrompts } from './prompts/index.ts';
import { type OpenTerminal, Terminals } from './terminal/index.ts';
import { warn } from './warning.ts';
import type { Workplace } from './workplace.ts';
import { chamberOptions, composeBoard, composeChambers, composeFolders } from './workrooms.ts';

/** What the parts ask for again at every use, because the configuration is live (C21). */
export interface LiveConfig {
  config(): LoadedConfig;
  settings(): Settings;
}

/** What the parts need of the conductor, which is made of them. */
export interface Surroundings extends Omit<RunDeskOptions, 'tracker' | 'settings'> {
  readonly sandbox: Sandbox;
  readonly tools: ToolHostOnDemand;
  /** How many items wait to be played; null: no player is made ready beforehand. */
  readonly waiting: (() => number) | null;
  /** What earlier missions learnt. */
  lessons(): Promise<readonly string[]>;
}

/** The parts that are needed as what they are, not only as ports. */
export interface ComposedParts {
  readonly board: Board;
  /** What the cleaning looks after: those items have. */
  readonly cleanable: ChamberDoor | FolderDoor;
  readonly players: PlayerPool;
  readonly terminals: Terminals;
}

/** The only place where the parts meet: every port gets its adapter here. */
export function composePorts(
  workplace: Workplace,
  live: LiveConfig,
  clock: Clock,
  artifacts: ArtifactStore,
  around: Surroundings,
): Ports & ComposedParts {
  const { root: repository, instance } = workplace;
  const git = openGit(instance);
  const prover = redactedProver(openProver({ instance }), () => redact());
  const agents = openAgents(workplace);
  const environment = (player?: string) => ({
    ...allowedEnvironment(process.env, live.config().chamber.secrets),
    ...(player === undefined ? {} : agentEnvironment(agents, live, player)),
  });
  const board = composeBoard(workplace, live.config().config);
  const tracker = new JoinedTracker(board, remoteOf(live));
  const settings = () => live.config().chamber;
  const worktrees = composeChambers(workplace, git, settings, live.config().config);
  const folders = composeFolders(workplace, git, settings, () => live.config().config);
  const survey = composeSurvey(workplace, git, settings, live.config().config);
  const players = new PlayerPool({
    agents,
    plan: () => planOf(live.settings(), live.config().config, totalmem() / 2 ** 20),
    waiting: around.waiting,
    clock,
    chance: Math.random,
    offsetMs: -60_000 * new Date().getTimezoneOffset(),
  });
  const terminals = new Terminals(openTerminal);
  const redact = redactorOf(live, agents);
  const hosting: HostingOptions = {
    sandbox: around.sandbox,
    git,
    repository,
    scratch: join(workplace.run, 'tmp'),
    extra: () => live.config().config.sandbox,
    tools: () => (live.config().config.host_tools ? around.tools : null),
    desk: {
      // Asked for when a run begins: its tools stay those of one tracker to its end (svc-A8).
      get tracker() {
        return tracker.asOfNow();
      },
      post: around.post,
      state: around.state,
      settings: live.settings,
    },
    redact: (value, more) => redact()(value, more),
    warn,
  };
  const hosted = new Map(
    [...agents.keys()].map((name) => [name, hostedAgent(players.agent(name) as AgentPort, hosting)]),
  );
  return {
    terminals,
    takeover: takeoverDesk({ ...hosting, instance, terminals, agents, settings: live.settings }),
    board,
    players,
    tracker,
    chambers: folders ?? worktrees,
    cleanable: folders ?? worktrees,
    prover,
    codeHost: composeCodeHost({
      workplace,
      git,
      config: live.config,
      target: () => live.settings().target,
      redact,
      local: openLocalHost({
        repository,
        scratch: join(workplace.run, 'train'),
        git,
        prover,
        instance,
        environment: () => ({ ...environment(), ...unleased(live.config().chamber.env) }),
        prepareScratch: (path) => worktrees.provision(path),
      }),
    }),
    prompts: openPrompts({
      root: repository,
      workflow: () => live.config().workflow,
      config: () => ({ ...live.config().config, target: live.settings().target }),
    }),
    operators: openOperators({
      repository,
      instance,
      git,
      chambers: worktrees,
      environment,
      artifacts: {
        keep: (name, type, text, key) => artifacts.store({ name, type, key }, text).then(({ id }) => id),
      },
      notice: warn,
    }),
    survey,
    advice: openAdviceBook(survey),
    lessons: () => around.lessons(),
    clock,
    agent: (name) => hosted.get(name),
    player: (name) => live.settings().players[name],
    environment,
  };
}

/** Opened anew only when what the file says about the tracker is: a reload must not forget what was read. */
function remoteOf(live: LiveConfig): () => RemoteTracker | null {
  let opened: { readonly said: string; readonly tracker: RemoteTracker | null } | null = null;
  return () => {
    const { config, provider, remote } = live.config();
    const said = JSON.stringify([config.tracker, provider]);
    if (opened?.said !== said) opened = { said, tracker: remote?.() ?? null };
    return opened.tracker;
  };
}

/** What an agent has besides: its own keys and addresses, where they are set, and what its player is given. */
function agentEnvironment(
  agents: ReadonlyMap<string, AgentPort>,
  live: LiveConfig,
  player: string,
): Record<string, string> {
  const needs = agents.get(live.settings().players[player]?.agent ?? '')?.needs;
  if (!needs) return {};
  const own = needs.variables.flatMap((name): [string, string][] => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return { ...Object.fromEntries(own), ...live.config().playerEnv[player] };
}

/** Made anew only when the configuration is: an agent says thousands of things. */
function redactorOf(live: LiveConfig, agents: ReadonlyMap<string, AgentPort>): () => Redact {
  let config = live.config();
  const make = () => redactor(secretsOf(config, agents.values(), process.env));
  let redact = make();
  return () => {
    if (config !== live.config()) {
      config = live.config();
      redact = make();
    }
    return redact;
  };
}

/** Loaded when the first person takes over: most conductors never need it. */
const openTerminal: OpenTerminal = async (launch, marker) => {
  const { PtyTerminal } = await import('@symphony/adapters/pty');
  return PtyTerminal.open(launch, marker);
};

const composeSurvey = (
  workplace: Workplace,
  git: Git,
  settings: () => ChamberSettings,
  config: LoadedConfig['config'],
) =>
  openSurvey({
    ...chamberOptions(workplace, git, settings, config),
    scratch: join(workplace.run, 'survey'),
    gitWith: (env) => openGit(workplace.instance, env),
  });

/** Values that need a chamber's own lease (`${port1}`) mean nothing in the train's scratch worktree. */
const unleased = (env: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => !value.includes('${')));
