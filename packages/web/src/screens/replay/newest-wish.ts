/**
 * Asks for what was wished for last. A slider that is dragged wishes for hundreds of moments: one is
 * asked for at a time, and those that were passed meanwhile are never asked for.
 */
export class NewestWish<Wish, Answer> {
  readonly #ask: (wish: Wish) => Promise<Answer>;
  readonly #hear: (wish: Wish, answer: Answer) => void;
  readonly #fail: (wish: Wish, error: unknown) => void;
  #next: { readonly wish: Wish } | null = null;
  #underWay = false;
  #over = false;

  constructor(
    ask: (wish: Wish) => Promise<Answer>,
    hear: (wish: Wish, answer: Answer) => void,
    fail: (wish: Wish, error: unknown) => void,
  ) {
    this.#ask = ask;
    this.#hear = hear;
    this.#fail = fail;
  }

  want(wish: Wish): void {
    this.#next = { wish };
    if (!this.#underWay) void this.#fulfil();
  }

  /** Nothing is heard any more. */
  end(): void {
    this.#over = true;
    this.#next = null;
  }

  async #fulfil(): Promise<void> {
    this.#underWay = true;
    while (this.#next) {
      const { wish } = this.#next;
      this.#next = null;
      // What came on the way is shown too: a board that lags behind the hand is better than none.
      await this.#ask(wish).then(
        (answer) => {
          if (!this.#over) this.#hear(wish, answer);
        },
        (error: unknown) => {
          if (!this.#over) this.#fail(wish, error);
        },
      );
    }
    this.#underWay = false;
  }
}
