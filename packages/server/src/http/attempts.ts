import type { Clock } from '@symphony/domain';

const WITHIN_MS = 60_000;
const FROM_ONE = 5;
const FROM_ALL = 50;

/**
 * Wrong passwords of the last minute. Guessing is slow for one address, and for many together; what
 * is refused because of it is not counted, so the book stays small and a person gets in again soon.
 */
export class Attempts {
  readonly #clock: Pick<Clock, 'now'>;
  #wrong: { readonly from: string; readonly at: number }[] = [];

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  areTooMany(from: string): boolean {
    const since = this.#clock.now() - WITHIN_MS;
    this.#wrong = this.#wrong.filter(({ at }) => at > since);
    return (
      this.#wrong.length >= FROM_ALL || this.#wrong.filter((each) => each.from === from).length >= FROM_ONE
    );
  }

  noteWrong(from: string): void {
    this.#wrong.push({ from, at: this.#clock.now() });
  }
}
