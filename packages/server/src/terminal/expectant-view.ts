import {
  RequestError,
  type TerminalFrame,
  type TerminalRequest,
  type TerminalSize,
  type TerminalView,
} from '@symphony/protocol';
import type { PlayedTerminal, PlayedView } from './played-terminal.ts';

/**
 * One who looks at an item's terminal, perhaps before there is one. States: waiting → showing →
 * over; `close` leads to over from anywhere.
 */
export class ExpectantView implements TerminalView {
  #shown: PlayedView | null = null;
  #request: TerminalRequest;
  readonly #leave: () => void;
  readonly #begin: (view: PlayedView | null) => void;
  readonly frames: AsyncIterableIterator<TerminalFrame, undefined>;

  constructor(request: TerminalRequest, leave: () => void) {
    this.#request = request;
    this.#leave = leave;
    const { promise: begun, resolve } = Promise.withResolvers<PlayedView | null>();
    this.#begin = resolve;
    this.frames = {
      next: async () => (await (await begun)?.frames.next()) ?? OVER,
      return: async () => {
        await this.close();
        return OVER;
      },
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  }

  show(terminal: PlayedTerminal): void {
    this.#shown = terminal.view(this.#request);
    this.#begin(this.#shown);
  }

  async input(text: string): Promise<void> {
    if (this.#shown) this.#shown.input(text);
    else throw new RequestError('missing', 'No program is on yet that could be typed to.', 'Wait for it.');
  }

  async resize(size: TerminalSize): Promise<void> {
    this.#request = { ...this.#request, ...size };
    this.#shown?.resize(size);
  }

  async close(): Promise<void> {
    this.#leave();
    this.#begin(null);
    this.#shown?.close();
  }
}

const OVER: IteratorResult<TerminalFrame, undefined> = { done: true, value: undefined };
