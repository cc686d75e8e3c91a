import { seeded } from './random.ts';
import { type Estimate, estimate, medianOf, pairedDifference, rate } from './statistics.ts';

/** What came of one request in one configuration. */
export interface TrialResult {
  readonly trial: string;
  readonly arm: 'a' | 'b';
  readonly round: number;
  /** It ended well, and its check held. */
  readonly completed: boolean;
  readonly tokens: number;
  /** Null: a price is not known. */
  readonly usd: number | null;
  readonly latencyMs: number;
  readonly answer: string;
  readonly error: string | null;
}

export interface ArmReport {
  readonly name: string;
  readonly completion: Estimate | null;
  readonly tokens: Estimate | null;
  /** Null when a price is not known. */
  readonly usd: Estimate | null;
  readonly latencyMs: Estimate | null;
  readonly medianLatencyMs: number | null;
}

export interface LabReport {
  readonly seed: number;
  readonly rounds: number;
  readonly requests: number;
  readonly a: ArmReport;
  readonly b: ArmReport;
  /** b − a, request by request. */
  readonly difference: {
    readonly completion: Estimate | null;
    readonly tokens: Estimate | null;
    readonly usd: Estimate | null;
    readonly latencyMs: Estimate | null;
  };
  readonly results: readonly TrialResult[];
}

export interface LabNames {
  readonly a: string;
  readonly b: string;
  readonly seed: number;
  readonly rounds: number;
}

/** The same results and the same seed give the same report. */
export function reportOf(results: readonly TrialResult[], { a, b, seed, rounds }: LabNames): LabReport {
  const chance = seeded(seed ^ 0x5f37_59df);
  const of = (arm: 'a' | 'b') => results.filter((each) => each.arm === arm);
  const armReport = (name: string, its: readonly TrialResult[]): ArmReport => ({
    name,
    completion: rate(its.filter(({ completed }) => completed).length, its.length),
    tokens: estimate(
      its.map(({ tokens }) => tokens),
      chance,
    ),
    usd: its.some(({ usd }) => usd === null)
      ? null
      : estimate(
          its.map(({ usd }) => usd ?? 0),
          chance,
        ),
    latencyMs: estimate(
      its.map(({ latencyMs }) => latencyMs),
      chance,
    ),
    medianLatencyMs: medianOf(its.map(({ latencyMs }) => latencyMs)),
  });
  const pairs = pairsOf(of('a'), of('b'));
  const between = (read: (result: TrialResult) => number): Estimate | null =>
    pairedDifference(
      pairs.map((pair) => ({ a: read(pair.a), b: read(pair.b) })),
      chance,
    );
  const unpriced = results.some(({ usd }) => usd === null);
  return {
    seed,
    rounds,
    requests: new Set(results.map(({ trial }) => trial)).size,
    a: armReport(a, of('a')),
    b: armReport(b, of('b')),
    difference: {
      completion: between(({ completed }) => (completed ? 1 : 0)),
      tokens: between(({ tokens }) => tokens),
      usd: unpriced ? null : between(({ usd }) => usd ?? 0),
      latencyMs: between(({ latencyMs }) => latencyMs),
    },
    results,
  };
}

function pairsOf(a: readonly TrialResult[], b: readonly TrialResult[]) {
  const keyOf = ({ trial, round }: TrialResult): string => JSON.stringify([trial, round]);
  const others = new Map(b.map((each) => [keyOf(each), each]));
  return a.flatMap((each) => {
    const other = others.get(keyOf(each));
    return other ? [{ a: each, b: other }] : [];
  });
}
