import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { PortError, type WarmAgent } from '@symphony/domain';
import { allowedEnvironment } from '../../process/environment.ts';
import { type ChildGroup, spawnGroup } from '../../process/group.ts';
import type { Marker } from '../../process/marker.ts';
import { playerCache } from '../program/compile-cache.ts';
import { nextLine } from './next-line.ts';
import { type Greeting, isNoted, type Opening } from './wire.ts';

/** To load the program on a machine that is busy with something else. */
const LOADING_MS = 20_000;
/** To go where the work is, which takes a millisecond; after this a fresh player is the better choice. */
const GOING_MS = 2_000;
const GRACE_MS = 1_000;

export interface SpareRequest {
  readonly command: string;
  readonly args: readonly string[];
  readonly instance: string;
}

/** A player's processes, and the markers they are found by. */
export interface Crew {
  readonly group: ChildGroup;
  readonly markers: readonly Marker[];
}

/**
 * A player process that waits for its work.
 *
 *   waiting ──takeOver──► used (by a run, or ended because it could not take the work)
 *      └──cool──► used (ended)
 *
 * The environment other processes see of it is the one it was started with, for good. It is marked as
 * a spare of the instance, so a sweep after a crash finds it; what it starts once it has its work is
 * marked with the run. The run itself knows the process by its identity.
 */
export class SparePlayer implements WarmAgent {
  readonly #group: ChildGroup;
  readonly #marker: Marker;
  /** Whom it works for: what stopping it looks for outside of its group. */
  readonly #owner: { marker: Marker };
  #used = false;
  #ended: Promise<void> | null = null;

  private constructor(group: ChildGroup, owner: { marker: Marker }) {
    this.#group = group;
    this.#marker = owner.marker;
    this.#owner = owner;
  }

  /** Resolves when the program is loaded and waits. */
  static async start({ command, args, instance }: SpareRequest): Promise<SparePlayer> {
    const owner: { marker: Marker } = {
      marker: { instance, role: 'agent', run: `spare-${randomUUID()}` },
    };
    const group = await spawnGroup({
      command,
      args,
      cwd: tmpdir(),
      env: allowedEnvironment(process.env, { NODE_COMPILE_CACHE: playerCache() }),
      // Asked for again when the group is stopped; by then it may work for a run.
      get marker() {
        return owner.marker;
      },
    });
    const spare = new SparePlayer(group, owner);
    if (await spare.#heeds({ type: 'greet' }, LOADING_MS)) return spare;
    await spare.cool();
    throw new PortError({
      code: 'unavailable',
      message: `${command} was started and did not become ready for work.`,
    });
  }

  isAlive(): boolean {
    const { exitCode, signalCode } = this.#group.child;
    return exitCode === null && signalCode === null;
  }

  /**
   * Sends it to its work. Null when it cannot go, because it was used before or has ended: nothing of
   * it is left then, and nothing of the work was begun.
   */
  async takeOver(run: Marker, opening: Opening): Promise<Crew | null> {
    if (this.#used) return null;
    this.#used = true;
    if (this.isAlive()) {
      this.#owner.marker = run;
      // A child that has not become its own program yet still shows the first marker.
      if (await this.#heeds(opening, GOING_MS)) return { group: this.#group, markers: [this.#marker, run] };
    }
    await this.#end();
    return null;
  }

  async cool(): Promise<void> {
    if (!this.#used) {
      this.#used = true;
      this.#ended = this.#end();
    }
    await this.#ended;
  }

  async #heeds(message: Greeting | Opening, withinMs: number): Promise<boolean> {
    const { stdin, stdout } = this.#group.child;
    stdin.write(`${JSON.stringify(message)}\n`);
    const line = await nextLine(stdout, withinMs);
    return line !== null && isNoted(line);
  }

  async #end(): Promise<void> {
    // Read to the end, or its exit would not be told.
    this.#group.child.stdout.resume();
    this.#group.child.stderr.resume();
    await this.#group.stop(GRACE_MS);
  }
}
