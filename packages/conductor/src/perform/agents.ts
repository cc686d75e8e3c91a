import { type AgentSession, failureOf, type RunId } from '@symphony/domain';
import { isDry, REHEARSING } from '../policy/dry-run.ts';
import type { EffectOf, Stage } from './ports.ts';

/** The living agents, one session per run. */
export class Agents {
  readonly #stage: Stage;
  readonly #sessions = new Map<RunId, AgentSession>();
  /** Runs whose session is in a person's hands. */
  readonly #takenOver = new Set<RunId>();

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  async playTurn(effect: EffectOf<'play-turn'>): Promise<void> {
    const { item, run, tracked, attempt, kind, report } = effect;
    const { ports, post } = this.#stage;
    try {
      const { steering, context, target } = effect;
      const request = { item: tracked, attempt, kind, report, steering, context, target };
      const prompt = await ports.prompts.render(request);
      const living = this.#sessions.get(run);
      if (living) return await living.prompt(prompt);
      if (effect.mend) await this.#mend(effect);
      await this.#start(effect, prompt);
    } catch (error) {
      post({ type: 'run-broke', item, run, failure: failureOf(error) });
    }
  }

  async #start(effect: EffectOf<'play-turn'>, prompt: string): Promise<void> {
    const { item, run, tracked, attempt, chamber, turn, resume, spent } = effect;
    const { ports, post, isClosing } = this.#stage;
    const dry = isDry(tracked);
    const player = dry ? REHEARSING : ports.player(effect.player);
    const agent = player && ports.agent(player.agent);
    if (!player || !agent) throw new Error(`player ${effect.player} is not configured any more`);
    const env = { ...ports.environment(dry ? undefined : effect.player), ...chamber.env };
    let over = false;
    const start = {
      run,
      item: tracked,
      attempt,
      player,
      cwd: chamber.path,
      env,
      prompt,
      turn,
      resume,
      spent,
    };
    const session = await agent.start(start, (event) => {
      if (event.type === 'exited') {
        over = true;
        this.#sessions.delete(run);
      }
      // While closing, an agent's end is our doing: its run is taken up again by the next conductor.
      if (!isClosing()) post({ type: 'agent-heard', item, run, event });
    });
    if (over) return;
    this.#sessions.set(run, session);
    if (isClosing()) await session.stop(0);
  }

  /** What was at work in the chamber was killed: locks and half-made things go before anybody works there again. */
  async #mend({ item, tracked, target, chamber }: EffectOf<'play-turn'>): Promise<void> {
    const { identifier, title } = tracked;
    await this.#stage.ports.chambers.prepare({ item, identifier, title, target, known: chamber });
  }

  /** Resolves when the person has left. Whatever happens, control comes back. */
  async takeOver(effect: EffectOf<'open-takeover'>): Promise<void> {
    const { item, run, chamber, session } = effect;
    const { ports, post, isClosing } = this.#stage;
    let message = 'taking over is not offered here';
    this.#takenOver.add(run);
    try {
      const player = ports.player(effect.player);
      const agent = player && ports.agent(player.agent);
      if (!player || !agent) throw new Error(`player ${effect.player} is not configured any more`);
      if (!agent.interactive) message = `${agent.name} has no program of its own to take over with`;
      else if (ports.takeover) {
        const env = { ...ports.environment(effect.player), ...chamber.env };
        const launch = agent.interactive({ player, cwd: chamber.path, env, session });
        message = await ports.takeover.play({ run, item, player: effect.player, launch });
      }
    } catch (error) {
      message = failureOf(error).message;
    } finally {
      this.#takenOver.delete(run);
    }
    if (!isClosing()) post({ type: 'takeover-over', item, run, message });
  }

  async answer({ run, question, text }: EffectOf<'answer-agent'>): Promise<void> {
    await this.#sessions.get(run)?.answer?.(question, text);
  }

  async suspend({ run, on }: EffectOf<'suspend-agent'>): Promise<void> {
    const session = this.#sessions.get(run);
    await (on ? session?.suspend?.() : session?.unsuspend?.());
  }

  /** Resolves when no process of the run is left, its checks included. */
  async stop({ run, graceMs }: EffectOf<'stop-agent'>): Promise<void> {
    await this.#stage.ports.takeover?.stop(run);
    await this.#sessions.get(run)?.stop(graceMs);
    this.#sessions.delete(run);
    await this.#stage.ports.prover.abandon?.(run);
  }

  async stopAll(graceMs: number): Promise<void> {
    await Promise.all([
      ...[...this.#sessions.values()].map((session) => session.stop(graceMs)),
      ...[...this.#takenOver].map((run) => this.#stage.ports.takeover?.stop(run)),
    ]);
  }
}
