import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openOwnPlayer } from '@symphony/adapters/agent/runtime';
import { endRun, findMarked } from '@symphony/adapters/process';
import type { AgentPort, AgentStart } from '@symphony/domain';
import {
  type FakeKind,
  type ScenarioHall,
  type Stage,
  type Step,
  scriptText,
  trackedItem,
} from '@symphony/testkit';

export const PROGRAM = fileURLToPath(new URL('../../src/player/main.ts', import.meta.url));

/** How the models of a hall are asked. */
export const WIRES = {
  anthropic: (base: string) => ({
    model: 'anthropic/claude-sonnet-4-5',
    keys: { ANTHROPIC_API_KEY: 'planted-key-19f3', ANTHROPIC_BASE_URL: base },
  }),
  openai: (base: string) => ({
    model: 'openai/gpt-5.4',
    keys: { OPENAI_API_KEY: 'planted-key-19f3', OPENAI_BASE_URL: `${base}/v1` },
  }),
} as const;

/** The built-in player on a stage, with the scripted model behind it. */
export class PlayerHall implements ScenarioHall {
  readonly port: AgentPort;
  readonly stage: Stage;
  readonly #wire: keyof typeof WIRES;

  constructor(stage: Stage, wire: keyof typeof WIRES = 'anthropic') {
    this.stage = stage;
    this.#wire = wire;
    this.port = this.reopen();
  }

  reopen(): AgentPort {
    const { instance, tmp } = this.stage;
    return openOwnPlayer({ instance, sessions: join(tmp, 'sessions'), program: PROGRAM, version: '0.0.0' });
  }

  request(steps: readonly Step[], change: Partial<AgentStart> = {}): AgentStart {
    const { repository, server, env } = this.stage;
    const { model, keys } = WIRES[this.#wire](server.base());
    return {
      run: 'run-1',
      item: trackedItem('item-1'),
      attempt: 1,
      player: { agent: 'symphony', slots: null, stallTimeoutMs: null, model },
      cwd: repository.path,
      prompt: scriptText(steps),
      resume: null,
      ...change,
      env: { ...env, ...keys, ...change.env },
    };
  }

  async fake(kind: FakeKind, change: { readonly run: string }): Promise<AgentStart> {
    const command = await this.stage.program(`fake-${kind}`, fakePlayer(kind));
    const request = this.request([], change);
    return { ...request, player: { ...request.player, command } };
  }

  async living(run: string): Promise<readonly number[]> {
    const marked = await findMarked(this.stage.instance);
    return marked.filter(({ marker }) => marker.run === run).map(({ pid }) => pid);
  }

  async close(): Promise<void> {
    for (const { marker } of await findMarked(this.stage.instance)) await endRun(marker);
  }
}

const SAID: Readonly<Record<FakeKind, string>> = {
  'huge-line': `printf '{"type":"message","text":"'; head -c 10485760 /dev/zero | tr '\\0' x; printf '"}\\n'`,
  'garbage-line': `echo 'this is no JSON'`,
  'no-result': `echo '{"type":"message","text":"Here I go"}'; exit 3`,
};

/** Stands where Node should, and speaks as the player does. */
const fakePlayer = (kind: FakeKind): string => `#!/bin/sh
echo '{"type":"ready","session":"fake","model":"a/b"}'
${SAID[kind]}
echo '{"type":"turn-ended","status":"completed","message":"done"}'
read -r opening; read -r turn; read -r nothing_more
`;
