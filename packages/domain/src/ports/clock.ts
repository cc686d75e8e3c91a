/** Time, chance and names come in from outside, so that every decision can be replayed. */
export interface Clock {
  now(): number;
  /** Calls back as soon as waiting input and output have had their turn. */
  soon(call: () => void): void;
  /** Calls back once after `ms`; returns how to call it off. */
  after(ms: number, call: () => void): () => void;
}

/** A seeded source of chance in [0, 1). */
export type Chance = () => number;

/** Fresh identifiers, unique for ever. */
export type Names = (prefix: string) => string;
