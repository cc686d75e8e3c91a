/**
 * Whether some path matches two globs. Exact for segments of plain characters, `*` (any run of
 * characters within a segment), `?` (one character) and `**` as a whole segment (any number of
 * segments, none too). Of anything else a glob can say (classes, braces, groups, negation, escapes)
 * only this is kept: from that segment on, everything may match. So an overlap is never missed.
 */
export function globsOverlap(a: string, b: string): boolean {
  return a === b || segmentsOverlap(segmentsOf(a), segmentsOf(b));
}

/** Whether the glob matches this very path, whatever characters the path has. Errs towards yes, as above. */
export const globMatches = (glob: string, path: string): boolean =>
  meet<Segment>(
    segmentsOf(glob).map((pattern) => ({ pattern })),
    path.split('/').map((name) => ({ name })),
    ({ pattern }) => pattern === '**',
    (a, b) => nameFits(a.pattern ?? b.pattern ?? '', a.name ?? b.name ?? ''),
  );

interface Segment {
  readonly pattern?: string;
  readonly name?: string;
}

const nameFits = (pattern: string, name: string): boolean =>
  meet(
    [...pattern].map((sign) => ({ sign, plain: false })),
    [...name].map((sign) => ({ sign, plain: true })),
    ({ sign, plain }) => !plain && sign === '*',
    (a, b) => a.sign === b.sign || (!a.plain && a.sign === '?') || (!b.plain && b.sign === '?'),
  );

const BEYOND_US = /[[\]{}()!\\]/;

/** The segments as they are compared: no empty ones, no leading `./`, a folder stands for all below it. */
export function segmentsOf(glob: string): readonly string[] {
  const segments: string[] = [];
  for (const segment of (glob.endsWith('/') ? `${glob}**` : glob).split('/')) {
    if (segment === '' || segment === '.') continue;
    if (BEYOND_US.test(segment)) {
      segments.push('**');
      break;
    }
    segments.push(segment);
  }
  return segments;
}

export function segmentsOverlap(a: readonly string[], b: readonly string[]): boolean {
  return meet(a, b, (segment) => segment === '**', segmentPatternsOverlap);
}

function segmentPatternsOverlap(a: string, b: string): boolean {
  if (a === b) return true;
  if (!hasWildcard(a) && !hasWildcard(b)) return false;
  return meet(
    [...a],
    [...b],
    (sign) => sign === '*',
    (x, y) => x === y || x === '?' || y === '?',
  );
}

const hasWildcard = (segment: string): boolean => segment.includes('*') || segment.includes('?');

/**
 * Whether two patterns share a word: `isRun` signs stand for any number of letters, the others for
 * one, and `fits` says whether two of those can be the same letter. A run that has to stand for a
 * letter can always be the one the other side needs. Walks the pairs of places that can be reached,
 * each once.
 */
function meet<Sign>(
  a: readonly Sign[],
  b: readonly Sign[],
  isRun: (sign: Sign) => boolean,
  fits: (x: Sign, y: Sign) => boolean,
): boolean {
  const width = b.length + 1;
  const seen = new Set<number>();
  const open = [0];
  const reach = (i: number, j: number): void => {
    const place = i * width + j;
    if (!seen.has(place)) {
      seen.add(place);
      open.push(place);
    }
  };
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const i = Math.floor(place / width);
    const j = place % width;
    if (i === a.length && j === b.length) return true;
    const x = a[i];
    const y = b[j];
    const runX = x !== undefined && isRun(x);
    const runY = y !== undefined && isRun(y);
    if (runX) reach(i + 1, j);
    if (runY) reach(i, j + 1);
    if (x === undefined || y === undefined) continue;
    if (runX && !runY) reach(i, j + 1);
    if (runY && !runX) reach(i + 1, j);
    if (!runX && !runY && fits(x, y)) reach(i + 1, j + 1);
  }
  return false;
}
