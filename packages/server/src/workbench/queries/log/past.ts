import { emptyState, fold } from '@symphony/conductor';
import type { Entry, Store } from '@symphony/domain';
import { Breath } from './breath.ts';
import { Checkpoints, type Moment } from './checkpoints.ts';
import { Turns } from './turns.ts';

/** A few milliseconds of reading and folding. */
const PAGE = 200;

/**
 * The state as it was at any moment of the log. What was reached last is kept and gone on from: a
 * slider that moves forward costs only what lies between, and one that moves back what lies after the
 * checkpoint before it.
 */
export class Past {
  readonly #store: Store;
  readonly #checkpoints: Checkpoints;
  readonly #turns = new Turns();
  #here: Moment = beginning();

  constructor(store: Store, checkpoints: Checkpoints = new Checkpoints()) {
    this.#store = store;
    this.#checkpoints = checkpoints;
  }

  /** What `look` makes of the moment when entry `seq` had just been recorded; it must be in the log. */
  visit<T>(seq: number, look: (moment: Moment) => T): Promise<T> {
    return this.#turns.take(async () => {
      await this.#goTo(seq);
      return look(this.#here);
    });
  }

  async #goTo(seq: number): Promise<void> {
    const breath = new Breath();
    const near = this.#checkpoints.before(seq);
    const { state } = this.#here;
    if (state.seq > seq || state.seq < near) this.#here = this.#checkpoints.restore(near) ?? beginning();
    await breath.take();
    while (this.#here.state.seq < seq) {
      const before = this.#here.state.seq;
      for (const entry of this.#store.read(before, Math.min(PAGE, seq - before))) {
        this.#add(entry);
        await breath.take();
      }
      if (this.#here.state.seq === before) return; // the log is shorter than was said
    }
  }

  #add(entry: Entry): void {
    const { state } = this.#here;
    try {
      fold(state, entry);
    } catch (error) {
      this.#here = beginning(); // half folded, it would show what never was
      throw error;
    }
    this.#here = { state, at: entry.at };
    this.#checkpoints.pass(this.#here);
  }
}

const beginning = (): Moment => ({ state: emptyState(), at: null });
