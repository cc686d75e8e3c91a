import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExplainView, ItemView, LifecycleState, StatusView } from '@symphony/domain';
import { findWorkplace, type Workplace } from '@symphony/server';
import { makeRepository, type Repository } from '@symphony/testkit';
import { vi } from 'vitest';
import { checkAftermath, endMarked } from './aftermath.ts';
import { BoardFiles } from './board-file.ts';
import { type Begun, beginSymphony, type Ended } from './command.ts';
import { eventually, RecordedEvents } from './recorded-events.ts';
import { Wiretap } from './wiretap.ts';

// Two scenarios of a file at a time on two cores; a scenario takes seconds, but not on a loaded machine.
vi.setConfig({ maxConcurrency: 2, testTimeout: 120_000 });

/** `.symphony/symphony.yaml`; sections are laid over the brisk ones. */
export type Config = Readonly<Record<string, unknown>>;

export interface StageOptions {
  /** Null: the repository has no configuration at all. */
  readonly config?: Config | null;
  /** The first commit. */
  readonly files?: Readonly<Record<string, string>>;
  /** Copies what players are told, for `stage.wiretap.prompts`. */
  readonly listen?: boolean;
}

/** Short waits, and no stall unless a scenario is about one: a loaded machine is no stuck agent. */
const BRISK: Config = {
  target: 'main',
  players: { rehearsal: { agent: 'rehearsal' } },
  polling: { interval: '300ms' },
  retry: { max_retries: 2, max_retry_backoff: '200ms' },
  stall_timeout: 0,
  shutdown_grace: '5s',
};

/**
 * One scenario's own world: a real repository, its board, and the real `symphony` process in it.
 * Whatever the scenario did, it must leave an intact repository, no process and no stray worktree.
 */
export async function onStage(
  options: StageOptions,
  scenario: (stage: Stage) => Promise<void>,
): Promise<void> {
  const repository = await makeRepository(options.files ? { files: options.files } : {});
  const workplace = await findWorkplace(repository.path);
  const stage = new Stage(repository, workplace, options);
  try {
    await scenario(stage);
    await stage.end();
    await checkAftermath(repository, workplace, stage.kept);
  } finally {
    await stage.strike();
    await endMarked(workplace);
    await repository.remove();
  }
}

/** A Symphony that is killed, alone or with all it started, and comes back. */
export interface Playing {
  kill(dies: 'symphony' | 'everything'): Promise<void>;
  start(): Promise<void>;
  /** Kills Symphony alone, and starts it again. */
  cut(): Promise<void>;
}

export class Stage {
  readonly repository: Repository;
  readonly path: string;
  readonly board: BoardFiles;
  readonly events: RecordedEvents;
  readonly wiretap: Wiretap;
  /** The items whose chambers and branches the scenario means to leave behind. */
  kept: readonly string[] = [];
  readonly #workplace: Workplace;
  readonly #options: StageOptions;
  readonly #begun: Begun[] = [];

  constructor(repository: Repository, workplace: Workplace, options: StageOptions) {
    this.repository = repository;
    this.path = repository.path;
    this.#workplace = workplace;
    this.#options = options;
    this.board = new BoardFiles(workplace.board);
    this.events = new RecordedEvents(join(workplace.log, 'events.jsonl'));
    this.wiretap = new Wiretap(join(repository.path, '..', 'wiretap'));
    if (options.config !== null) this.configure(options.config ?? {});
  }

  /** Writes the configuration, also while Symphony runs. */
  configure(config: Config): void {
    const listening = this.#options.listen ? { chamber: { env: this.wiretap.env } } : {};
    this.configureAs(JSON.stringify(laidOver(laidOver(BRISK, listening), config), null, 2));
  }

