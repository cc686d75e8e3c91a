import type { Json, Tracker, TrackerFamily } from '@symphony/domain';

/**
 * What every tracker behind a network has in common: how its part of the configuration
 * (`tracker.provider`) is read, and what it can tell about itself besides being a Tracker.
 * An adapter exports `read<Kind>Provider(provider, env)` and `open<Kind>Tracker(options)`.
 */

/** `tracker.provider` with its `$VAR`s resolved. Unknown keys are kept and not looked at. */
export type ProviderMap = Readonly<Record<string, Json>>;

export interface ProviderProblem {
  /** Below `tracker.provider`. */
  readonly path: readonly (string | number)[];
  /** What is wrong with it, to be read behind the key's name; never repeats a secret. */
  readonly sentence: string;
  readonly family: TrackerFamily;
}

export type ProviderReading<Settings> =
  | { readonly ok: true; readonly settings: Settings }
  | { readonly ok: false; readonly problems: readonly ProviderProblem[] };

export interface TrackerOptions<Settings> {
  readonly settings: Settings;
  /** The states the conductor works with, as configured or by default. */
  readonly states: TrackerStates;
  readonly now?: () => number;
}

export interface TrackerStates {
  readonly active: readonly string[];
  readonly terminal: readonly string[];
}

/** A tracker that is reached over a network. */
export interface RemoteTracker extends Tracker {
  /** What a person should know about reach, scopes and the budget (`symphony doctor`). Never rejects. */
  check(): Promise<readonly TrackerFinding[]>;
  /** The hourly budget as the provider told it last; null before the first answer. */
  budget(): TrackerBudget | null;
  /** How long to wait before the next poll, so that the budget lasts. */
  nextPollMs(intervalMs: number): number;
}

export interface TrackerFinding {
  readonly level: 'ok' | 'warning' | 'problem';
  readonly message: string;
  readonly nextStep?: string;
}

export interface TrackerBudget {
  readonly limit: number;
  readonly used: number;
  readonly remaining: number;
  readonly resetAt: number;
  /** By this process since it was opened. */
  readonly spent: { readonly requests: number; readonly points: number };
}

export const problem = (path: ProviderProblem['path'], sentence: string): ProviderProblem => ({
  path,
  sentence,
  family: 'invalid_tracker_config',
});

export const secretProblem = (path: ProviderProblem['path'], sentence: string): ProviderProblem => ({
  path,
  sentence,
  family: 'missing_tracker_secret',
});

const at = (provider: ProviderMap, path: readonly string[]): Json | undefined => {
  let here: Json | undefined = provider;
  for (const key of path) here = isMap(here) ? here[key] : undefined;
  return here;
};

export const isMap = (value: unknown): value is Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A text that is not blank; numbers count, for ids are often written as such. */
export function readText(
  provider: ProviderMap,
  path: readonly string[],
  problems: ProviderProblem[],
): string | null {
  const value = at(provider, path);
  if (value === undefined || value === null) return null;
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string' && value.trim() !== '') return value.trim();
  problems.push(problem(path, 'must be a text that is not empty.'));
  return null;
}

export function readTexts(
  provider: ProviderMap,
  path: readonly string[],
  problems: ProviderProblem[],
): readonly string[] {
  const value = at(provider, path);
  if (value === undefined || value === null) return [];
  const given = typeof value === 'string' ? [value] : value;
  if (Array.isArray(given) && given.every((each) => typeof each === 'string' && each.trim() !== ''))
    return given.map((each) => String(each).trim());
  problems.push(problem(path, 'must be a list of texts that are not empty.'));
  return [];
}
