/** What the scores of a text say about how sure its best label is. */
export interface Evidence {
  readonly best: number;
  readonly second: number;
  readonly values: readonly number[];
}

/**
 * The best score alone tells a text of no label from a text of some label better than its share among all scores
 * does: shares always add up to one, whatever is asked. The lead over the second tells two near labels apart.
 */
export function evidenceOf(scores: Float32Array, strange: number): Evidence {
  let best = 0;
  for (let label = 1; label < scores.length; label += 1) if (scores[label]! > scores[best]!) best = label;
  let second = -1;
  for (let label = 0; label < scores.length; label += 1)
    if (label !== best && (second < 0 || scores[label]! > scores[second]!)) second = label;
  const top = scores[best] ?? 0;
  let others = 0;
  for (let label = 0; label < scores.length; label += 1)
    if (label !== best) others += Math.exp(scores[label]! - top);
  const lead = second < 0 ? 0 : top - scores[second]!;
  return { best, second, values: [top, Math.min(lead, 12), Math.min(-Math.log(others + 1e-6), 12), strange] };
}
