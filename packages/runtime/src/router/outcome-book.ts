import type { Cabinet, Instant, Json, RouteDecision } from '@symphony/domain';
import { calibrate, type JudgedDecision, type Thresholds } from './thresholds.ts';

const DRAWER = 'router.outcomes';
/** Older outcomes fade as new ones come: about this many count. */
const REMEMBERED = 500;
const BINS = 100;
const NONE: readonly JudgedDecision[] = [];

type Source = Extract<RouteDecision['by'], 'classifier' | 'model'>;
type Bins = readonly (readonly [right: number, wrong: number])[];

/**
 * How sure decisions were and how they turned out, kept across restarts. The classifier and models are booked
 * apart: each is sure in its own way.
 */
export class OutcomeBook {
  readonly #cabinet: Cabinet;
  readonly #bins = new Map<Source, Bins>();
  /** Thresholds as they follow from what is booked, and what they were reckoned from. */
  readonly #drawn = new Map<
    Source,
    { readonly from: readonly JudgedDecision[]; readonly thresholds: Thresholds }
  >();

  constructor(cabinet: Cabinet) {
    this.#cabinet = cabinet;
  }

  note(by: Source, confidence: number, right: boolean, now: Instant): void {
    const at = Math.min(BINS - 1, Math.floor(confidence * BINS));
    const left = 1 - 1 / REMEMBERED;
    const bins = this.#of(by, now).map(([good, bad], bin): readonly [number, number] => [
      good * left + (bin === at && right ? 1 : 0),
      bad * left + (bin === at && !right ? 1 : 0),
    ]);
    this.#bins.set(by, bins);
    this.#drawn.delete(by);
    this.#cabinet.put([{ drawer: DRAWER, key: by, value: bins as unknown as Json, at: now }]);
  }

  /**
   * `tried`: how the classifier did before it was ever asked. It counts for as much as `REMEMBERED` outcomes at
   * most, so that what really happened has its say.
   */
  thresholds(
    by: Source,
    targetError: number,
    now: Instant,
    tried: readonly JudgedDecision[] = NONE,
  ): Thresholds {
    const drawn = this.#drawn.get(by);
    if (drawn?.from === tried) return drawn.thresholds;
    const total = tried.reduce((sum, { weight = 1 }) => sum + weight, 0);
    const lived = this.#of(by, now).flatMap(([right, wrong], bin): JudgedDecision[] => [
      ...(right > 0 ? [{ confidence: bin / BINS, right: true, weight: right }] : []),
      ...(wrong > 0 ? [{ confidence: bin / BINS, right: false, weight: wrong }] : []),
    ]);
    const scale = Math.min(1, REMEMBERED / Math.max(1, total));
    const thresholds = calibrate(
      [
        ...lived,
        ...tried
          .map((each) => ({ ...each, weight: (each.weight ?? 1) * scale }))
          .filter(({ weight }) => weight > 0),
      ],
      targetError,
    );
    this.#drawn.set(by, { from: tried, thresholds });
    return thresholds;
  }

  #of(by: Source, now: Instant): Bins {
    const kept = this.#bins.get(by) ?? read(this.#cabinet.get(DRAWER, by, now));
    this.#bins.set(by, kept);
    return kept;
  }
}

/** What cannot be read is as good as nothing: thresholds begin anew. */
function read(value: Json): Bins {
  const none: Bins = Array.from({ length: BINS }, () => [0, 0] as const);
  if (!Array.isArray(value) || value.length !== BINS) return none;
  const sound = value.every(
    (bin: Json) => Array.isArray(bin) && bin.length === 2 && bin.every((each: Json) => Number(each) >= 0),
  );
  return sound ? (value as unknown as Bins) : none;
}
