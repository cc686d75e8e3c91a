/** A few at a time: GitHub asks for few requests at once. */
export async function inTurn<T, R>(
  entries: readonly T[],
  atOnce: number,
  work: (entry: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < entries.length; at += atOnce)
    results.push(...(await Promise.all(entries.slice(at, at + atOnce).map(work))));
  return results;
}
