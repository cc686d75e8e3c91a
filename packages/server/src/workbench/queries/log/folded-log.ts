import type { Entry, Store } from '@symphony/domain';
import { Breath } from './breath.ts';
import { Turns } from './turns.ts';

/** A few milliseconds of reading. */
const PAGE = 200;

/** Something that is made from some kinds of entries, and how one more is added to it. */
export interface Projection<State> {
  readonly types: readonly string[];
  readonly state: State;
  readonly fold: (state: State, entry: Entry) => void;
}

/** A projection kept between calls: each call reads only what was recorded since the one before. */
export class FoldedLog<State> {
  readonly #store: Store;
  readonly #projection: Projection<State>;
  readonly #turns = new Turns();
  /** All up to here has been looked at. */
  #seq = 0;

  constructor(store: Store, projection: Projection<State>) {
    this.#store = store;
    this.#projection = projection;
  }

  /** What `look` makes of the state; it is up to date, and nothing changes it meanwhile. */
  read<T>(look: (state: State) => T): Promise<T> {
    return this.#turns.take(async () => {
      await this.#catchUp();
      return look(this.#projection.state);
    });
  }

  async #catchUp(): Promise<void> {
    const { types, state, fold } = this.#projection;
    const breath = new Breath();
    const end = this.#store.lastSeq();
    while (this.#seq < end) {
      const entries = this.#store.read(this.#seq, PAGE, { types });
      for (const entry of entries) {
        fold(state, entry);
        this.#seq = entry.seq;
      }
      if (entries.length < PAGE) this.#seq = Math.max(this.#seq, end);
      await breath.take();
    }
  }
}
