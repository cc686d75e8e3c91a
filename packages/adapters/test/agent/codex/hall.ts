import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AgentPort, AgentStart, PlayerSettings } from '@symphony/domain';
import {
  type FakeKind,
  type ScenarioChange,
  type ScenarioHall,
  type Stage,
  type Step,
  scriptText,
  trackedItem,
} from '@symphony/testkit';
import { openCodex } from '../../../src/agent/codex/index.ts';
import { endRun, findMarked } from '../../../src/process/index.ts';
import { fakeCodex } from './fake-codex.ts';

export interface HallOptions {
  readonly program?: string;
  /** As inside Symphony's sandbox. Nothing confines it really: only what codex then does is of interest. */
  readonly confined?: boolean;
}

/** Codex on a stage: a home of its own whose settings lead to the scripted model. */
export class CodexHall implements ScenarioHall {
  readonly #stage: Stage;
  readonly #options: HallOptions;
  readonly port: AgentPort;
  #configured = '';

  constructor(stage: Stage, options: HallOptions = {}) {
    this.#stage = stage;
    this.#options = options;
    this.port = this.reopen();
    this.configure();
  }

  reopen(): AgentPort {
    return openCodex({ instance: this.#stage.instance });
  }

  /** What a person would have set; the bounds keep the faults short. */
  configure(extra = ''): void {
    mkdirSync(dirname(this.#settingsFile), { recursive: true });
    this.#configured = this.#personal(extra);
    writeFileSync(this.#settingsFile, this.#configured);
  }

  /** Whether codex or the adapter has changed what the person has set. */
  get settingsTouched(): boolean {
    return this.settings !== this.#configured;
  }

  get settings(): string {
    return readFileSync(this.#settingsFile, 'utf8');
  }

  get #settingsFile(): string {
    return join(this.#stage.home, '.codex', 'config.toml');
  }

  #personal(extra: string): string {
    return `model = "gpt-5.4"
model_provider = "lab"
check_for_update_on_startup = false
${extra}
[analytics]
enabled = false
[feedback]
enabled = false
[model_providers.lab]
name = "lab"
base_url = "${this.#stage.server.base()}/v1"
env_key = "LAB_KEY"
wire_api = "responses"
request_max_retries = 1
stream_max_retries = 1
`;
  }

  get player(): PlayerSettings {
    const { program } = this.#options;
    const plain: PlayerSettings = { agent: 'codex', slots: null, stallTimeoutMs: null, model: null };
    return program === undefined ? plain : { ...plain, command: program };
  }

  get env(): Record<string, string> {
    return { ...this.#stage.env, LAB_KEY: 'test-key' };
  }

  request(steps: readonly Step[], change: Partial<AgentStart> & Partial<ScenarioChange> = {}): AgentStart {
    return {
      run: 'run-1',
      item: trackedItem('item-1', { identifier: 'SYM-1', title: 'Say hello' }),
      attempt: 1,
      player: this.player,
      cwd: this.#stage.repository.path,
      env: this.env,
      prompt: scriptText(steps),
      resume: null,
      ...(this.#options.confined ? { confine: (launch) => launch } : {}),
      ...change,
    };
  }

  async fake(kind: FakeKind | 'curious' | 'refusing', change: { readonly run: string }): Promise<AgentStart> {
    const command = await this.#stage.program(`fake-${kind}`, fakeCodex(kind));
    return { ...this.request([], change), player: { ...this.player, command } };
  }

  async living(run: string): Promise<readonly number[]> {
    const marked = await findMarked(this.#stage.instance);
    return marked.filter(({ marker }) => marker.run === run).map(({ pid }) => pid);
  }

  async close(): Promise<void> {
    for (const each of await findMarked(this.#stage.instance)) await endRun(each.marker);
  }
}
