/**
 * The pool's memory. It counts whatever may still hold memory: warming, hot, cooling, and failed
 * until it is given back. Taking more than there is is a mistake of the pool and stops it.
 */
export class Room {
  readonly limitMb: number;
  #usedMb = 0;
  #coolingMb = 0;

  constructor(limitMb: number) {
    this.limitMb = limitMb;
  }

  get usedMb(): number {
    return this.#usedMb;
  }

  /** Free now. */
  get freeMb(): number {
    return this.limitMb - this.#usedMb;
  }

  /** Free once everything that is cooling is cold. */
  get freeSoonMb(): number {
    return this.freeMb + this.#coolingMb;
  }

  take(mb: number): void {
    if (this.#usedMb + mb > this.limitMb) throw new RangeError(`the pool has no room for ${mb} MB`);
    this.#usedMb += mb;
  }

  giveBack(mb: number): void {
    this.#usedMb -= mb;
  }

  countCooling(mb: number): void {
    this.#coolingMb += mb;
  }
}
