/** Every path of up to four segments of up to two letters `a` and `b`: enough for two short globs to meet in. */
const SEGMENTS = ['a', 'b', 'aa', 'ab', 'ba', 'bb'];

export const PATHS: readonly (readonly string[])[] = (() => {
  const paths: string[][] = [[]];
  let longest: string[][] = [[]];
  for (let length = 1; length <= 4; length++) {
    longest = longest.flatMap((path) => SEGMENTS.map((segment) => [...path, segment]));
    paths.push(...longest);
  }
  return paths;
})();

/** Matches by trying everything, segment by segment. */
export function matches(glob: readonly string[], path: readonly string[]): boolean {
  const [first, ...rest] = glob;
  if (first === undefined) return path.length === 0;
  if (first === '**') return path.some((_, taken) => matches(rest, path.slice(taken))) || matches(rest, []);
  const [segment, ...deeper] = path;
  return segment !== undefined && matchesSegment(first, segment) && matches(rest, deeper);
}

const patterns = new Map<string, RegExp>();

export function matchesSegment(pattern: string, segment: string): boolean {
  const known = patterns.get(pattern);
  const regex = known ?? new RegExp(`^${pattern.replaceAll('*', '[ab]*').replaceAll('?', '[ab]')}$`);
  if (!known) patterns.set(pattern, regex);
  return regex.test(segment);
}

const matched = new Map<string, ReadonlySet<number>>();

/** The numbers of the paths a glob matches. */
function pathsOf(glob: string): ReadonlySet<number> {
  const known = matched.get(glob);
  if (known) return known;
  const found = new Set<number>();
  for (const [number, path] of PATHS.entries()) if (matches(glob.split('/'), path)) found.add(number);
  matched.set(glob, found);
  return found;
}

/** Whether some path matches both: the oracle. */
export function sharePath(a: string, b: string): boolean {
  const inB = pathsOf(b);
  for (const path of pathsOf(a)) if (inB.has(path)) return true;
  return false;
}
