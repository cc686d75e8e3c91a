import type { ProgramEnd, Size } from './program.ts';

/** What a viewer is shown, in order. */
export type Frame =
  /** Everything on the screen, to be drawn on an empty terminal of this size. */
  | { readonly kind: 'screen'; readonly cols: number; readonly rows: number; readonly text: string }
  /** What the program wrote since. */
  | { readonly kind: 'output'; readonly text: string }
  /** The last one. */
  | ({ readonly kind: 'ended' } & ProgramEnd);

/** A viewer that is further behind than this is shown the screen as it is now instead, in characters. */
export const MOST_BEHIND = 256 * 1024;

interface ViewerParts {
  /** Draws the screen as it is at that moment. */
  readonly draw: () => Frame;
  readonly leave: () => void;
}

/**
 * One who looks at a terminal, at their own pace: a frame is made when it is asked for. States:
 * behind (gets a whole screen next) ⇄ following → over. Nobody who is slow slows the program or
 * the others, and what waits for them is bounded.
 */
export class Viewer implements AsyncIterableIterator<Frame, undefined> {
  #behind = true;
  #waiting: string[] = [];
  #length = 0;
  #end: ProgramEnd | null = null;
  #over = false;
  #asking: ((result: IteratorResult<Frame, undefined>) => void) | null = null;
  readonly #parts: ViewerParts;
  readonly write: boolean;
  size: Size;

  constructor(size: Size, write: boolean, parts: ViewerParts) {
    this.size = size;
    this.write = write;
    this.#parts = parts;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  hear(text: string): void {
    if (this.#behind || this.#over) return;
    this.#waiting.push(text);
    this.#length += text.length;
    if (this.#length > MOST_BEHIND) this.refresh();
    else this.#answer();
  }

  /** What comes next is the whole screen. */
  refresh(): void {
    this.#behind = true;
    this.#waiting = [];
    this.#length = 0;
    this.#answer();
  }

  /** The program ended: what waits is still given out, then this. */
  finish(end: ProgramEnd): void {
    this.#end = end;
    this.#answer();
  }

  /** One at a time, as a loop asks. */
  next(): Promise<IteratorResult<Frame, undefined>> {
    const ready = this.#take();
    if (ready) return Promise.resolve(ready);
    return new Promise((resolve) => {
      this.#asking = resolve;
    });
  }

  async return(): Promise<IteratorResult<Frame, undefined>> {
    if (!this.#over) {
      this.#over = true;
      this.#parts.leave();
    }
    this.#answer();
    return OVER;
  }

  #answer(): void {
    const asking = this.#asking;
    const ready = asking && this.#take();
    if (!asking || !ready) return;
    this.#asking = null;
    asking(ready);
  }

  #take(): IteratorResult<Frame, undefined> | null {
    if (this.#over) return OVER;
    if (this.#behind) {
      this.#behind = false;
      return { done: false, value: this.#parts.draw() };
    }
    if (this.#waiting.length > 0) {
      const text = this.#waiting.join('');
      this.#waiting = [];
      this.#length = 0;
      return { done: false, value: { kind: 'output', text } };
    }
    if (!this.#end) return null;
    const value: Frame = { kind: 'ended', ...this.#end };
    this.#over = true;
    this.#parts.leave();
    return { done: false, value };
  }
}

const OVER: IteratorResult<Frame, undefined> = { done: true, value: undefined };
