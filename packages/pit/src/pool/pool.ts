import type { Clock, Failure } from '@symphony/domain';
import { PortError } from '@symphony/domain';
import { Admission } from './admission.ts';
import { Foresight } from './foresight.ts';
import { HealthRounds } from './health-rounds.ts';
import { IdleLine } from './idle-line.ts';
import type { Health, Instrument, InstrumentView, Lease, Moved, PoolEvent } from './instrument.ts';
import { Lifecycle } from './lifecycle.ts';
import type { AcquireOptions, PoolOptions, PoolStats } from './pool-options.ts';
import type { Guess, PredictionStats } from './predictions.ts';
import { broken, DRAINING, noRoom, resting, tooBig, tookTooLong, unknownInstrument } from './refusals.ts';
import { Ring } from './ring.ts';
import { Room } from './room.ts';
import { Seat } from './seat.ts';
import { type MoveReason, refuseMove } from './transitions.ts';

const NO_PREDICTIONS: PredictionStats = { made: 0, correct: 0, prewarmed: 0, coldStartsAvoided: 0 };
const WAIT: AcquireOptions = {};

/**
 * Keeps instruments warm (P1).
 *
 *   cold ──asked or foreseen──▶ warming ──▶ hot ──idle, memory wanted, drain──▶ cooling ──▶ cold
 *                                  └────────────┴──────── failed ◀──────────────────┘
 *                                                           └──after a while──▶ cold
 *
 * A hot one is given out at once. Another is warmed as soon as there is room: who asked first is
 * served first, and idle ones make room, the one longest unused first. Foreseen ones come after
 * everybody who asked.
 */
export class Pool<Handle> {
  readonly #options: PoolOptions;
  readonly #clock: Clock;
  readonly #seats = new Map<string, Seat<Handle>>();
  readonly #room: Room;
  readonly #idle: IdleLine<Handle>;
  readonly #lifecycle: Lifecycle<Handle>;
  readonly #foresight: Foresight | null;
  readonly #rounds: HealthRounds<Handle> | null;
  readonly #admission: Admission<Handle>;
  readonly #history: Ring<Moved>;
  #stopForesight: () => void = () => undefined;
  #notCold = 0;
  #hits = 0;
  #misses = 0;
  #drained: { readonly promise: Promise<void>; readonly resolve: () => void } | null = null;

