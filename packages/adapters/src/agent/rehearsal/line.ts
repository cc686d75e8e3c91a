import { setTimeout as sleep } from 'node:timers/promises';
import { type AskedTurn, TurnLine } from '../program/turn-line.ts';
import type { TurnMessage } from '../program/turn-wire.ts';
import { type FromPlayer, type Greeting, type Opening, readToPlayer } from './wire.ts';

/** The rehearsal player's end of the wire. */
export class ConductorLine extends TurnLine<FromPlayer> {
  #taken = 0;
  #opening: Opening | null = null;
  #greeting: Greeting | null = null;

  /** What it says first. Null when the line closes before. */
  beginning(): Promise<Greeting | Opening | null> {
    return this.until(() => this.#greeting ?? this.#opening);
  }

  /** Null when the line closes first. */
  opening(): Promise<Opening | null> {
    return this.until(() => this.#opening);
  }

  /** How many turns have been taken from it. */
  get turn(): number {
    return this.#taken;
  }

  async nextTurn(): Promise<AskedTurn | null> {
    const next = await this.nextAsked();
    if (next !== null) this.#taken += 1;
    return next;
  }

  /** An answer that came before its question is taken as well. */
  answerTo(question: string): Promise<string | null> {
    return this.until(() => this.answerOf(question));
  }

  async wait(ms: number): Promise<void> {
    try {
      await sleep(ms, undefined, { signal: this.closing });
    } catch (error) {
      if (!this.closed) throw error;
    }
  }

  protected override read(line: string): TurnMessage | null {
    const said = readToPlayer(line);
    // Heard by a person in the message of the exit, should it ever matter.
    if (said === null) process.stderr.write(`not understood: ${line.slice(0, 200)}\n`);
    if (said?.type === 'greet') this.#greeting = said;
    else if (said?.type === 'open') this.#opening = said;
    else return said;
    return null;
  }
}
