import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findMarked } from '@symphony/adapters/process';
import { openSandbox } from '@symphony/adapters/sandbox';
import { findWorkplace } from '@symphony/server';
import {
  type Fault,
  type ModelServer,
  openModelServer,
  type RealAgentName,
  realAgent,
  type Step,
  scriptText,
} from '@symphony/testkit';
import { test } from 'vitest';
import { onStage, type Stage } from '../scenarios/stage.ts';
import { codexSettings, inEnvironment } from './person.ts';

export interface ConcertOptions {
  /** The programs it takes. Where one of them is not to be had, the concert is skipped and says why. */
  readonly agents: readonly RealAgentName[];
  /** Sections besides the players. */
  readonly config?: Readonly<Record<string, unknown>>;
  /** What is added to the players `fast` (claude) and `second` (codex). */
  readonly fast?: Readonly<Record<string, unknown>>;
  readonly second?: Readonly<Record<string, unknown>>;
  /** What every call of claude to its model meets; codex is spared. */
  readonly claudeMeets?: Fault;
  /** Of the `symphony` process, besides its keys. */
  readonly env?: Readonly<Record<string, string>>;
  /** Why it cannot be given on this machine. */
  readonly unable?: string | false;
}

/** A stage with real agents on it, who ask a scripted model; nobody on it has a history or a login. */
export interface Concert {
  readonly stage: Stage;
  readonly model: ModelServer;
  /** HOME of whoever runs `symphony`. */
  readonly home: string;
  /** The whole environment that `symphony` is given. */
  readonly env: Readonly<Record<string, string>>;
  /** Puts an item on the board whose agent plays these steps. */
  ask(id: string, steps: readonly Step[], header?: Readonly<Record<string, unknown>>): void;
  /** Processes of agents, wherever they went. */
  agents(): Promise<readonly number[]>;
}

export const KEYS = {
  ANTHROPIC_API_KEY: 'planted-anthropic-key-4d1f0c7a',
  LAB_KEY: 'planted-lab-key-93be51c2',
} as const;

/** One scenario with the real programs; two of a file at a time. */
export function concert(name: string, options: ConcertOptions, play: (concert: Concert) => Promise<void>) {
  const unable = reasonAgainst(options);
  const named = unable ? `${name} (skipped: ${unable})` : name;
  test.skipIf(unable).concurrent(named, () => give(options, play));
}

/** Agents are confined unless a scenario says otherwise, as they are for everybody. */
const sandbox = await openSandbox().examine();

function reasonAgainst({ agents, unable }: ConcertOptions): string | false {
  const reasons = agents
    .map((name) => realAgent(name))
    .flatMap((real) => ('reason' in real ? [real.reason] : []));
  const confined = sandbox.files && sandbox.network && sandbox.processes;
  return reasons[0] ?? (confined ? (unable ?? false) : sandbox.detail);
}

async function give(options: ConcertOptions, play: (concert: Concert) => Promise<void>): Promise<void> {
  const model = await openModelServer();
  try {
    await onStage({ config: null }, async (stage) => {
      const home = join(stage.path, '..', 'home');
      mkdirSync(home);
      codexSettings(home, `${model.base()}/v1`);
      const env = {
        HOME: home,
        ...KEYS,
        ANTHROPIC_BASE_URL: model.base(options.claudeMeets),
        ...options.env,
      };
      stage.configure(configuration(options, model));
      const begin = stage.begin.bind(stage);
      stage.begin = (...args) => inEnvironment(env, () => begin(...args));
      const { board, instance } = await findWorkplace(stage.path);
      await play({
        stage,
        model,
        home,
        env,
        ask: (id, steps, header = {}) => writeItem(board, id, steps, header),
        agents: async () =>
          (await findMarked(instance)).filter(({ marker }) => marker.role === 'agent').map(({ pid }) => pid),
      });
    });
  } finally {
    await model.close();
  }
}

/** Few retries of the agents' own: how often they try is not what is looked at here. */
function configuration({ agents, config, fast, second }: ConcertOptions, model: ModelServer) {
  const players: Record<string, unknown> = {};
  if (agents.includes('claude'))
    players.fast = { agent: 'claude', ...program('claude'), env: { CLAUDE_CODE_MAX_RETRIES: '1' }, ...fast };
  if (agents.includes('codex'))
    players.second = { agent: 'codex', ...program('codex'), env: { LAB_KEY: '$LAB_KEY' }, ...second };
  return {
    players,
    default_player: Object.keys(players)[0],
    // Where codex's model is stands in codex's own settings, which Symphony does not read.
    sandbox: { profile: 'standard', hosts: [new URL(model.url).host] },
    ...config,
  };
}

function program(name: RealAgentName): { command: string } {
  const real = realAgent(name);
  if ('reason' in real) throw new Error(real.reason);
  return { command: real.path };
}

/** The description is the script, as a person would write it into the file. */
function writeItem(
  folder: string,
  id: string,
  steps: readonly Step[],
  header: Readonly<Record<string, unknown>>,
): void {
  const keys = { title: `The work of ${id}`, state: 'Todo', ...header };
  const lines = Object.entries(keys).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${id}.md`), `---\n${lines.join('\n')}\n---\n${scriptText(steps)}\n`);
}
