import type { Chance, Clock } from '@symphony/domain';
import { failureOf } from '@symphony/domain';
import type { PoolEvent } from './instrument.ts';
import type { Room } from './room.ts';
import type { Seat } from './seat.ts';
import { type MoveReason, type PoolState, refuseMove } from './transitions.ts';

export interface Backoff {
  readonly firstMs: number;
  readonly mostMs: number;
}

export interface Surroundings<Handle> {
  readonly clock: Clock;
  readonly chance: Chance;
  readonly room: Room;
  readonly backoff: Backoff;
  tell(event: PoolEvent): void;
  /** A seat has become hot, cold or failed; `error` says what failed. */
  arrived(seat: Seat<Handle>, error: unknown): void;
}

/**
 * Moves instruments through their life: the only place that sets a state, starts, ends, and counts
 * memory. Memory is taken before anything starts and given back after it has ended.
 */
export class Lifecycle<Handle> {
  readonly #around: Surroundings<Handle>;

  constructor(around: Surroundings<Handle>) {
    this.#around = around;
  }

  async warm(seat: Seat<Handle>, reason: 'user-request' | 'predictive-prewarm'): Promise<void> {
    this.#around.room.take(seat.memoryMb);
    this.#move(seat, 'warming', reason);
    try {
      seat.held = { handle: await seat.instrument.warm() };
    } catch (error) {
      this.#around.room.giveBack(seat.memoryMb);
      this.#fail(seat, 'error', error);
      return;
    }
    seat.prewarmed = reason === 'predictive-prewarm';
    seat.failuresInARow = 0;
    seat.forgetOutcomes();
    this.#move(seat, 'hot', reason);
    this.#around.arrived(seat, null);
  }

  async cool(seat: Seat<Handle>, reason: MoveReason): Promise<void> {
    const { room } = this.#around;
    this.#move(seat, 'cooling', reason);
    room.countCooling(seat.memoryMb);
    try {
      await this.#end(seat);
    } catch (error) {
      room.countCooling(-seat.memoryMb);
      this.#fail(seat, 'error', error);
      return;
    }
    room.countCooling(-seat.memoryMb);
    this.#move(seat, 'cold', reason);
    this.#around.arrived(seat, null);
  }

  /** A hot one is not well: nobody new gets it, and it is ended once nobody uses it. */
  condemn(seat: Seat<Handle>, why: string): void {
    this.#fail(seat, 'health-check-failure', new Error(why));
  }

  /** Ends what is left of a failed one and makes it cold. Waits for those who still use it: their release asks again. */
  async recover(seat: Seat<Handle>): Promise<void> {
    seat.cancelRetry();
    seat.retryAt = null;
    if (seat.state !== 'failed' || seat.inUse > 0 || seat.recovering) return;
    if (seat.held !== null) {
      seat.recovering = true;
      try {
        await this.#end(seat);
      } catch (error) {
        this.#retryLater(seat, error);
        return;
      } finally {
        seat.recovering = false;
      }
    }
    this.#move(seat, 'cold', 'error-recovery');
    this.#around.arrived(seat, null);
  }

  async #end(seat: Seat<Handle>): Promise<void> {
    if (seat.held === null) throw new Error(`${seat.id} has nothing to end`);
    await seat.instrument.cool(seat.held.handle);
    seat.held = null;
    this.#around.room.giveBack(seat.memoryMb);
  }

  #fail(seat: Seat<Handle>, reason: MoveReason, error: unknown): void {
    this.#move(seat, 'failed', reason, failureOf(error).message);
    this.#retryLater(seat, error);
  }

  #retryLater(seat: Seat<Handle>, error: unknown): void {
    const { clock, chance, backoff } = this.#around;
    seat.failures += 1;
    const doubled = backoff.firstMs * 2 ** Math.min(seat.failuresInARow++, 30);
    const wait = Math.min(backoff.mostMs, doubled) * (0.75 + chance() / 4);
    seat.retryAt = clock.now() + wait;
    seat.cancelRetry = clock.after(wait, () => void this.recover(seat));
    this.#around.arrived(seat, error);
  }

  #move(seat: Seat<Handle>, to: PoolState, reason: MoveReason, error?: string): void {
    const { state: from, inUse } = seat;
    const refused = refuseMove({ from, to, reason, inUse });
    if (refused !== null) throw new Error(`${seat.id}: ${refused}`);
    const at = this.#around.clock.now();
    seat.state = to;
    seat.since = at;
    seat.transitions += 1;
    if (to !== 'hot') seat.health = 'unknown';
    const { id } = seat;
    this.#around.tell({ type: 'moved', id, at, from, to, reason, ...(error !== undefined && { error }) });
  }
}
