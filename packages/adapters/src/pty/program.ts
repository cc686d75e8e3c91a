import { constants } from 'node:os';
import { type IPty, spawn } from '@lydell/node-pty';
import { type Launch, PortError } from '@symphony/domain';
import { endRun, signalGroup } from '../process/group.ts';
import { type Marker, markerEnv } from '../process/marker.ts';
import { inTime } from '../process/patience.ts';
import { checkProgram } from '../process/program-path.ts';

export interface Size {
  readonly cols: number;
  readonly rows: number;
}

/** How a program ended. */
export interface ProgramEnd {
  readonly code: number | null;
  readonly signal: string | null;
}

/** What programs may assume of the terminal they are shown in: the one the screen is kept with. */
const PROMISED = { TERM: 'xterm-256color', COLORTERM: 'truecolor' };

/**
 * A program that believes it has a terminal of its own. It leads a session and a process group, and
 * carries the marker, so that it is ended with all it started and found again after a crash.
 */
export class PtyProgram {
  /** Resolves after the last output. */
  readonly ended: Promise<ProgramEnd>;
  #over = false;
  readonly #pty: IPty;
  readonly #marker: Marker;

  private constructor(pty: IPty, marker: Marker) {
    this.#pty = pty;
    this.#marker = marker;
    this.ended = new Promise((resolve) =>
      pty.onExit(({ exitCode, signal }) => {
        this.#over = true;
        resolve(programEnd(exitCode, signal));
      }),
    );
  }

  /** Rejects with PortError: the program or its folder is missing, or the system has no terminal left. */
  static async start(launch: Launch, marker: Marker, size: Size): Promise<PtyProgram> {
    await checkProgram(launch);
    try {
      const env = { ...launch.env, ...markerEnv(marker), ...PROMISED };
      return new PtyProgram(
        spawn(launch.command, [...launch.args], { ...size, cwd: launch.cwd, env }),
        marker,
      );
    } catch (error) {
      const message = `${launch.command} could not be started in a terminal: ${(error as Error).message}`;
      throw new PortError(
        { code: 'unavailable', message, nextStep: 'Close other terminals and try again.' },
        error,
      );
    }
  }

  onOutput(hear: (text: string) => void): void {
    this.#pty.onData(hear);
  }

  write(text: string): void {
    if (!this.#over) this.#pty.write(text);
  }

  resize({ cols, rows }: Size): void {
    if (this.#over) return;
    try {
      this.#pty.resize(cols, rows);
    } catch {
      // It ended this moment, and the news of it is on its way: nothing is left to be resized.
    }
  }

  /** The program stands still as soon as the kernel's small buffer is full. */
  pause(): void {
    this.#pty.pause();
  }

  resume(): void {
    this.#pty.resume();
  }

  /** Told as by a terminal that is closed, then made to; resolves when nothing of it is left. */
  async stop(graceMs: number): Promise<void> {
    this.#signal('SIGHUP'); // shells and editors ignore SIGTERM while they are interactive
    this.#signal('SIGTERM');
    this.#signal('SIGCONT');
    this.resume(); // one that waits until its output is read does not end
    const late = await inTime(
      this.ended.then(() => false),
      graceMs,
      true,
    );
    if (late) this.#signal('SIGKILL');
    await this.ended;
    await this.endRest();
  }

  /** Whatever the program has left behind. */
  endRest(): Promise<void> {
    return endRun(this.#marker);
  }

  #signal(signal: NodeJS.Signals): void {
    if (!this.#over) signalGroup(this.#pty.pid, signal);
  }
}

const programEnd = (code: number, signal: number | undefined): ProgramEnd =>
  signal ? { code: null, signal: signalName(signal) } : { code, signal: null };

const signalName = (number: number): string =>
  Object.entries(constants.signals).find(([, each]) => each === number)?.[0] ?? `signal ${number}`;
