/** How well players play (M11): pure numbers from their last runs. */

export type Complexity = 'simple' | 'medium' | 'complex';

/** One run of a player. */
export interface PlayedRun {
  readonly run: string;
  readonly endedAt: string;
  /** How many files it changed; null when that cannot be told any more. */
  readonly files: number | null;
  readonly durationMs: number;
  readonly failed: boolean;
  /** It was another try at work that had failed. */
  readonly retry: boolean;
  readonly timedOut: boolean;
}

export const RUNS_KEPT = 20;
/** Fewer runs of one complexity say nothing about how long they take. */
const CALIBRATED_FROM = 5;

export const complexityOf = (files: number): Complexity =>
  files <= 5 ? 'simple' : files <= 20 ? 'medium' : 'complex';

export type Medians = Readonly<Record<Complexity, number | null>>;

/** How long runs of each complexity usually take; null until there are enough of them. Failed ones do not count. */
export function calibrate(runs: readonly PlayedRun[]): Medians {
  const of = (complexity: Complexity): number | null => {
    const durations = runs.flatMap(({ files, durationMs, failed }) =>
      files !== null && !failed && complexityOf(files) === complexity ? [durationMs] : [],
    );
    return durations.length < CALIBRATED_FROM ? null : median(durations);
  };
  return { simple: of('simple'), medium: of('medium'), complex: of('complex') };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

/** 1: as long as usual. Null where nobody knows what is usual. */
export function normalised({ files, durationMs }: PlayedRun, medians: Medians): number | null {
  const usual = files === null ? null : medians[complexityOf(files)];
  return usual === null || usual === 0 ? null : durationMs / usual;
}

export type Pace = 'great' | 'usual' | 'slow' | 'bad';

export function paceOf(share: number): Pace {
  if (share < 0.8) return 'great';
  if (share > 1.5) return 'bad';
  return share >= 1.2 ? 'slow' : 'usual';
}

export interface Degradation {
  readonly score: number;
  readonly level: 'steady' | 'degrading' | 'critical';
  readonly because: readonly string[];
}

/** `runs` are the player's, oldest first. Reckoned in tenths: sums of fractions would pass a threshold by a hair. */
export function degradationOf(runs: readonly PlayedRun[], medians: Medians): Degradation {
  const last = runs.slice(-3);
  const share = (is: (run: PlayedRun) => boolean) =>
    runs.length === 0 ? 0 : runs.filter(is).length / runs.length;
  const signs: readonly (readonly [number, boolean, string])[] = [
    [
      3,
      last.length === 3 && last.every((run) => (normalised(run, medians) ?? 0) > 1.5),
      'the last three took long',
    ],
    [4, last.length === 3 && last.every(({ failed }) => failed), 'the last three failed'],
    [2, share(({ retry }) => retry) > 0.3, 'many were tried again'],
    [1, share(({ timedOut }) => timedOut) > 0.1, 'some timed out'],
  ];
  const seen = signs.filter(([, is]) => is);
  const tenths = seen.reduce((sum, [weight]) => sum + weight, 0);
  return {
    score: tenths / 10,
    level: tenths > 7 ? 'critical' : tenths > 3 ? 'degrading' : 'steady',
    because: seen.map(([, , words]) => words),
  };
}
