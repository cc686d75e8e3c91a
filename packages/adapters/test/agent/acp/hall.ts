import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AgentStart } from '@symphony/domain';
import { type ScenarioHall, type Stage, type Step, scriptText, trackedItem } from '@symphony/testkit';
import { type AcpAgentName, openAcp } from '../../../src/agent/acp/index.ts';
import { findMarked } from '../../../src/process/table.ts';

const FAKE = fileURLToPath(new URL('./fake-agent.ts', import.meta.url));

/** What the fake agent is started with, as `player.args`. */
export const fakeArgs = (...kind: readonly string[]): readonly string[] => [
  '--disable-warning=ExperimentalWarning',
  FAKE,
  ...kind,
];

export interface AcpHall extends ScenarioHall {
  request(steps: readonly Step[], change: Parameters<ScenarioHall['request']>[1]): AgentStart;
}

/** `command`: the real program, or null for the fake agent behind the generic entry. */
export async function openHall(stage: Stage, agent: AcpAgentName, command: string | null): Promise<AcpHall> {
  if (agent === 'opencode') await writeOpencodeConfig(stage);
  const open = () => openAcp({ instance: stage.instance, agent });
  const own = command === null ? { command: process.execPath, args: fakeArgs() } : { command };
  return {
    port: open(),
    reopen: open,
    request: (steps, change) => start(stage, agent, own, { ...change, prompt: promptOf(agent, steps) }),
    fake: async (kind, { run }) => {
      const program = { command: process.execPath, args: fakeArgs(kind) };
      // The arguments an entry has of its own would go to Node: a file that ignores them stands in between.
      const wrapper = await stage.program(`fake-${kind}`, wrapperOf(program));
      return start(
        stage,
        agent,
        { command: wrapper },
        { run, resume: null, spent: null, prompt: 'SAY: hello' },
      );
    },
    living: async (run) =>
      (await findMarked(stage.instance)).filter(({ marker }) => marker.run === run).map(({ pid }) => pid),
    close: async () => undefined,
  };
}

/** Gemini runs no command that has another in it: what is counted by `seq` is written out. */
const promptOf = (agent: AcpAgentName, steps: readonly Step[]): string => {
  const script = scriptText(steps);
  const counted = Array.from({ length: 600 }, (_, index) => index).join(' ');
  return agent === 'gemini' ? script.replace('$(seq 600)', counted) : script;
};

const wrapperOf = ({
  command,
  args,
}: {
  readonly command: string;
  readonly args: readonly string[];
}): string => `#!/bin/sh\nexec ${[command, ...args].map((word) => `'${word}'`).join(' ')}\n`;

export function start(
  stage: Stage,
  agent: AcpAgentName,
  program: { readonly command: string; readonly args?: readonly string[] },
  change: Partial<AgentStart> & { readonly run: string; readonly prompt: string },
): AgentStart {
  return {
    item: trackedItem('T-1'),
    attempt: 1,
    player: { agent, slots: null, stallTimeoutMs: null, model: null, ...program },
    cwd: stage.repository.path,
    env: { ...stage.env, ...environmentOf(stage, agent) },
    resume: null,
    ...change,
  } as AgentStart;
}

function environmentOf(stage: Stage, agent: AcpAgentName): Record<string, string> {
  if (agent === 'gemini')
    return {
      GEMINI_API_KEY: 'test-key',
      GOOGLE_GEMINI_BASE_URL: stage.server.base(),
      GEMINI_TELEMETRY_ENABLED: 'false',
    };
  if (agent === 'opencode')
    return {
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
    };
  return {};
}

async function writeOpencodeConfig({ home, server }: Stage): Promise<void> {
  const model = {
    name: 'lab-model',
    limit: { context: 128_000, output: 8_000 },
    cost: { input: 1, output: 2 },
  };
  const path = join(home, '.config/opencode/opencode.json');
  await mkdir(dirname(path), { recursive: true });
  await writeFile(
    path,
    JSON.stringify({
      autoupdate: false,
      share: 'disabled',
      model: 'lab/lab-model',
      small_model: 'lab/lab-model',
      enabled_providers: ['lab'],
      provider: {
        lab: {
          npm: '@ai-sdk/openai-compatible',
          name: 'lab',
          options: { baseURL: `${server.base()}/v1`, apiKey: 'test-key' },
          models: { 'lab-model': model },
        },
      },
    }),
  );
}
