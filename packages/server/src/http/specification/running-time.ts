import type { Entry, Instant, RunId, StatusView } from '@symphony/domain';
import { type ConductorClient, MAX_ENTRIES } from '@symphony/protocol';

/**
 * How long agents have been at work in all, counted from the log. Asked again it reads on from where
 * it was, so only the first answer costs the whole log.
 */
export class RunningTime {
  readonly #client: Pick<ConductorClient, 'events'>;
  readonly #open = new Map<RunId, Instant>();
  #endedMs = 0;
  #seq = 0;
  #reading: Promise<void> = Promise.resolve();

  constructor(client: Pick<ConductorClient, 'events'>) {
    this.#client = client;
  }

  /** In seconds, as of the status. A run that is in no item any more ended with its conductor, untold. */
  async secondsAt(status: Pick<StatusView, 'at' | 'items'>): Promise<number> {
    const read = this.#reading.catch(() => undefined).then(() => this.#readOn()); // one after the other
    this.#reading = read;
    await read;
    const live = status.items.flatMap(({ run }) => (run === null ? [] : [run.id]));
    const liveMs = live.reduce(
      (sum, id) => sum + Math.max(0, status.at - (this.#open.get(id) ?? status.at)),
      0,
    );
    return Math.round((this.#endedMs + liveMs) / 1000);
  }

  async #readOn(): Promise<void> {
    for (;;) {
      const page = await this.#client.events(this.#seq, MAX_ENTRIES, { types: ['run-started', 'run-ended'] });
      for (const entry of page) this.#take(entry);
      if (page.length < MAX_ENTRIES) return;
    }
  }

  #take({ seq, at, event }: Entry): void {
    this.#seq = seq;
    if (event.type === 'run-started') this.#open.set(event.run, at);
    if (event.type !== 'run-ended') return;
    this.#endedMs += Math.max(0, at - (this.#open.get(event.run) ?? at));
    this.#open.delete(event.run);
  }
}
