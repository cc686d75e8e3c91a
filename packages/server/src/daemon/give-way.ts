import { getPriority, setPriority } from 'node:os';

/** Enough that a page or an editor comes first where the cores do not suffice; no loss where they do. */
const BEHIND = 5;

/**
 * Lets what a person works with go first: this process and whatever it starts, agents and checks, take the processor
 * after it. Nothing is taken back where somebody already put it further behind.
 */
export function giveWay(): void {
  try {
    if (getPriority() < BEHIND) setPriority(BEHIND);
  } catch {
    // Some systems do not allow it. Then it runs as everything else does.
  }
}
