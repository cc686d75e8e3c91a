/** One prompt: which model was right, and how much the router would give for the strong one. */
export interface RoutedAnswer {
  readonly weak: boolean;
  readonly strong: boolean;
  readonly gain: number;
}

export interface CostCurve {
  readonly weakQuality: number;
  readonly strongQuality: number;
  /** Mean share of the gap between the models that is closed, over all shares of strong calls. At random: 0.5. */
  readonly closed: number;
  /** The least share of strong calls that closes this much of the gap (RouteLLM's CPT); 1 is the strong model's quality. */
  shareFor(part: number): number;
}

/** Quality over the share of strong calls, the most gainful first. */
export function costCurve(answers: readonly RoutedAnswer[]): CostCurve {
  const count = (of: (answer: RoutedAnswer) => boolean): number => answers.filter(of).length / answers.length;
  const weakQuality = count(({ weak }) => weak);
  const strongQuality = count(({ strong }) => strong);
  const sorted = [...answers].sort((a, b) => b.gain - a.gain);
  const closed = [0];
  let right = weakQuality * answers.length;
  for (const { weak, strong } of sorted) {
    right += Number(strong) - Number(weak);
    closed.push((right / answers.length - weakQuality) / (strongQuality - weakQuality));
  }
  return {
    weakQuality,
    strongQuality,
    closed: closed.reduce((sum, part) => sum + part, 0) / closed.length,
    shareFor: (part) => {
      const at = closed.findIndex((each) => each >= part - 1e-9);
      return at < 0 ? 1 : at / answers.length;
    },
  };
}

/** Which of `parts` a thing belongs to, by its name alone: the same on every machine and in every order. */
export function partOf(name: string, parts: number): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
  return ((hash ^ (hash >>> 13)) >>> 0) % parts;
}
