import type { ConductorState } from '@symphony/conductor';
import type { Entry, Instant, LogEvent, RecordedDeviation } from '@symphony/domain';
import { addGotchas, formatGotchas, type Gotcha, lessonsIn, readGotchas } from './gotchas.ts';
import type { Place } from './mission-notes.ts';
import { readIfThere, writeWhole } from './whole-file.ts';

export const GOTCHA_TYPES = [
  'deviation-decided',
  'tool-reported',
] as const satisfies readonly LogEvent['type'][];

export interface Told {
  state(): ConductorState;
  placeOf(item: string): Place | null;
}

/** Rules from decided deviations that mattered and from critical discoveries, in a file people may edit. */
export class GotchaFile {
  readonly #path: string;
  readonly #told: Told;
  #position = 0;
  #seen = 0;
  #found: Gotcha[] = [];

  constructor(path: string, told: Told) {
    this.#path = path;
    this.#told = told;
  }

  async open(): Promise<void> {
    this.#position = readGotchas(await readIfThere(this.#path)).position;
  }

  take({ seq, at, event }: Entry): void {
    if (seq <= this.#position) return;
    const found = gotchaIn(event, at, this.#told);
    if (!found) return;
    this.#seen = seq;
    this.#found.push(found);
  }

  /** Read anew each time, because a person may have written into it since. */
  async write(): Promise<void> {
    if (this.#found.length === 0) return;
    const [found, seen] = [[...this.#found], this.#seen];
    const text = readGotchas(await readIfThere(this.#path));
    await writeWhole(this.#path, formatGotchas(addGotchas(text, found, seen)));
    this.#found = this.#found.slice(found.length);
    this.#position = seen;
  }

  async lessons(): Promise<readonly string[]> {
    return lessonsIn(readGotchas(await readIfThere(this.#path)));
  }
}

function gotchaIn(event: LogEvent, at: Instant, { state, placeOf }: Told): Gotcha | null {
  const date = new Date(at).toISOString().slice(0, 10);
  if (event.type === 'tool-reported') {
    const { report, item } = event;
    if (report.kind !== 'discovery' || !report.discovery.critical) return null;
    const { title, detail } = report.discovery;
    const from = placeOf(item)?.mission ?? item;
    return {
      rule: title,
      why: detail || 'It was told as critical',
      violations: 'work that does not hold once it is merged: it was found while others built on it',
      date,
      from,
    };
  }
  if (event.type !== 'deviation-decided') return null;
  // One whose mission is no longer known was written when it was decided.
  const found = state()
    .missions.get(event.mission)
    ?.deviations.find(({ id }) => id === event.deviation);
  if (!found || found.severity === 'minor') return null;
  const decided = { ...found, decision: event.decision };
  return { ...ruleOf(decided), date, from: `${event.mission} ${found.id}` };
}

function ruleOf({ expected, discovered, reasoning, impact, decision }: RecordedDeviation) {
  const told = decision?.instruction.trim() ?? '';
  const rule =
    told || (decision?.verdict === 'reject' ? `Keep to what was planned: ${expected}` : discovered);
  return {
    rule,
    why: `Expected: ${trimmed(expected)}. Found: ${trimmed(discovered)}. Reason: ${reasoning}`,
    violations: impact,
  };
}

const trimmed = (text: string): string => text.trim().replace(/[.!?]+$/, '');
