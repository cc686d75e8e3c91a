import type { TerminalFrame, TerminalSize, TerminalView } from '@symphony/protocol';
import { drawOutput, drawScreen, enter, LEAVE, tooSmall } from './drawing.ts';

/** A person's terminal, as far as a program's screen needs it. */
export interface ProgramPlace {
  write(text: string): void;
  size(): TerminalSize;
}

/**
 * A program's screen over the transcript. States: waiting (nothing has come yet, the transcript is
 * still to be seen) → shown → over. The terminal is given back when it is over, however that came.
 */
export class ProgramPane {
  #shown = false;
  #closed = false;
  #fits = true;
  #typing: Promise<unknown> = Promise.resolve();
  readonly #view: TerminalView;
  readonly #place: ProgramPlace;
  readonly #title: string;
  /** Resolves when the program ended or the view was closed; rejects with RequestError when it was lost. */
  readonly over: Promise<void>;

  constructor(view: TerminalView, place: ProgramPlace, title: string) {
    this.#view = view;
    this.#place = place;
    this.#title = title;
    this.over = this.#show().finally(() => this.#leave());
  }

  /** In order. What cannot be delivered is not repeated: the end of the program is told by its frames. */
  type(text: string): void {
    if (text === '') return;
    this.#typing = this.#typing.then(() => this.#view.input(text)).catch(() => undefined);
  }

  /** The person's terminal has another size now, or its content is not to be trusted. */
  redraw(): void {
    this.#view.resize(this.#place.size()).catch(() => undefined); // as above
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#leave();
    await this.#view.close();
  }

  async #show(): Promise<void> {
    for await (const frame of this.#view.frames) {
      if (this.#closed) return;
      this.#draw(frame);
    }
  }

  #draw(frame: TerminalFrame): void {
    if (frame.kind === 'ended') return;
    if (!this.#shown) this.#place.write(enter(this.#title));
    this.#shown = true;
    if (frame.kind === 'screen') {
      const own = this.#place.size();
      const drawn = drawScreen(frame, own);
      this.#fits = drawn !== null;
      this.#place.write(drawn ?? tooSmall(frame, own));
    } else if (this.#fits) {
      const { text, redraw } = drawOutput(frame.text);
      this.#place.write(text);
      if (redraw) this.redraw();
    }
  }

  #leave(): void {
    if (this.#shown) this.#place.write(LEAVE);
    this.#shown = false;
  }
}
