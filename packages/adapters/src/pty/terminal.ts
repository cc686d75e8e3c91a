import { type Launch, PortError } from '@symphony/domain';
import type { Marker } from '../process/marker.ts';
import { fittingSize } from './fitting-size.ts';
import { type ProgramEnd, PtyProgram, type Size } from './program.ts';
import { Screen } from './screen.ts';
import { type Frame, Viewer } from './viewer.ts';

/** The program is held up beyond the first and goes on below the second, in characters not yet on the screen. */
const PAUSE_ABOVE = 256 * 1024;
const RESUME_BELOW = 64 * 1024;
const FIRST_SIZE: Size = { cols: 80, rows: 24 };

export interface ViewRequest extends Size {
  /** What is typed reaches the program. */
  readonly write: boolean;
  /** Rows of what scrolled away that the first screen begins with. */
  readonly history?: number;
}

/** One who looks at the program, and types if they may. */
export interface View {
  /** To be read by one loop; leaving it closes the view. */
  readonly frames: AsyncIterableIterator<Frame, undefined>;
  /** Throws PortError `refused` for a view without `write`. */
  input(text: string): void;
  resize(size: Size): void;
  close(): void;
}

/**
 * A program in a terminal with any number of viewers. The program is as wide and high as the
 * smallest viewer that may type; while nobody may, as the smallest that looks; while nobody looks,
 * as it was. Somebody who only looks so never gets in the way of the one who works.
 */
export class PtyTerminal {
  #paused = false;
  readonly #viewers = new Set<Viewer>();
  readonly #program: PtyProgram;
  readonly #screen: Screen;
  /** Resolves when the program ended, what it left behind is gone, and all it said is on the screen. */
  readonly ended: Promise<ProgramEnd>;

  private constructor(program: PtyProgram) {
    this.#program = program;
    this.#screen = new Screen(
      FIRST_SIZE,
      (text) => this.#show(text),
      (text) => program.write(text),
    );
    program.onOutput((text) => this.#take(text));
    this.ended = this.#finish();
  }

  /** Rejects as PtyProgram.start. */
  static async open(launch: Launch, marker: Marker): Promise<PtyTerminal> {
    return new PtyTerminal(await PtyProgram.start(launch, marker, FIRST_SIZE));
  }

  view({ cols, rows, write, history = 0 }: ViewRequest): View {
    let first = history;
    const viewer = new Viewer({ cols, rows }, write, {
      draw: () => {
        const text = this.#screen.picture(first);
        first = 0;
        return { kind: 'screen', ...this.#screen.size, text };
      },
      leave: () => {
        this.#viewers.delete(viewer);
        this.#fit();
      },
    });
    this.#viewers.add(viewer);
    this.#fit();
    void this.ended.then((end) => viewer.finish(end));
    return {
      frames: viewer,
      input: (text) => {
        if (!write) throw readOnly();
        this.#program.write(text);
      },
      resize: (size) => {
        viewer.size = size;
        if (!this.#fit()) viewer.refresh(); // its own terminal has been redrawn by the change
      },
      close: () => void viewer.return(),
    };
  }

  stop(graceMs: number): Promise<void> {
    return this.#program.stop(graceMs);
  }

  /** Whether the size changed. Everybody is then shown the whole screen anew. */
  #fit(): boolean {
    const { cols, rows } = this.#screen.size;
    const size = fittingSize([...this.#viewers]) ?? { cols, rows };
    if (size.cols === cols && size.rows === rows) return false;
    this.#screen.resize(size);
    this.#program.resize(size);
    for (const viewer of this.#viewers) viewer.refresh();
    return true;
  }

  #take(text: string): void {
    this.#screen.write(text);
    if (this.#paused || this.#screen.waiting <= PAUSE_ABOVE) return;
    this.#paused = true;
    this.#program.pause();
  }

  #show(text: string): void {
    for (const viewer of this.#viewers) viewer.hear(text);
    if (!this.#paused || this.#screen.waiting >= RESUME_BELOW) return;
    this.#paused = false;
    this.#program.resume();
  }

  async #finish(): Promise<ProgramEnd> {
    const end = await this.#program.ended;
    await this.#screen.finish();
    await this.#program.endRest();
    return end;
  }
}

const readOnly = (): PortError =>
  new PortError({
    code: 'refused',
    message: 'This view only looks.',
    nextStep: 'Attach again with --write to type.',
  });
