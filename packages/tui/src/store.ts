import type { Effect, Model } from './model/model.ts';
import { type Happening, step } from './model/step.ts';

/**
 * The one place the model changes in. Keys are drawn at once; what comes from the conductor is drawn at
 * most five times a second, because drawing costs time for each row and nobody reads faster.
 */
export class Store {
  #model: Model;
  #timer: NodeJS.Timeout | null = null;
  #shownAt = Number.NEGATIVE_INFINITY;
  readonly #watchers = new Set<() => void>();
  readonly #perform: (effects: readonly Effect[]) => void;

  constructor(model: Model, perform: (effects: readonly Effect[]) => void) {
    this.#model = model;
    this.#perform = perform;
  }

  get model(): Model {
    return this.#model;
  }

  happen(happening: Happening): void {
    const { model, effects } = step(this.#model, happening);
    if (model !== this.#model) {
      this.#model = model;
      if (AT_ONCE.has(happening.kind)) this.#show();
      else this.#timer ??= setTimeout(() => this.#show(), this.#wait());
    }
    if (effects.length > 0) this.#perform(effects);
  }

  readonly watch = (call: () => void): (() => void) => {
    this.#watchers.add(call);
    return () => this.#watchers.delete(call);
  };

  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#watchers.clear();
  }

  /** What comes after a quiet time is drawn at once. */
  #wait(): number {
    return Math.max(0, this.#shownAt + PACE_MS - performance.now());
  }

  #show(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#shownAt = performance.now();
    for (const watcher of this.#watchers) watcher();
  }
}

const PACE_MS = 200;
const AT_ONCE: ReadonlySet<Happening['kind']> = new Set(['key', 'paste', 'size', 'told', 'link']);
