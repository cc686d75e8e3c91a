import type {
  AgentPort,
  AgentSession,
  ChamberPort,
  Clock,
  CodeHost,
  ItemId,
  PlayerSettings,
  PromptBook,
  Prover,
  RunId,
  Tracker,
} from '@symphony/domain';
import { evidenceOf, failureOf } from '@symphony/domain';
import type { Effect } from './effect.ts';
import type { Input } from './input.ts';

/** The outside world as the conductor knows it. */
export interface Ports {
  readonly tracker: Tracker;
  readonly chambers: ChamberPort;
  readonly prover: Prover;
  readonly codeHost: CodeHost;
  readonly prompts: PromptBook;
  readonly clock: Clock;
  agent(name: string): AgentPort | undefined;
  player(name: string): PlayerSettings | undefined;
  /** The environment agents and checks get, besides what their chamber leases. */
  environment(): Readonly<Record<string, string>>;
}

type Of<T extends Effect['type']> = Extract<Effect, { type: T }>;

/**
 * Performs effects and turns every result into an input. Effects of one key run one after another,
 * in the order they were decided; different keys run side by side. Nothing is decided here.
 */
export class Performer {
  readonly #ports: Ports;
  readonly #post: (input: Input) => void;
  readonly #sessions = new Map<RunId, AgentSession>();
  readonly #tails = new Map<string, Promise<void>>();
  #closing = false;

  constructor(ports: Ports, post: (input: Input) => void) {
    this.#ports = ports;
    this.#post = post;
  }

  perform(effect: Effect): void {
    const key = effectKey(effect);
    const before = this.#tails.get(key) ?? Promise.resolve();
    const tail = before
      .then(() => (this.#closing ? undefined : this.#run(effect)))
      .then(() => {
        if (this.#tails.get(key) === tail) this.#tails.delete(key);
      });
    this.#tails.set(key, tail);
  }

  /** Starts nothing more and ends every agent. Resolves when they are gone. */
  async close(graceMs: number): Promise<void> {
    this.#closing = true;
    await Promise.all([...this.#sessions.values()].map((session) => session.stop(graceMs)));
  }

  /** Resolves when no effect is under way any more. */
  async settled(): Promise<void> {
    while (this.#tails.size > 0) await Promise.all(this.#tails.values());
  }

  #run(effect: Effect): Promise<void> {
    switch (effect.type) {
      case 'read-tracker':
        return this.#readTracker(effect);
      case 'refresh-item':
        return this.#refresh(effect);
      case 'move-on-tracker':
        return this.#move(effect);
      case 'prepare-chamber':
        return this.#prepare(effect);
      case 'play-turn':
        return this.#playTurn(effect);
      case 'answer-agent':
        return this.#answer(effect);
      case 'suspend-agent':
        return this.#suspend(effect);
      case 'stop-agent':
        return this.#stopAgent(effect);
      case 'inspect-chamber':
        return this.#inspect(effect);
      case 'prove':
        return this.#prove(effect);
      case 'propose':
        return this.#propose(effect);
      case 'withdraw':
        return this.#quietly(this.#ports.codeHost.withdraw(effect.item, effect.ref));
      case 'assemble-train':
        return this.#assemble(effect);
      case 'land-train':
        return this.#land(effect);
      case 'remove-chamber':
        return this.#remove(effect);
    }
  }

  async #readTracker(effect: Of<'read-tracker'>): Promise<void> {
    const { tracker, clock } = this.#ports;
    const begunAt = clock.now();
    try {
      const active = await tracker.fetchByStates(effect.states);
      const seen = new Set(active.items.map((item) => item.id));
      const others = effect.known.filter((id) => !seen.has(id));
      const rest = await readOthers(tracker, others);
      this.#post({
        type: 'tracker-read',
        begunAt,
        items: [...active.items, ...rest.items],
        problems: active.problems,
        missing: rest.missing,
      });
    } catch (error) {
      this.#post({ type: 'tracker-unreadable', failure: failureOf(error) });
    }
  }

  async #refresh({ item, run }: Of<'refresh-item'>): Promise<void> {
    try {
      const [tracked] = await this.#ports.tracker.fetchByIds([item]);
      this.#post({ type: 'item-refreshed', item, run, tracked: tracked ?? null });
    } catch (error) {
      this.#post({ type: 'refresh-failed', item, run, failure: failureOf(error) });
    }
  }

  async #move({ item, state }: Of<'move-on-tracker'>): Promise<void> {
    const { tracker } = this.#ports;
    if (!tracker.moveTo) {
      const failure = { code: 'refused', message: `the ${tracker.kind} tracker cannot move items` } as const;
      this.#post({ type: 'tracker-move-refused', item, state, final: true, failure });
      return;
    }
    try {
      await tracker.moveTo(item, state);
      this.#post({ type: 'tracker-move-done', item, state });
    } catch (error) {
      const failure = failureOf(error);
      const final = failure.code === 'missing' || failure.code === 'invalid' || failure.code === 'refused';
      this.#post({ type: 'tracker-move-refused', item, state, final, failure });
    }
  }

