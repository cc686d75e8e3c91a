import { type Connection, ConnectionClosed } from '@symphony/bus';
import type { Method, ParamsOf, ResultOf, TerminalParams } from './methods.ts';
import { MAX_INPUT, type TerminalFrame, type TerminalSize, type TerminalView } from './terminal.ts';
import { requestErrorOf } from './wire-failure.ts';

/** One is drawn while the next is on its way: more would only be older when they are drawn. */
const WINDOW = 2;

type Ask = <M extends Method>(method: M, params: ParamsOf<M>) => Promise<ResultOf<M>>;

/** A terminal over the control socket: its frames are a stream, what is typed are requests beside it. */
export class SocketTerminal implements TerminalView {
  readonly frames: AsyncIterable<TerminalFrame>;
  readonly #values: AsyncIterableIterator<unknown, undefined>;
  readonly #viewer: number;
  readonly #ask: Ask;

  constructor(connection: Connection, params: TerminalParams, ask: Ask) {
    this.#viewer = params.viewer;
    this.#ask = ask;
    this.#values = connection.stream('terminal', params, { window: WINDOW });
    this.frames = framesOf(this.#values);
  }

  /** In pieces the other side takes; they arrive in their order. */
  async input(text: string): Promise<void> {
    for (let at = 0; at < text.length; at += MAX_INPUT)
      await this.#ask('terminal-input', { viewer: this.#viewer, text: text.slice(at, at + MAX_INPUT) });
  }

  async resize({ cols, rows }: TerminalSize): Promise<void> {
    await this.#ask('terminal-resize', { viewer: this.#viewer, cols, rows });
  }

  async close(): Promise<void> {
    await this.#values.return?.();
  }
}

async function* framesOf(values: AsyncIterable<unknown>): AsyncGenerator<TerminalFrame> {
  try {
    for await (const value of values) yield value as TerminalFrame;
  } catch (error) {
    // Closed on this side is what was asked for, as when the view is closed.
    if (error instanceof ConnectionClosed && error.reason === 'closed-here') return;
    throw requestErrorOf(error);
  }
}
