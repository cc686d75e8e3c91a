import type { Chance, Settings } from '@symphony/domain';
import { keepsLetter } from './conformance.ts';

const FIRST_WAIT_MS = 10_000;

/**
 * The wait before the n-th retry (n ≥ 1): doubling from ten seconds, capped, ±10 % by `chance` (C13).
 * By the letter of the service specification it is exact (svc-R3).
 */
export function backoff(n: number, settings: Settings, chance: Chance): number {
  const wait = Math.min(FIRST_WAIT_MS * 2 ** Math.min(n - 1, 30), settings.maxRetryBackoffMs);
  return keepsLetter(settings) ? wait : Math.round(wait * (0.9 + 0.2 * chance()));
}

/** Retries count failures only, for ever, restarts included (C4). The letter knows no end of them (svc-R3). */
export const retriesLeft = (retries: number, settings: Settings): boolean =>
  keepsLetter(settings) || retries < settings.maxRetries;