  async #prepare({ item, run, tracked, target, known }: Of<'prepare-chamber'>): Promise<void> {
    const { chambers } = this.#ports;
    const { identifier, title } = tracked;
    try {
      const chamber = await chambers.prepare({ item, identifier, title, target, known });
      await chambers.runHook(chamber, 'before_run');
      const inspection = await chambers.inspect(chamber);
      this.#post({ type: 'chamber-ready', item, run, chamber, inspection });
    } catch (error) {
      this.#post({ type: 'chamber-failed', item, run, failure: failureOf(error) });
    }
  }

  async #playTurn(effect: Of<'play-turn'>): Promise<void> {
    const { item, run, tracked, attempt, kind, report } = effect;
    try {
      const prompt = await this.#ports.prompts.render({ item: tracked, attempt, kind, report });
      const living = this.#sessions.get(run);
      if (living) return await living.prompt(prompt);
      if (effect.mend) await this.#mend(effect);
      const player = this.#ports.player(effect.player);
      const agent = player && this.#ports.agent(player.agent);
      if (!player || !agent) throw new Error(`player ${effect.player} is not configured any more`);
      const start = {
        run,
        item: tracked,
        attempt,
        player,
        cwd: effect.chamber.path,
        env: { ...this.#ports.environment(), ...effect.chamber.env },
        prompt,
        resume: effect.resume,
      };
      let over = false;
      const session = await agent.start(start, (event) => {
        if (event.type === 'exited') {
          over = true;
          this.#sessions.delete(run);
        }
        // While closing, an agent's end is our doing: its run is taken up again by the next conductor.
        if (!this.#closing) this.#post({ type: 'agent-heard', item, run, event });
      });
      if (over) return;
      this.#sessions.set(run, session);
      if (this.#closing) await session.stop(0);
    } catch (error) {
      this.#post({ type: 'run-broke', item, run, failure: failureOf(error) });
    }
  }

  async #mend({ item, tracked, target, chamber }: Of<'play-turn'>): Promise<void> {
    const { identifier, title } = tracked;
    await this.#ports.chambers.prepare({ item, identifier, title, target, known: chamber });
  }

  async #answer({ run, question, text }: Of<'answer-agent'>): Promise<void> {
    await this.#quietly(this.#sessions.get(run)?.answer?.(question, text));
  }

  async #suspend({ run, on }: Of<'suspend-agent'>): Promise<void> {
    const session = this.#sessions.get(run);
    await this.#quietly(on ? session?.suspend?.() : session?.unsuspend?.());
  }

  async #stopAgent({ item, run, chamber, graceMs }: Of<'stop-agent'>): Promise<void> {
    await this.#quietly(this.#sessions.get(run)?.stop(graceMs));
    this.#sessions.delete(run);
    // A run that is stopped while it is being proved: its checks end before anything else may use the chamber.
    await this.#quietly(this.#ports.prover.abandon?.(run));
    await this.#tails.get(`item ${item}`);
    if (chamber) await this.#quietly(this.#ports.chambers.runHook(chamber, 'after_run'));
    this.#post({ type: 'agent-stopped', item, run });
  }

  async #inspect({ item, run, chamber }: Of<'inspect-chamber'>): Promise<void> {
    const { chambers, tracker } = this.#ports;
    try {
      const inspection = await chambers.inspect(chamber);
      const tracked = await tracker.fetchByIds([item]).then(
        ([found]) => found ?? null,
        () => undefined, // a tracker that does not answer stops nobody (C17)
      );
      this.#post({ type: 'chamber-inspected', item, run, inspection, tracked });
    } catch (error) {
      this.#post({ type: 'run-broke', item, run, failure: failureOf(error) });
    }
  }

  async #prove({ item, run, chamber, tree, commit, commands, timeoutMs }: Of<'prove'>): Promise<void> {
    const { prover, environment } = this.#ports;
    try {
      const env = { ...environment(), ...chamber.env };
      const evidence =
        commands.length === 0
          ? evidenceOf(tree, commit, [])
          : await prover.prove({ run, cwd: chamber.path, env, tree, commit, commands, timeoutMs });
      if (!this.#closing) this.#post({ type: 'proved', item, run, evidence });
    } catch (error) {
      if (!this.#closing) this.#post({ type: 'not-proved', item, run, failure: failureOf(error) });
    }
  }

  async #propose({ item, tracked, chamber, target, head, evidence }: Of<'propose'>): Promise<void> {
    const { identifier, title } = tracked;
    try {
      const { ref } = await this.#ports.codeHost.propose({
        item,
        identifier,
        title,
        chamber,
        target,
        head,
        evidence,
      });
      this.#post({ type: 'proposed', item, head, ref });
    } catch (error) {
      this.#post({ type: 'not-proposed', item, failure: failureOf(error) });
    }
  }

  async #assemble(effect: Of<'assemble-train'>): Promise<void> {
    const { attempt, target, entries, commands, timeoutMs, provedTrees } = effect;
    await this.#wait(effect.afterMs);
    if (this.#closing) return;
    try {
      const request = { target, entries, verify: commands, verifyTimeoutMs: timeoutMs, provedTrees };
      const assembly = await this.#ports.codeHost.assemble(request);
      // Checks that were ended by our own closing prove nothing against anybody.
      if (!this.#closing) this.#post({ type: 'train-assembled', attempt, assembly });
    } catch (error) {
      if (!this.#closing) this.#post({ type: 'train-broke', attempt, failure: failureOf(error) });
    }
  }

  async #land({ attempt, target, expected, commit, afterMs }: Of<'land-train'>): Promise<void> {
    await this.#wait(afterMs);
    if (this.#closing) return;
    try {
      const landing = await this.#ports.codeHost.land({ target, expected, commit });
      this.#post({ type: 'train-landing', attempt, landing });
    } catch (error) {
      this.#post({ type: 'train-broke', attempt, failure: failureOf(error) });
    }
  }

  async #remove({ item, chamber, target }: Of<'remove-chamber'>): Promise<void> {
    const { key } = chamber;
    try {
      const removal = await this.#ports.chambers.remove(chamber, { target, force: false });
      this.#post({ type: 'chamber-removal', item, key, removal });
    } catch (error) {
      const removal = { kind: 'kept', reason: failureOf(error).message } as const;
      this.#post({ type: 'chamber-removal', item, key, removal });
    }
  }

  #wait(ms: number): Promise<void> {
    if (ms <= 0) return Promise.resolve();
    return new Promise((resolve) => this.#ports.clock.after(ms, resolve));
  }

  /** For what may fail without changing anything: the agent that is not there any more is ended anyway. */
  async #quietly(work: Promise<unknown> | undefined): Promise<void> {
    await work?.catch((error: unknown) => failureOf(error));
  }
}

