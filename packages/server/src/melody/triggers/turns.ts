/** Steps of a source, one after the other. One that fails is told of and does not hold up the next. */
export class Turns {
  readonly #tell: (error: unknown) => void;
  #last: Promise<void> = Promise.resolve();
  #over = false;

  constructor(tell: (error: unknown) => void) {
    this.#tell = tell;
  }

  /** Resolves when the step is done, has failed, or is no longer wanted. */
  take(step: () => Promise<void>): Promise<void> {
    this.#last = this.#last.then(() => (this.#over ? undefined : step())).catch(this.#tell);
    return this.#last;
  }

  get isOver(): boolean {
    return this.#over;
  }

  /** No further step begins. Resolves when the one under way is done. */
  end(): Promise<void> {
    this.#over = true;
    return this.#last;
  }
}
