/**
 * The longest time this process was not let run while it did nothing but look at the clock, in ms: what the machine
 * adds to any measurement by itself. On a machine of one's own it is a few milliseconds.
 */
export function longestStandstill(forMs: number): number {
  let longest = 0;
  let last = performance.now();
  for (const end = last + forMs; last < end; ) {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }
  return longest;
}