/** A malformed record among the others must not hide them: ids are then asked one by one. */
async function readOthers(
  tracker: Tracker,
  ids: readonly ItemId[],
): Promise<{ items: Awaited<ReturnType<Tracker['fetchByIds']>>; missing: readonly ItemId[] }> {
  if (ids.length === 0) return { items: [], missing: [] };
  try {
    const items = await tracker.fetchByIds(ids);
    const found = new Set(items.map((item) => item.id));
    return { items, missing: ids.filter((id) => !found.has(id)) };
  } catch (error) {
    if (failureOf(error).code !== 'invalid') throw error;
  }
  const reads = await Promise.all(
    ids.map((id) =>
      tracker.fetchByIds([id]).then(
        ([item]) => ({ id, item: item ?? null }),
        () => ({ id, item: undefined }),
      ),
    ),
  );
  return {
    items: reads.flatMap(({ item }) => (item ? [item] : [])),
    missing: reads.flatMap(({ id, item }) => (item === null ? [id] : [])),
  };
}

/** Agent control overtakes nothing of its own run; tracker writes of one item stay in order; the train is one line. */
export function effectKey(effect: Effect): string {
  switch (effect.type) {
    case 'read-tracker':
      return 'tracker';
    case 'refresh-item':
    case 'move-on-tracker':
      return `tracker ${effect.item}`;
    case 'assemble-train':
    case 'land-train':
      return 'train';
    case 'answer-agent':
    case 'suspend-agent':
    case 'play-turn':
    case 'stop-agent':
      return `run ${effect.run}`;
    default:
      return `item ${effect.item}`;
  }
}
