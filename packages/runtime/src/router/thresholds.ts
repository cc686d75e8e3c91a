/** A decision of the fast path and how it turned out. */
export interface JudgedDecision {
  readonly confidence: number;
  readonly right: boolean;
  /** How often it counts; 1 when absent. */
  readonly weight?: number;
}

/** From `fast` on one role replies; below `planning` it is planned; between, features lean one way (R7). */
export interface Thresholds {
  readonly fast: number;
  readonly planning: number;
}

/** Where nothing is known yet. */
export const USUAL_THRESHOLDS: Thresholds = { fast: 0.95, planning: 0.7 };
/** What the usual thresholds promise: of what is answered fast, one in twenty is wrong at most. */
export const TARGET_ERROR = 0.05;

/** Fewer outcomes move nothing. */
const ENOUGH = 20;
/** A doubtful request may be wrong this many times as often as a fast one: 0.30 beside 0.05. */
const DOUBTFUL = 6;
const LOWEST_PLANNING = 0.5;

/**
 * The lowest thresholds that keep what they promise on these outcomes. `fast`: all decisions from there on are
 * together wrong at most `targetError` of the time, as far as so many outcomes can tell. `planning`:
 * decisions near it are right often enough to be worth a try. A smaller target never lowers a threshold.
 */
export function calibrate(outcomes: readonly JudgedDecision[], targetError: number): Thresholds {
  const groups = byConfidence(outcomes);
  const seen = groups.reduce((sum, { right, wrong }) => sum + right + wrong, 0);
  if (seen < ENOUGH) return USUAL_THRESHOLDS;
  const planning = lowestWorthTrying(groups, 1 - DOUBTFUL * targetError);
  const tried = groups.filter(({ confidence }) => confidence >= planning);
  return { planning, fast: lowestSafe(tried, targetError) };
}

interface Group {
  readonly confidence: number;
  readonly right: number;
  readonly wrong: number;
}

/** Equal confidences together, ascending. */
function byConfidence(outcomes: readonly JudgedDecision[]): Group[] {
  const groups = new Map<number, { confidence: number; right: number; wrong: number }>();
  for (const { confidence, right, weight = 1 } of outcomes) {
    const group = groups.get(confidence) ?? { confidence, right: 0, wrong: 0 };
    group[right ? 'right' : 'wrong'] += weight;
    groups.set(confidence, group);
  }
  return [...groups.values()].sort((a, b) => a.confidence - b.confidence);
}

/** 1 where nothing is proven: then nothing is fast. */
function lowestSafe(groups: readonly Group[], targetError: number): number {
  let safe = 1;
  let seen = 0;
  let wrong = 0;
  for (const group of [...groups].reverse()) {
    seen += group.right + group.wrong;
    wrong += group.wrong;
    if (atWorst(wrong, seen) <= targetError) safe = group.confidence;
  }
  return safe;
}

/** The share of wrong ones there may be where this many were seen: nine times in ten it is not more (Wilson). */
function atWorst(wrong: number, seen: number): number {
  const z = 1.28;
  const spread = Math.sqrt((wrong * (seen - wrong)) / seen + z ** 2 / 4);
  return (wrong + z ** 2 / 2 + z * spread) / (seen + z ** 2);
}

/** Neighbours are taken together until their shares of right ones rise with confidence (isotonic regression). */
function lowestWorthTrying(groups: readonly Group[], share: number): number {
  const blocks: { lowest: number; right: number; all: number }[] = [];
  for (const { confidence, right, wrong } of groups) {
    blocks.push({ lowest: confidence, right, all: right + wrong });
    while (blocks.length > 1) {
      const last = blocks[blocks.length - 1]!;
      const before = blocks[blocks.length - 2]!;
      if (before.right / before.all < last.right / last.all) break;
      blocks.splice(-2, 2, {
        lowest: before.lowest,
        right: before.right + last.right,
        all: before.all + last.all,
      });
    }
  }
  const worth = blocks.find(({ right, all }) => right / all >= share);
  return Math.min(1, Math.max(LOWEST_PLANNING, worth?.lowest ?? 1));
}
