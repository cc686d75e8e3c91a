import type { Git } from '@symphony/adapters/git';
import type { Entry, Instant, ItemId, LogEvent, PlayerName, RunId } from '@symphony/domain';
import {
  calibrate,
  complexityOf,
  degradationOf,
  normalised,
  type PlayedRun,
  paceOf,
  RUNS_KEPT,
} from './metrics.ts';
import { readOwnJson, writeWhole } from './whole-file.ts';

export const RUN_TYPES = [
  'run-started',
  'chamber-prepared',
  'chamber-inspected',
  'retry-scheduled',
  'item-moved',
  'run-ended',
] as const satisfies readonly LogEvent['type'][];

interface OpenRun {
  readonly item: ItemId;
  readonly player: PlayerName;
  readonly startedAt: Instant;
  readonly retry: boolean;
  base: string | null;
  head: string | null;
  failed: boolean;
  timedOut: boolean;
}

type Recorded = PlayedRun & { readonly base: string | null; readonly head: string | null };

interface Written {
  readonly read_up_to?: number;
  readonly players?: Readonly<Record<PlayerName, { readonly runs?: readonly PlayedRun[] }>>;
}

/** AGENT_METRICS.json: the last twenty runs of each player, how long they took as runs of their size go, and whether it gets worse. */
export class AgentRecords {
  readonly #path: string;
  readonly #options: { readonly git: Git; readonly repository: string };
  readonly #open = new Map<RunId, OpenRun>();
  readonly #runOf = new Map<ItemId, RunId>();
  /** Items whose next run is another try. */
  readonly #retried = new Set<ItemId>();
  readonly #players = new Map<PlayerName, readonly Recorded[]>();
  /** How many files a run changed, once looked up: commits may be gone later. */
  readonly #files = new Map<RunId, number>();
  /** The last run that was taken in. */
  #seq = 0;
  #changed = false;

  constructor(path: string, options: { readonly git: Git; readonly repository: string }) {
    this.#path = path;
    this.#options = options;
  }

  async open(): Promise<void> {
    const written = await readOwnJson<Written>(this.#path);
    if (typeof written?.read_up_to !== 'number') return;
    this.#seq = written.read_up_to;
    for (const [player, { runs = [] }] of Object.entries(written.players ?? {})) {
      this.#players.set(player, runs.map(recordedOf));
      for (const { run, files } of runs) if (files !== null) this.#files.set(run, files);
    }
  }

  take({ event, at, seq }: Entry): void {
    switch (event.type) {
      case 'run-started': {
        const { item, run, player } = event;
        const retry = this.#retried.delete(item);
        this.#open.set(run, {
          item,
          player,
          startedAt: at,
          retry,
          base: null,
          head: null,
          failed: false,
          timedOut: false,
        });
        this.#runOf.set(item, run);
        return;
      }
      case 'chamber-prepared':
        return this.#note(event.run, (run) => {
          run.base = event.chamber.baseCommit;
        });
      case 'chamber-inspected':
        return this.#note(event.run, (run) => {
          run.head = event.inspection.head;
        });
      case 'retry-scheduled':
        if (event.sameAttempt) return;
        this.#retried.add(event.item);
        return this.#note(this.#runOf.get(event.item), (run) => {
          run.failed = true;
        });
      case 'item-moved':
        return this.#note(this.#runOf.get(event.item), (run) => {
          run.timedOut ||= event.event === 'stall_detected';
          run.failed ||= event.to === 'failed' || event.event === 'stall_detected';
        });
      case 'run-ended':
        return this.#end(event.run, at, seq);
      default:
        return;
    }
  }

  async write(): Promise<void> {
    if (!this.#changed) return;
    this.#changed = false;
    for (const runs of this.#players.values()) for (const run of runs) await this.#countFiles(run);
    const players = [...this.#players].sort(([a], [b]) => a.localeCompare(b));
    const counted = players.map(([name, runs]) => [name, runs.map((run) => this.#played(run))] as const);
    const medians = calibrate(counted.flatMap(([, runs]) => runs));
    const text = JSON.stringify(
      {
        read_up_to: this.#seq,
        usual_ms: medians,
        players: Object.fromEntries(
          counted.map(([name, runs]) => [
            name,
            {
              degradation: degradationOf(runs, medians),
              runs: runs.map((run) => {
                const share = normalised(run, medians);
                return {
                  ...run,
                  complexity: run.files === null ? null : complexityOf(run.files),
                  normalised: share === null ? null : Number(share.toFixed(3)),
                  pace: share === null ? null : paceOf(share),
                };
              }),
            },
          ]),
        ),
      },
      null,
      2,
    );
    await writeWhole(this.#path, `${text}\n`);
  }

  #note(id: RunId | undefined, change: (run: OpenRun) => void): void {
    const run = id === undefined ? undefined : this.#open.get(id);
    if (run) change(run);
  }

  #end(id: RunId, at: Instant, seq: number): void {
    const run = this.#open.get(id);
    if (!run) return;
    this.#open.delete(id);
    if (this.#runOf.get(run.item) === id) this.#runOf.delete(run.item);
    const { startedAt, retry, base, head, failed, timedOut } = run;
    if (seq <= this.#seq) return; // it is in the file
    this.#seq = seq;
    const before = this.#players.get(run.player) ?? [];
    const ended: Recorded = {
      run: id,
      endedAt: new Date(at).toISOString(),
      files: null,
      durationMs: at - startedAt,
      failed,
      retry,
      timedOut,
      base,
      head,
    };
    this.#players.set(run.player, [...before, ended].slice(-RUNS_KEPT));
    this.#changed = true;
  }

  async #countFiles({ run, base, head }: Recorded): Promise<void> {
    if (this.#files.has(run) || base === null || head === null) return;
    const { git, repository } = this.#options;
    const asked = ['diff', '--name-only', '-z', '--no-renames', '--no-ext-diff', base, head];
    const said = await git.try(repository, asked);
    if (said.code === 0) this.#files.set(run, said.stdout.split('\0').length - 1);
  }

  #played({ base: _base, head: _head, ...run }: Recorded): PlayedRun {
    return { ...run, files: this.#files.get(run.run) ?? null };
  }
}

/** As it was written, without what follows from it. */
const recordedOf = ({ run, endedAt, files, durationMs, failed, retry, timedOut }: PlayedRun): Recorded => ({
  run,
  endedAt,
  files,
  durationMs,
  failed,
  retry,
  timedOut,
  base: null,
  head: null,
});
