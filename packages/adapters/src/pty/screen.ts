import { SerializeAddon } from '@xterm/addon-serialize';
import headless from '@xterm/headless';
import type { Size } from './program.ts';
import { wholeLength } from './sequence.ts';

/** Rows that have scrolled away and are kept: what a late viewer can still be shown. */
const HISTORY = 1_000;

/**
 * What a terminal would show of a program's output. Reading it takes time: `taken` is called for
 * each piece once it is on the screen, so that a picture of the screen and the pieces after it
 * always fit together.
 */
export class Screen {
  /** Given to the screen and not on it yet, in characters. */
  waiting = 0;
  #rest = '';
  #idle: (() => void)[] = [];
  readonly #modes = new Set<number>();
  readonly #terminal: headless.Terminal;
  readonly #serializer = new SerializeAddon();
  readonly #taken: (text: string) => void;

  constructor(size: Size, taken: (text: string) => void, answer: (text: string) => void) {
    this.#taken = taken;
    this.#terminal = new headless.Terminal({ ...size, scrollback: HISTORY, allowProposedApi: true });
    this.#terminal.loadAddon(this.#serializer);
    this.#keepModes();
    // A program may ask its terminal where the cursor is. Somebody must answer when nobody looks.
    this.#terminal.onData(answer);
  }

  get size(): Size {
    return { cols: this.#terminal.cols, rows: this.#terminal.rows };
  }

  /** A sequence that is cut off waits for its rest: nobody who comes in between is shown half of it. */
  write(text: string): void {
    const all = this.#rest + text;
    const whole = wholeLength(all);
    this.#rest = all.slice(whole);
    if (whole > 0) this.#write(all.slice(0, whole));
  }

  /** No more comes: what is left is shown as it is. Resolves when everything is on the screen. */
  async finish(): Promise<void> {
    const rest = this.#rest;
    this.#rest = '';
    if (rest !== '') this.#write(rest);
    if (this.waiting > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  resize({ cols, rows }: Size): void {
    this.#terminal.resize(cols, rows);
  }

  /** All that is on it, with at most so many rows of what scrolled away, for an empty terminal. */
  picture(history: number): string {
    const modes = [...this.#modes].map((mode) => (mode === CURSOR ? '\u001b[?25l' : `\u001b[?${mode}h`));
    return this.#serializer.serialize({ scrollback: history }) + modes.join('');
  }

  #write(text: string): void {
    this.waiting += text.length;
    this.#terminal.write(text, () => {
      this.waiting -= text.length;
      this.#taken(text);
      if (this.waiting === 0) for (const resolve of this.#idle.splice(0)) resolve();
    });
  }

  /** A hidden cursor and how the mouse is reported are not part of what the serializer tells. */
  #keepModes(): void {
    const note = (on: boolean) => (params: readonly (number | number[])[]) => {
      for (const mode of params) {
        if (typeof mode !== 'number' || !KEPT.has(mode)) continue;
        if (on === (mode === CURSOR)) this.#modes.delete(mode);
        else this.#modes.add(mode);
      }
      return false; // the terminal itself acts on it too
    };
    this.#terminal.parser.registerCsiHandler({ prefix: '?', final: 'h' }, note(true));
    this.#terminal.parser.registerCsiHandler({ prefix: '?', final: 'l' }, note(false));
  }
}

const CURSOR = 25;
const KEPT: ReadonlySet<number> = new Set([CURSOR, 1005, 1006, 1015, 1016]);