  constructor(instruments: Iterable<Instrument<Handle>>, options: PoolOptions) {
    const { clock, chance, prewarm, health } = options;
    this.#options = options;
    this.#clock = clock;
    this.#room = new Room(options.maxMemoryMb);
    this.#history = new Ring(options.historyLimit ?? 256);
    for (const instrument of instruments) this.#seats.set(instrument.id, new Seat(instrument, clock.now()));
    this.#lifecycle = new Lifecycle({
      clock,
      chance,
      room: this.#room,
      backoff: options.backoff ?? { firstMs: 1_000, mostMs: 60_000 },
      tell: (event) => this.#tell(event),
      arrived: (seat, error) => this.#arrived(seat, error),
    });
    this.#foresight = prewarm ? new Foresight(prewarm) : null;
    this.#idle = new IdleLine(clock, options.idleMs ?? 600_000, {
      keepUntil: (seat) => this.#foresight?.predictions.until(seat.id, clock.now()) ?? null,
      expire: (seat) => this.#cool(seat, 'automatic-timeout'),
    });
    this.#admission = new Admission({
      clock,
      room: this.#room,
      idle: this.#idle,
      predictions: this.#foresight?.predictions ?? null,
      warm: (seat, reason) => void this.#lifecycle.warm(seat, reason),
      evict: (seat) => this.#cool(seat, 'resource-pressure'),
    });
    this.#rounds = health
      ? new HealthRounds(
          () => this.#seats.values(),
          clock,
          health,
          (seat, found) => this.#examined(seat, found),
        )
      : null;
    this.#rounds?.start();
    this.#stopForesight =
      this.#foresight?.everyPart(clock, () => this.#hope(this.#foresight?.upcoming(clock.now()) ?? [])) ??
      (() => undefined);
  }

  /**
   * A lease: at once when the instrument is hot, else when it is warm. Rejects with a `PortError`
   * when there is no such instrument, when it cannot be started, when there is no room and
   * `whenFull` is `refuse`, when `waitAtMostMs` is over, and when the pool drains. Who waits with
   * leases in hand may wait for himself: let him be refused, or wait for a time only.
   */
  acquire(id: string, options: AcquireOptions = WAIT): Lease<Handle> | Promise<Lease<Handle>> {
    const seat = this.#seats.get(id);
    const workflow = options.workflow ?? '';
    if (seat?.state === 'hot' && this.#drained === null) {
      this.#hits += 1;
      return this.#lend(seat, workflow);
    }
    if (seat === undefined) return this.#refuse(id, unknownInstrument(id));
    const refusal = this.#refusal(seat, options);
    if (refusal !== null) return this.#refuse(id, refusal);
    this.#misses += 1;
    return this.#await(seat, workflow, options.waitAtMostMs);
  }

  /** Cools one that nobody uses. Answers why not, or null. */
  cool(id: string): string | null {
    const seat = this.#seats.get(id);
    if (!seat) return `there is no instrument ${id}`;
    const refused = refuseMove({
      from: seat.state,
      to: 'cooling',
      reason: 'user-request',
      inUse: seat.inUse,
    });
    if (refused === null) this.#cool(seat, 'user-request');
    return refused;
  }

  /** Gives out nothing more. Resolves when nothing is in use and everything is cold. */
  drain(): Promise<void> {
    if (this.#drained) return this.#drained.promise;
    let resolve: () => void = () => undefined;
    const promise = new Promise<void>((done) => {
      resolve = done;
    });
    this.#drained = { promise, resolve };
    this.#stopForesight();
    this.#rounds?.stop();
    this.#idle.stop();
    this.#admission.forgetAll();
    for (const seat of this.#seats.values()) {
      this.#turnAway(seat, DRAINING);
      if (seat.state === 'hot' && seat.inUse === 0) this.#cool(seat, 'scheduled-cooldown');
      if (seat.state === 'failed') void this.#lifecycle.recover(seat);
    }
    this.#checkDrained();
    return promise;
  }

  view(id: string): InstrumentView | null {
    return this.#seats.get(id)?.view() ?? null;
  }

  views(): readonly InstrumentView[] {
    return Array.from(this.#seats.values(), (seat) => seat.view());
  }

  /** The last moves, oldest first. */
  history(): readonly Moved[] {
    return [...this.#history];
  }

  stats(): PoolStats {
    const hits = this.#hits;
    const misses = this.#misses;
    const predictions = this.#foresight?.predictions.stats(this.#clock.now()) ?? NO_PREDICTIONS;
    const hitRate = hits + misses === 0 ? 0 : hits / (hits + misses);
    return { hits, misses, hitRate, usedMb: this.#room.usedMb, predictions };
  }

  #refuse(id: string, failure: Failure): Promise<never> {
    this.#tell({ type: 'refused', id, at: this.#clock.now(), why: failure.message });
    return Promise.reject(new PortError(failure));
  }

  #refusal(seat: Seat<Handle>, { whenFull }: AcquireOptions): Failure | null {
    const { id, memoryMb, state } = seat;
    const { limitMb } = this.#room;
    if (this.#drained) return DRAINING;
    if (memoryMb > limitMb) return tooBig(id, memoryMb, limitMb);
    if (state === 'failed') return resting(id, seat.retryIn(this.#clock.now()));
    return whenFull === 'refuse' && !this.#admission.hasRoomFor(seat) ? noRoom(id, memoryMb, limitMb) : null;
  }

  #lend(seat: Seat<Handle>, workflow: string): Lease<Handle> {
    const { handle } = seat.held as { readonly handle: Handle }; // hot ones have it
    const now = this.#clock.now();
    if (seat.inUse++ === 0) this.#idle.remove(seat);
    seat.invocations += 1;
    seat.lastUsed = now;
    if (this.#foresight) {
      if (seat.prewarmed) {
        seat.prewarmed = false;
        this.#foresight.predictions.coldStartsAvoided += 1;
      }
      this.#hope(this.#foresight.used(seat.id, workflow, now));
    }
    let released = false;
    return {
      id: seat.id,
      handle,
      release: (outcome) => {
        if (released) return;
        released = true;
        this.#takeBack(seat, outcome);
      },
    };
  }

  #await(seat: Seat<Handle>, workflow: string, atMostMs: number | undefined): Promise<Lease<Handle>> {
    return new Promise((resolve, reject) => {
      const waiter = { workflow, resolve, reject, cancelTimeout: () => undefined as unknown };
      if (atMostMs !== undefined) {
        waiter.cancelTimeout = this.#clock.after(atMostMs, () => {
          seat.waiters.splice(seat.waiters.indexOf(waiter), 1);
          if (seat.waiters.length === 0) this.#admission.unwant(seat);
          reject(new PortError(tookTooLong(seat.id, atMostMs)));
        });
      }
      seat.waiters.push(waiter);
      this.#admission.want(seat);
    });
  }

  #takeBack(seat: Seat<Handle>, outcome: 'worked' | 'failed' | undefined): void {
    if (outcome !== undefined) seat.noteOutcome(outcome === 'failed');
    if (--seat.inUse > 0) return;
    if (seat.state === 'failed') {
      // Its time to recover may have passed while it was in use.
      if (this.#drained || seat.retryAt === null) void this.#lifecycle.recover(seat);
    } else if (this.#drained) this.#cool(seat, 'scheduled-cooldown');
    else {
      this.#idle.add(seat);
      this.#admission.serve();
    }
  }

  #hope(guesses: readonly Guess[]): void {
    if (guesses.length > 0) this.#admission.hope(guesses, (id) => this.#seats.get(id));
  }

  #cool(seat: Seat<Handle>, reason: MoveReason): void {
    this.#idle.remove(seat);
    void this.#lifecycle.cool(seat, reason);
  }

  #arrived(seat: Seat<Handle>, error: unknown): void {
    if (seat.state === 'hot') this.#becameHot(seat);
    else if (seat.state === 'failed') {
      this.#turnAway(seat, broken(seat.id, error, seat.retryIn(this.#clock.now())));
      if (this.#drained && seat.held === null) void this.#lifecycle.recover(seat);
    } else if (seat.waiters.length > 0) this.#admission.want(seat);
    this.#admission.serve();
    this.#checkDrained();
  }

  #becameHot(seat: Seat<Handle>): void {
    if (this.#drained) return this.#cool(seat, 'scheduled-cooldown');
    const waiters = seat.waiters.splice(0);
    if (waiters.length === 0) this.#idle.add(seat);
    else seat.prewarmed = false; // they waited all the same
    for (const { workflow, resolve, cancelTimeout } of waiters) {
      cancelTimeout();
      resolve(this.#lend(seat, workflow));
    }
  }

  #turnAway(seat: Seat<Handle>, failure: Failure): void {
    for (const { reject, cancelTimeout } of seat.waiters.splice(0)) {
      cancelTimeout();
      reject(new PortError(failure));
    }
  }

  #examined(seat: Seat<Handle>, health: Health): void {
    const { id } = seat;
    if (seat.health !== health) {
      seat.health = health;
      this.#tell({ type: 'health-changed', id, at: this.#clock.now(), health });
    }
    if (health !== 'unhealthy') return;
    this.#idle.remove(seat);
    this.#lifecycle.condemn(seat, `${id} is not well`);
  }

  #tell(event: PoolEvent): void {
    if (event.type === 'moved') {
      this.#history.push(event);
      if (event.from === 'cold') this.#notCold += 1;
      if (event.to === 'cold') this.#notCold -= 1;
    }
    this.#options.listener?.(event);
  }

  #checkDrained(): void {
    if (this.#notCold === 0) this.#drained?.resolve();
  }
}
