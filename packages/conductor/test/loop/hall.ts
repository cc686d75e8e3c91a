import { openAdviceBook } from '@symphony/adapters/advice';
import { MemoryChambers } from '@symphony/adapters/chamber/memory';
import { MemoryCodeHost } from '@symphony/adapters/code-host/memory';
import { MemoryStore } from '@symphony/adapters/store/memory';
import { MemorySurvey } from '@symphony/adapters/survey/memory';
import { MemoryTracker } from '@symphony/adapters/tracker/memory';
import type {
  AgentEvent,
  AgentPort,
  AgentSession,
  AgentStart,
  Chamber,
  Entry,
  LogEvent,
  Settings,
  Store,
} from '@symphony/domain';
import { evidenceOf } from '@symphony/domain';
import { evaluateName, ManualClock, SETTINGS, seeded, trackedItem } from '@symphony/testkit';
import { Conductor, type ConductorOptions, type Ports } from '../../src/index.ts';

/** An agent at work: the test says what it does. */
export class Player implements AgentSession {
  readonly process = null;
  readonly prompts: string[] = [];
  stops: number[] = [];
  readonly start: AgentStart;
  readonly hear: (event: AgentEvent) => void;

  constructor(start: AgentStart, hear: (event: AgentEvent) => void) {
    this.start = start;
    this.hear = hear;
    this.prompts.push(start.prompt);
  }

  async prompt(text: string): Promise<void> {
    this.prompts.push(text);
  }

  async stop(graceMs: number): Promise<void> {
    this.stops.push(graceMs);
    if (this.stops.length === 1) this.hear({ type: 'exited', code: null, signal: 'SIGTERM', message: '' });
  }
}

/** A conductor among memory adapters, with a clock and agents in the test's hand. */
export class Hall {
  readonly clock = new ManualClock(1_000_000);
  readonly tracker: MemoryTracker;
  readonly chambers = new MemoryChambers();
  readonly host = new MemoryCodeHost();
  readonly players: Player[] = [];
  readonly entries: Entry[] = [];
  readonly fatal: string[] = [];
  readonly warnings: string[] = [];
  /** What was asked of the outside, in order, each with how much of the log was durable by then. */
  readonly performed: { readonly what: string; readonly recorded: number }[] = [];
  rests = 0;
  readonly store: Store;
  readonly conductor: Conductor;

  constructor(items: readonly string[] = ['A'], more: Partial<ConductorOptions> = {}) {
    this.tracker = new MemoryTracker(items.map((id) => trackedItem(id)));
    this.store = more.store ?? new MemoryStore();
    let names = 0;
    this.conductor = new Conductor({
      store: this.store,
      ports: this.#ports(),
      clock: this.clock,
      chance: seeded(1),
      names: (prefix) => `${prefix}-${this.store.lastSeq()}-${++names}`,
      only: null,
      evaluate: evaluateName,
      onEntry: (entry) => this.entries.push(entry),
      onFatal: (message) => this.fatal.push(message),
      onWarning: (message) => this.warnings.push(message),
      onRest: () => {
        this.rests += 1;
      },
      ...more,
    });
  }

  /** Says what a server says at the start, and begins to tick. */
  async open(settings: Partial<Settings> = {}): Promise<this> {
    this.conductor.post({ type: 'started', instance: 'hall', version: '0', pid: 1 });
    this.conductor.post({ type: 'settings-loaded', settings: { ...SETTINGS, ...settings } });
    this.conductor.post({ type: 'survivors-cleared', ended: 0 });
    await this.clock.settle();
    this.conductor.startTicking();
    await this.clock.settle();
    return this;
  }

  /** The first agent that was started. */
  get first(): Player {
    const [player] = this.players;
    if (!player) throw new Error('nobody plays');
    return player;
  }

  /** The agent works: a commit in its chamber and the end of its turn. */
  async finish(player: Player): Promise<void> {
    this.chambers.commit(this.#chamberOf(player), `work of ${player.start.item.id}`);
    player.hear({ type: 'turn-ended', status: 'completed', message: 'done' });
    await this.clock.settle();
  }

  recorded<T extends LogEvent['type']>(type: T): Entry[] {
    return [...this.store.read(0, Number.MAX_SAFE_INTEGER, { types: [type] })];
  }

  #chamberOf({ start }: Player): Chamber {
    const chamber = this.conductor.state.items.get(start.item.id)?.chamber;
    if (!chamber) throw new Error(`${start.item.id} has no chamber`);
    return chamber;
  }

  #ports(): Ports {
    const note = (what: string) => this.performed.push({ what, recorded: this.store.lastSeq() });
    const agent: AgentPort = {
      name: 'rehearsal',
      start: async (start, hear) => {
        note(`start ${start.item.id}`);
        const player = new Player(start, hear);
        this.players.push(player);
        hear({ type: 'started', sessionId: start.run, process: null });
        return player;
      },
    };
    return {
      tracker: noting(this.tracker, note),
      chambers: noting(this.chambers, note),
      codeHost: noting(this.host, note),
      prover: {
        prove: async ({ tree, commit, commands }) => {
          note('prove');
          const passed = { exitCode: 0, timedOut: false, durationMs: 1, outputTail: '' };
          return evidenceOf(
            tree,
            commit,
            commands.map((command) => ({ command, ...passed })),
          );
        },
      },
      prompts: { render: async ({ kind }) => kind },
      operators: {
        names: () => ['value'],
        run: async ({ key, config }) => {
          note(`operate ${key}`);
          return { value: config.value ?? null };
        },
        stop: async () => undefined,
      },
      survey: new MemorySurvey(),
      advice: openAdviceBook(new MemorySurvey()),
      lessons: async () => [],
      clock: this.clock,
      agent: () => agent,
      player: () => SETTINGS.players.first,
      environment: () => ({}),
    };
  }
}

/** The port itself, with every call noted before it is made. */
function noting<T extends object>(port: T, note: (what: string) => void): T {
  return new Proxy(port, {
    get(target, name) {
      const found = Reflect.get(target, name, target);
      if (typeof found !== 'function') return found;
      return (...args: unknown[]) => {
        note(String(name));
        return Reflect.apply(found, target, args);
      };
    },
  });
}
