import type {
  Entry,
  Instant,
  ItemId,
  LogEventOf,
  Outcome,
  PlayerName,
  PromptKind,
  RunId,
  Spend,
} from '@symphony/domain';
import { NO_SPEND } from '@symphony/domain';

/**
 * What a run did and what came of it, for learning from. Made from the log alone, so it can be made
 * again at any time; a run is told only once its item has an outcome.
 */
export interface Trajectory {
  readonly item: ItemId;
  readonly run: RunId;
  readonly attempt: number;
  readonly player: PlayerName;
  /** The agent behind the player when the run started; null where the log does not tell. */
  readonly agent: string | null;
  /** The agent's own session; its transcript goes by this name. */
  readonly session: string | null;
  /** One a turn, in order. */
  readonly prompts: readonly PromptKind[];
  readonly turns: number;
  /** Whether the checks passed on what it made; null when it came to no checks. */
  readonly proved: boolean | null;
  /** The item's; `retried` for a run that was followed by another one. */
  readonly outcome: Exclude<Outcome, 'none'> | 'retried';
  readonly spend: Spend;
  readonly startedAt: Instant;
  readonly endedAt: Instant;
}

type Unfinished = Omit<Trajectory, 'outcome'>;

/** Every trajectory that has an outcome, in the order outcomes were reached. */
export function trajectoriesOf(entries: Iterable<Entry>): readonly Trajectory[] {
  const book = new TrajectoryBook();
  for (const entry of entries) book.see(entry);
  return book.finished;
}

/** The same, one entry at a time: for logs that do not fit into memory. */
export class TrajectoryBook {
  readonly finished: Trajectory[] = [];
  readonly #open = new Map<ItemId, Unfinished[]>();
  #agents: ReadonlyMap<PlayerName, string> = new Map();

  see({ event, at }: Entry): void {
    switch (event.type) {
      case 'settings-applied':
        this.#agents = new Map(
          Object.entries(event.settings.players).map(([name, player]) => [name, player.agent]),
        );
        return;
      case 'run-started':
        this.#begin(event, at);
        return;
      case 'agent-reported': {
        const said = event.event;
        if (said.type === 'started') this.#change(event, at, () => ({ session: said.sessionId }));
        return;
      }
      case 'turn-started':
        this.#change(event, at, ({ prompts }) => ({ prompts: [...prompts, event.kind] }));
        return;
      case 'turn-ended':
        this.#change(event, at, ({ turns }) => ({ turns: turns + 1 }));
        return;
      case 'evidence-recorded':
        this.#change(event, at, () => ({ proved: event.evidence.passed }));
        return;
      case 'run-ended':
        this.#change(event, at, () => ({ spend: event.spend }));
        return;
      case 'item-moved':
        if (event.outcome !== null && event.outcome !== 'none') this.#close(event.item, event.outcome);
        return;
      default:
        return;
    }
  }

  #begin({ item, run, attempt, player }: LogEventOf<'run-started'>, at: Instant): void {
    const trajectory: Unfinished = {
      item,
      run,
      attempt,
      player,
      agent: this.#agents.get(player) ?? null,
      session: null,
      prompts: [],
      turns: 0,
      proved: null,
      spend: NO_SPEND,
      startedAt: at,
      endedAt: at,
    };
    this.#open.set(item, [...(this.#open.get(item) ?? []), trajectory]);
  }

  #change(
    { item, run }: { readonly item: ItemId; readonly run: RunId },
    at: Instant,
    change: (before: Unfinished) => Partial<Unfinished>,
  ): void {
    const runs = this.#open.get(item);
    const place = runs?.findIndex((each) => each.run === run) ?? -1;
    const before = runs?.[place];
    if (runs && before) runs[place] = { ...before, ...change(before), endedAt: at };
  }

  #close(item: ItemId, outcome: Exclude<Outcome, 'none'>): void {
    const runs = this.#open.get(item) ?? [];
    this.#open.delete(item);
    runs.forEach((run, at) => {
      this.finished.push({ ...run, outcome: at === runs.length - 1 ? outcome : 'retried' });
    });
  }
}
