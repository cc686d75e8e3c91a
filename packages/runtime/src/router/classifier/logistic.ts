/** A probability from a few numbers, learned from outcomes; JSON as it stands. */
export interface Logistic {
  readonly mean: readonly number[];
  readonly deviation: readonly number[];
  readonly factors: readonly number[];
  readonly base: number;
}

export interface Outcome {
  readonly evidence: readonly number[];
  readonly right: boolean;
  /** How often it counts. */
  readonly weight: number;
}

const ROUNDS = 25;

/**
 * Logistic regression by Newton's method. `ridge` pulls the factors towards nothing: with few outcomes the answer
 * stays near their mean instead of being sure of itself.
 */
export function learnLogistic(outcomes: readonly Outcome[], ridge: number): Logistic {
  const width = outcomes[0]?.evidence.length ?? 0;
  const total = outcomes.reduce((sum, { weight }) => sum + weight, 0);
  const places = Array.from({ length: width }, (_, at) => at);
  const mean = places.map(
    (at) => outcomes.reduce((s, o) => s + o.weight * o.evidence[at]!, 0) / (total || 1),
  );
  const deviation = places.map((at) => {
    const spread = outcomes.reduce((s, o) => s + o.weight * (o.evidence[at]! - mean[at]!) ** 2, 0);
    return Math.sqrt(spread / (total || 1)) || 1;
  });
  const rows = outcomes.map(({ evidence }) => [
    1,
    ...places.map((at) => (evidence[at]! - mean[at]!) / deviation[at]!),
  ]);
  const factors = new Array<number>(width + 1).fill(0);
  for (let round = 0; round < ROUNDS; round += 1) {
    const gradient = factors.map((factor, at) => (at === 0 ? 0 : ridge * factor));
    const curve = factors.map((_, at) =>
      factors.map((__, other) => (at === other ? (at === 0 ? 1e-6 : ridge) : 0)),
    );
    rows.forEach((row, index) => {
      const { right, weight } = outcomes[index]!;
      const share = sigmoid(row.reduce((sum, value, at) => sum + value * factors[at]!, 0));
      const bend = Math.max(share * (1 - share), 1e-6) * weight;
      for (let at = 0; at <= width; at += 1) {
        gradient[at]! += weight * (share - (right ? 1 : 0)) * row[at]!;
        for (let other = 0; other <= width; other += 1) curve[at]![other]! += bend * row[at]! * row[other]!;
      }
    });
    const step = solve(curve, gradient);
    for (let at = 0; at <= width; at += 1) factors[at]! -= Math.max(-2, Math.min(2, step[at]!));
    if (step.every((each) => Math.abs(each) < 1e-6)) break;
  }
  return { mean, deviation, factors: factors.slice(1), base: factors[0] ?? 0 };
}

export function probability(
  { mean, deviation, factors, base }: Logistic,
  evidence: readonly number[],
): number {
  let sum = base;
  for (let at = 0; at < factors.length; at += 1)
    sum += (factors[at]! * (evidence[at]! - mean[at]!)) / deviation[at]!;
  return sigmoid(sum);
}

export const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value));

/** Solves a small system of equations by elimination with pivots. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const size = right.length;
  const rows = matrix.map((row, at) => [...row, right[at]!]);
  for (let at = 0; at < size; at += 1) {
    let pivot = at;
    for (let row = at + 1; row < size; row += 1)
      if (Math.abs(rows[row]![at]!) > Math.abs(rows[pivot]![at]!)) pivot = row;
    [rows[at], rows[pivot]] = [rows[pivot]!, rows[at]!];
    const head = rows[at]![at]! || 1e-12;
    for (let row = 0; row < size; row += 1) {
      if (row === at) continue;
      const factor = rows[row]![at]! / head;
      for (let column = at; column <= size; column += 1) rows[row]![column]! -= factor * rows[at]![column]!;
    }
  }
  return rows.map((row, at) => row[size]! / (row[at]! || 1e-12));
}
