/** The known word most like the one given, for "did you mean". */
export function nearest(word: string, known: readonly string[]): string {
  let best = known[0] ?? '';
  for (const candidate of known) if (distance(word, candidate) < distance(word, best)) best = candidate;
  return best;
}

/** Levenshtein: how many letters must be put in, taken out or changed. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, change));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
