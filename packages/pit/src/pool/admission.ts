import type { Clock } from '@symphony/domain';
import type { IdleLine } from './idle-line.ts';
import type { Guess, Predictions } from './predictions.ts';
import type { Room } from './room.ts';
import type { Seat } from './seat.ts';

export interface AdmissionOptions<Handle> {
  readonly clock: Clock;
  readonly room: Room;
  readonly idle: IdleLine<Handle>;
  /** Null when nothing is foreseen. */
  readonly predictions: Predictions | null;
  warm(seat: Seat<Handle>, reason: 'user-request' | 'predictive-prewarm'): void;
  /** Cools one that is idle, because its memory is wanted. */
  evict(seat: Seat<Handle>): void;
}

/**
 * Who is warmed when there is room: first those somebody waits for, in the order they were asked
 * for, so that a big one is not passed over for ever; then those that are foreseen.
 */
export class Admission<Handle> {
  readonly #options: AdmissionOptions<Handle>;
  /** All of them are cold. */
  readonly #wanted = new Set<Seat<Handle>>();
  #wantedMb = 0;
  readonly #foreseen = new Set<Seat<Handle>>();
  #servesSoon = false;
  #serving = false;
  #askedAgain = false;

  constructor(options: AdmissionOptions<Handle>) {
    this.#options = options;
  }

  want(seat: Seat<Handle>): void {
    if (seat.state !== 'cold' || this.#wanted.has(seat)) return;
    this.#wanted.add(seat);
    this.#wantedMb += seat.memoryMb;
    this.#foreseen.delete(seat);
    this.serve();
  }

  /** Nobody waits for it any more. */
  unwant(seat: Seat<Handle>): void {
    if (!this.#wanted.delete(seat)) return;
    this.#wantedMb -= seat.memoryMb;
    this.serve();
  }

  /** Whether it can be warmed without waiting for somebody to give something back. */
  hasRoomFor(seat: Seat<Handle>): boolean {
    if (seat.state !== 'cold' || this.#wanted.has(seat)) return true; // its room is taken or counted already
    const { room, idle } = this.#options;
    return room.freeSoonMb + idle.memoryMb - this.#wantedMb >= seat.memoryMb;
  }

  /** Warming what is foreseen waits for a quiet moment, so that a hit stays fast. */
  hope(guesses: readonly Guess[], find: (id: string) => Seat<Handle> | undefined): void {
    for (const { id } of guesses) {
      const seat = find(id);
      if (seat && (seat.state === 'cold' || seat.state === 'cooling')) this.#foreseen.add(seat);
    }
    if (this.#foreseen.size === 0 || this.#servesSoon) return;
    this.#servesSoon = true;
    this.#options.clock.soon(() => {
      this.#servesSoon = false;
      this.serve();
    });
  }

  /** Warms whatever there is room for. What happens on the way may ask for it again. */
  serve(): void {
    this.#askedAgain = true;
    if (this.#serving) return;
    this.#serving = true;
    while (this.#askedAgain) {
      this.#askedAgain = false;
      this.#serveWanted();
      if (this.#wanted.size === 0) this.#serveForeseen();
    }
    this.#serving = false;
  }

  forgetAll(): void {
    this.#wanted.clear();
    this.#wantedMb = 0;
    this.#foreseen.clear();
  }

  #serveWanted(): void {
    for (const seat of this.#wanted) {
      if (!this.#makeRoom(seat.memoryMb, true)) return;
      this.#wanted.delete(seat);
      this.#wantedMb -= seat.memoryMb;
      this.#options.warm(seat, 'user-request');
    }
  }

  #serveForeseen(): void {
    const { predictions, clock } = this.#options;
    if (predictions === null) return;
    for (const seat of this.#foreseen) {
      if (seat.state === 'cooling') continue;
      if (seat.state === 'cold' && predictions.until(seat.id, clock.now()) !== null) {
        if (!this.#makeRoom(seat.memoryMb, false)) continue;
        predictions.prewarmed += 1;
        this.#options.warm(seat, 'predictive-prewarm');
      }
      this.#foreseen.delete(seat);
    }
  }

  /** Whether there is room now. If not, idle ones begin to cool, but only as many as will do. */
  #makeRoom(mb: number, forSomebody: boolean): boolean {
    const { room, idle, evict } = this.#options;
    const { freeMb, freeSoonMb } = room;
    if (freeMb >= mb) return true;
    if (freeSoonMb < mb) for (const seat of idle.victims(mb - freeSoonMb, forSomebody) ?? []) evict(seat);
    return false;
  }
}
