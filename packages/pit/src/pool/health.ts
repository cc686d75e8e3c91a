import type { Health } from './instrument.ts';

/** From where on a figure is worrying, and from where on it is not tolerable. */
export interface Limit {
  readonly degraded: number;
  readonly unhealthy: number;
}

export interface HealthLimits {
  readonly responseMs: Limit;
  /** In shares of the memory the instrument said it takes. */
  readonly memoryShare: Limit;
  readonly errorRate: Limit;
}

export const HEALTH_LIMITS: HealthLimits = {
  responseMs: { degraded: 100, unhealthy: 250 },
  memoryShare: { degraded: 1, unhealthy: 1.5 },
  errorRate: { degraded: 0.1, unhealthy: 0.5 },
};

export interface Examination {
  readonly memoryMb: number | undefined;
  readonly errorRate: number | undefined;
  /** Null when it was not asked. */
  readonly responseMs: number | null;
  /** What it said it takes. */
  readonly promisedMb: number;
}

/** The worst figure decides; without any figure nothing is known. */
export function judgeHealth(
  { responseMs, memoryMb, errorRate, promisedMb }: Examination,
  limits: HealthLimits,
): Health {
  const worst = Math.max(
    grade(responseMs, limits.responseMs),
    grade(memoryMb === undefined ? null : memoryMb / promisedMb, limits.memoryShare),
    grade(errorRate ?? null, limits.errorRate),
  );
  return BY_GRADE[worst] ?? 'unknown';
}

const BY_GRADE: readonly Health[] = ['unknown', 'healthy', 'degraded', 'unhealthy'];

/** At the limit is still within it. */
function grade(value: number | null, { degraded, unhealthy }: Limit): number {
  if (value === null) return 0;
  return value > unhealthy ? 3 : value > degraded ? 2 : 1;
}
