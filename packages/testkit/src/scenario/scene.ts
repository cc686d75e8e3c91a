import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AgentEvent, AgentPort, AgentSession, AgentStart, Usage } from '@symphony/domain';
import { expect } from 'vitest';
import { Heard } from '../agent-contract.ts';
import { type Step, scriptText } from '../model-server/index.ts';
import type { ScenarioChange, ScenarioHall, ScenarioOptions } from './hall.ts';
import type { Stage } from './stage.ts';

/** What is done when the agent asks for leave. `wait`: the case answers itself. */
type OnPermission = 'allow' | 'deny' | 'wait';

/** How long nothing must happen until it is believed that nothing does. */
const QUIET_MS = 1_000;
const STOP_GRACE_MS = 3_000;

/** One case under way: starting sessions and looking at what they left behind. */
export class Scene {
  readonly stage: Stage;
  readonly hall: ScenarioHall;
  readonly options: ScenarioOptions;
  readonly skip: (reason: string) => never;
  readonly #sessions: AgentSession[] = [];

  constructor(stage: Stage, hall: ScenarioHall, options: ScenarioOptions, skip: (reason: string) => never) {
    this.stage = stage;
    this.hall = hall;
    this.options = options;
    this.skip = skip;
  }

  /** Starts a session that plays the steps. */
  play(
    steps: readonly Step[],
    change: Partial<ScenarioChange> & {
      readonly port?: AgentPort;
      readonly onPermission?: OnPermission;
    } = {},
  ): Promise<Heard> {
    const request = this.hall.request(steps, { run: 'run-1', resume: null, spent: null, ...change });
    return this.start(request, change.port, change.onPermission);
  }

  async start(
    request: AgentStart,
    port: AgentPort = this.hall.port,
    onPermission: OnPermission = 'allow',
  ): Promise<Heard> {
    const heard = new Heard();
    const hear = (event: AgentEvent): void => {
      heard.take(event);
      if (event.type !== 'permission' || onPermission === 'wait') return;
      // It may ask before `start` has handed the session out.
      void Promise.resolve()
        .then(() => starting)
        .then((session) => session.answer?.(event.request.id, onPermission));
    };
    const starting = port.start(request, hear);
    heard.session = await starting;
    this.#sessions.push(heard.session);
    return heard;
  }

  /** Plays the steps to the end of the turn. */
  async playTurn(...args: Parameters<Scene['play']>): Promise<Heard> {
    const heard = await this.play(...args);
    await heard.until('turn-ended');
    return heard;
  }

  /** Another turn on the session, to its end. */
  async promptTurn(heard: Heard, steps: readonly Step[]): Promise<void> {
    const turns = heard.of('turn-ended').length;
    await heard.session.prompt(this.hall.prompt?.(steps) ?? scriptText(steps));
    await heard.until('turn-ended', turns + 1);
  }

  head(): Promise<string> {
    return this.stage.repository.git('rev-parse', 'HEAD');
  }

  /** Null when there is no such file. */
  async read(file: string): Promise<string | null> {
    return readFile(join(this.stage.repository.path, file), 'utf8').catch(() => null);
  }

  /** Plays a command that goes on for minutes, and returns once it runs. */
  async playLongCommand(change: { readonly run: string }): Promise<Heard> {
    const command = 'for i in $(seq 600); do echo tick >> ticks.txt; sleep 0.2; done';
    const heard = await this.play([{ run: command }, { say: 'The command has ended' }], change);
    await expect.poll(() => this.read('ticks.txt'), { timeout: this.patienceMs }).not.toBeNull();
    return heard;
  }

  /** Looked at by what the command does, because a sandbox may hide its number. */
  async expectCommandGone(): Promise<void> {
    await sleep(QUIET_MS / 2); // what was under way when it was ended may still be written
    const before = await this.read('ticks.txt');
    await sleep(QUIET_MS);
    expect(await this.read('ticks.txt'), 'the command goes on after its agent was ended').toBe(before);
  }

  async expectNothingLeft(run: string): Promise<void> {
    await expect.poll(() => this.hall.living(run), { timeout: 5_000 }).toEqual([]);
  }

  lastUsage(heard: Heard): Usage | null {
    return heard.of('usage').at(-1)?.usage ?? null;
  }

  /** What the scripted model said it used is what the agent has to have reported in the end. */
  async expectUsage(heard: Heard): Promise<void> {
    const { inputTokens, outputTokens, cachedTokens } = this.stage.server.spent();
    await expect
      .poll(() => this.lastUsage(heard), { timeout: 5_000 })
      .toMatchObject({ inputTokens, outputTokens });
    const told = this.lastUsage(heard)?.cachedTokens;
    if (told !== undefined) expect(told).toBe(cachedTokens);
  }

  async stop(heard: Heard): Promise<void> {
    await heard.session.stop(STOP_GRACE_MS);
  }

  get patienceMs(): number {
    return (this.options.timeoutMs ?? 60_000) / 2;
  }

  async close(): Promise<void> {
    for (const session of this.#sessions) await session.stop(0);
    await this.hall.close();
    await this.stage.close();
  }
}

export type Case = (scene: Scene) => Promise<void>;
