/**
 * A program in a terminal that the conductor holds, as somebody elsewhere sees it: the agent's own
 * program while a person has taken its session over.
 */

export interface TerminalSize {
  readonly cols: number;
  readonly rows: number;
}

export interface TerminalRequest extends TerminalSize {
  /** What is typed reaches the program, and the program is made to fit this size. */
  readonly write: boolean;
  /** Rows of what scrolled away that the first screen begins with; none unless told. */
  readonly history?: number;
}

export type TerminalFrame =
  /** Everything on the screen, to be drawn on an empty terminal of this size: at first, after a change of size, and for one who fell behind. */
  | ({ readonly kind: 'screen'; readonly text: string } & TerminalSize)
  /** What the program wrote since. */
  | { readonly kind: 'output'; readonly text: string }
  /** The last one: how the program ended. */
  | { readonly kind: 'ended'; readonly code: number | null; readonly signal: string | null };

export interface TerminalView {
  /**
   * Read by one loop. Nothing comes while no program is on, and the loop waits; it is over after
   * `ended`, after `close`, and without a word when the conductor closes. Throws a RequestError.
   */
  readonly frames: AsyncIterable<TerminalFrame>;
  /** Rejects with `refused` for a view that only looks. */
  input(text: string): Promise<void>;
  /** The size of the terminal it is shown in has changed. */
  resize(size: TerminalSize): Promise<void>;
  close(): Promise<void>;
}

/** The most that may be typed, or pasted, at once. */
export const MAX_INPUT = 64 * 1024;
