import type { Chance } from '@symphony/domain';

/** The same seed gives the same numbers on every machine (mulberry32). */
export function seeded(seed: number): Chance {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** In an order of chance (Fisher–Yates). */
export function shuffled<T>(values: readonly T[], chance: Chance): T[] {
  const mixed = [...values];
  for (let at = mixed.length - 1; at > 0; at -= 1) {
    const other = Math.floor(chance() * (at + 1));
    [mixed[at], mixed[other]] = [mixed[other] as T, mixed[at] as T];
  }
  return mixed;
}
