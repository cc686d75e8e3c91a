import {
  commandPassed,
  type Entry,
  type Evidence,
  type Instant,
  type LogEvent,
  type PhaseName,
} from '@symphony/domain';
import {
  type FailureAnalysis,
  forgetFailures,
  judgeFlakes,
  keepFailure,
  kindOfOutput,
  patternsOf,
} from './failures.ts';
import type { Told } from './gotcha-file.ts';
import { readOwnJson, writeWhole } from './whole-file.ts';

export const FAILURE_TYPES = [
  'conductor-started',
  'mission-stepped',
  'mission-ended',
  'deviation-decided',
  'gate-judged',
  'evidence-recorded',
  'handoff-returned',
  'player-rested',
  'item-moved',
] as const satisfies readonly LogEvent['type'][];

interface Written {
  readonly read_up_to: number;
  readonly analyses: readonly FailureAnalysis[];
}

/** FAILURE_ANALYSIS.json. It goes on from what is written: a flaw of the design outlives its mission's record. */
export class FailureBook {
  readonly #path: string;
  readonly #told: Told;
  /** Phases that are being played, to see them end. */
  readonly #phases = new Map<string, PhaseName | null>();
  #analyses: readonly FailureAnalysis[] = [];
  #seq = 0;
  #changed = false;

  constructor(path: string, told: Told) {
    this.#path = path;
    this.#told = told;
  }