  configureAs(text: string): void {
    mkdirSync(this.#workplace.folder, { recursive: true });
    writeFileSync(join(this.#workplace.folder, 'symphony.yaml'), text);
  }

  /** Starts `symphony run` and goes on once it holds the repository. */
  async play(...args: string[]): Promise<Begun> {
    const before = this.events.of('conductor-started').length;
    const playing = this.begin('run', ...args);
    await this.until('the conductor starts', () => {
      if (!playing.alive()) throw new Error(`symphony run ended at once:\n${playing.said()}`);
      return this.events.of('conductor-started').length > before;
    });
    return playing;
  }

  /** Starts `symphony run`, to be killed as nothing can be foreseen, and started again. */
  async playMortal(): Promise<Playing> {
    let playing = await this.play();
    const kill: Playing['kill'] = async (dies) => {
      playing.kill('SIGKILL');
      await playing.ended;
      if (dies === 'everything') await endMarked(this.#workplace);
    };
    const start = async (): Promise<void> => {
      playing = await this.play();
    };
    const cut = async (): Promise<void> => {
      await kill('symphony');
      await start();
    };
    return { kill, start, cut };
  }

  /** `symphony run --exit-when-idle` to its end. */
  async playToTheEnd(...args: string[]): Promise<Ended> {
    return (await this.play('--exit-when-idle', ...args)).ended;
  }

  /** Any command, to its end. */
  symphony(...args: string[]): Promise<Ended> {
    return this.begin(...args).ended;
  }

  /** Any command, begun and not waited for; it ends with the scenario at the latest. */
  begin(...args: string[]): Begun {
    const begun = beginSymphony(this.path, args);
    this.#begun.push(begun);
    return begun;
  }

  async status(): Promise<StatusView> {
    return this.#read('status', '--json');
  }

  async item(id: string): Promise<ItemView> {
    const item = (await this.status()).items.find((each) => each.identifier === id);
    if (!item) throw new Error(`status does not list ${id}`);
    return item;
  }

  async explain(id: string): Promise<ExplainView> {
    return this.#read('explain', id, '--json');
  }

  until<T>(what: string, look: () => T | false | Promise<T | false>): Promise<T> {
    return eventually(what, look, () => this.#story());
  }

  /** Waits until the item's last move led to `state`; with `times`, until it was there that often. */
  async reached(id: string, state: LifecycleState, times = 1): Promise<void> {
    await this.until(`${id} is ${state}`, () => {
      const path = this.events.path(id);
      return path.at(-1) === state && path.filter((each) => each === state).length >= times;
    });
  }

  /** Waits until the item's agent says these words. */
  async says(id: string, words: string): Promise<void> {
    await this.until(`${id} says "${words}"`, () => this.events.words(id).includes(words));
  }

  /** The item's own folder, as the log knows it. */
  chamber(id: string): string {
    const prepared = this.events.of('chamber-prepared', id).at(-1);
    if (!prepared) throw new Error(`${id} has had no chamber`);
    return prepared.chamber.path;
  }

  /** A step that waits until the scenario lets it go on; agents can be met in the middle of their work. */
  gate(name: string): { readonly step: { readonly run: string }; open(): void } {
    const file = join(this.path, '..', `gate-${name}`);
    return {
      step: { run: `until test -e '${file}'; do sleep 0.05; done` },
      open: () => writeFileSync(file, ''),
    };
  }

  /** Stops what still plays, as a signal from a service would, and says how it ended. */
  async end(): Promise<void> {
    for (const begun of this.#begun) if (begun.alive()) begun.kill('SIGTERM');
    for (const begun of this.#begun) await begun.ended;
  }

  /** Makes whatever is left end. */
  async strike(): Promise<void> {
    for (const begun of this.#begun) if (begun.alive()) begun.kill('SIGKILL');
    for (const begun of this.#begun) await begun.ended;
  }

  async #read<T>(...args: string[]): Promise<T> {
    const { code, out, err } = await this.symphony(...args);
    if (code !== 0) throw new Error(`symphony ${args.join(' ')} ended with ${code}: ${err}`);
    return JSON.parse(out);
  }

  /** For the person who reads a failed scenario. */
  #story(): string {
    const last = this.events.all().slice(-25);
    const said = this.#begun.map((begun) => begun.said()).join('\n');
    return `${last.map((each) => JSON.stringify(each).slice(0, 300)).join('\n')}\n${said}`;
  }
}

/** One level deep: the sections of `upper` add to and replace values in those of `lower`. */
function laidOver(lower: Config, upper: Config): Config {
  const result: Record<string, unknown> = { ...lower };
  for (const [key, value] of Object.entries(upper)) {
    const below = result[key];
    result[key] = isSection(below) && isSection(value) ? { ...below, ...value } : value;
  }
  return result;
}

const isSection = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