  async open(): Promise<void> {
    const written = await readOwnJson<Written>(this.#path);
    if (!Array.isArray(written?.analyses) || typeof written.read_up_to !== 'number') return;
    this.#analyses = written.analyses;
    this.#seq = written.read_up_to;
  }

  take(entry: Entry): void {
    const { event, seq } = entry;
    const before = this.#analyses;
    // Phases are followed from the beginning, so that an end is seen for what it is.
    const ended = this.#phaseEnded(event);
    if (seq <= this.#seq) return;
    this.#seq = seq;
    if (ended) this.#analyses = forgetFailures(this.#analyses, { kind: 'phase-ended', ...ended });
    if (event.type === 'conductor-started')
      this.#analyses = forgetFailures(this.#analyses, { kind: 'session-ended' });
    if (
      event.type === 'item-moved' &&
      event.to === 'open' &&
      event.outcome !== null &&
      event.outcome !== 'none'
    )
      this.#analyses = forgetFailures(this.#analyses, { kind: 'item-over', item: event.item });
    if (event.type === 'evidence-recorded' && event.evidence.passed)
      this.#analyses = judgeFlakes(this.#analyses, event.evidence.tree);
    const found = this.#failureIn(entry);
    if (found) this.#analyses = keepFailure(this.#analyses, found);
    this.#changed ||= !areSame(before, this.#analyses);
  }

  async write(): Promise<void> {
    if (!this.#changed) return;
    const [analyses, seq] = [this.#analyses, this.#seq];
    const written = { read_up_to: seq, analyses, patterns: patternsOf(analyses) };
    await writeWhole(this.#path, `${JSON.stringify(written, null, 2)}\n`);
    if (this.#analyses === analyses) this.#changed = false;
  }

  #phaseEnded(event: LogEvent): { readonly mission: string; readonly phase: PhaseName } | null {
    if (event.type !== 'mission-stepped' && event.type !== 'mission-ended') return null;
    const now = event.type === 'mission-stepped' ? event.phase : null;
    const before = this.#phases.get(event.mission) ?? null;
    this.#phases.set(event.mission, now);
    return before !== null && before !== now ? { mission: event.mission, phase: before } : null;
  }

  #failureIn({ event, at, seq }: Entry): FailureAnalysis | null {
    switch (event.type) {
      case 'deviation-decided':
        return this.#flaw(event.mission, event.deviation, event.decision, at);
      case 'gate-judged':
        if (event.verdict !== 'back' && event.verdict !== 'refine') return null;
        return {
          ...blank(`${event.mission} gate ${event.phase} ${seq}`, at),
          mission: event.mission,
          phase: event.phase,
          failure_type: event.verdict === 'back' ? 'design_flaw' : 'implementation_bug',
          what_failed: `${event.phase} was sent back`,
          why_failed: event.reasons.join(' ') || 'no reason was told',
          avoid_next_time: event.reasons,
          architectural_issues: event.verdict === 'back' ? event.reasons : [],
        };
      case 'evidence-recorded':
        return event.evidence.passed ? null : this.#failedCheck(event.item, event.evidence, at);
      case 'handoff-returned':
        if (event.why === 'review' || event.why === 'pull-request') return null;
        return {
          ...this.#ofItem(event.item, `${event.item} ${event.why} ${event.head}`, at),
          failure_type: event.why === 'conflict' ? 'implementation_bug' : kindOfOutput(event.report),
          what_failed: event.why === 'conflict' ? 'the work did not merge' : 'the checks failed once merged',
          why_failed: firstLine(event.report),
        };
      case 'player-rested':
        return {
          ...blank(`${event.player} rested ${event.reason}`, at),
          failure_type: 'environment',
          what_failed: `${event.player} could not go on`,
          why_failed: firstLine(event.reason),
        };
      default:
        return null;
    }
  }

  /** Something the plan rested on did not hold: fundamental ones always, major ones when they were rejected. */
  #flaw(
    mission: string,
    id: string,
    decision: { readonly verdict: string; readonly instruction: string; readonly rationale: string },
    at: Instant,
  ): FailureAnalysis | null {
    const found = this.#told
      .state()
      .missions.get(mission)
      ?.deviations.find((each) => each.id === id);
    if (!found || found.severity === 'minor') return null;
    if (found.severity === 'major' && decision.verdict === 'adopt') return null;
    const rejected = decision.verdict === 'reject';
    return {
      ...blank(`${mission} ${id}`, at),
      mission,
      phase: found.phase,
      item: found.item,
      failure_type: 'design_flaw',
      what_failed: found.expected,
      why_failed: `${found.discovered}. ${found.reasoning}`.trim(),
      avoid_next_time: [rejected ? found.action : found.expected],
      keep_if_reworking: [decision.instruction, rejected ? found.expected : found.discovered].filter(
        (each) => each.trim() !== '',
      ),
      architectural_issues: [found.impact],
    };
  }

  #failedCheck(item: string, evidence: Evidence, at: Instant): FailureAnalysis | null {
    const failed = evidence.results.find((result) => !commandPassed(result));
    if (!failed) return null;
    return {
      ...this.#ofItem(item, `${item} ${evidence.tree}`, at),
      failure_type: failed.timedOut ? 'environment' : kindOfOutput(failed.outputTail),
      what_failed: `\`${failed.command}\` ${failed.timedOut ? 'timed out' : `exited with ${failed.exitCode}`}`,
      why_failed: telling(failed.outputTail),
      tree: evidence.tree,
    };
  }

  #ofItem(item: string, key: string, at: Instant): FailureAnalysis {
    const place = this.#told.placeOf(item);
    return { ...blank(key, at), item, mission: place?.mission ?? null, phase: place?.part.phase ?? null };
  }
}

const blank = (key: string, at: Instant): FailureAnalysis => ({
  key,
  timestamp: new Date(at).toISOString(),
  mission: null,
  phase: null,
  item: null,
  failure_type: 'implementation_bug',
  what_failed: '',
  why_failed: '',
  avoid_next_time: [],
  keep_if_reworking: [],
  architectural_issues: [],
  tree: null,
});

const areSame = (a: readonly FailureAnalysis[], b: readonly FailureAnalysis[]): boolean =>
  a.length === b.length && a.every((each, at) => each === b[at]);

const LONGEST = 300;

const firstLine = (text: string): string => text.trim().split('\n')[0]?.slice(0, LONGEST) ?? '';

/** The line of an output that names what is wrong; else its last one. */
function telling(output: string): string {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const named = lines.find((line) => /\b\w*(error|fail(ed|ure)?|expected|assert)\b/i.test(line));
  return (named ?? lines.at(-1) ?? 'it said nothing').slice(0, LONGEST);
}
