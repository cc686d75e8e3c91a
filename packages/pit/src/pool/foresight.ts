import type { Clock, Instant } from '@symphony/domain';
import { type Guess, Predictions } from './predictions.ts';
import { TimeHabits } from './time-habits.ts';
import { WorkflowHabits } from './workflow-habits.ts';

export interface PrewarmOptions {
  /** Only what is at least this probable is acted on; 0.6 when left out. */
  readonly atLeast?: number;
  /** The length of a part of the day; half an hour when left out. */
  readonly partMs?: number;
  /** How far the people's clock is before UTC. */
  readonly offsetMs?: number;
  /** How long before a part of the day its instruments are warmed; two minutes when left out. */
  readonly leadMs?: number;
  /** How long the next step of a workflow is expected for; half an hour when left out. */
  readonly stepMs?: number;
}

const MINUTE = 60_000;

/** What will be used next, by the time of day and by what was used before; and how often that was right. */
export class Foresight {
  readonly predictions = new Predictions();
  readonly #times: TimeHabits;
  readonly #workflows = new WorkflowHabits();
  readonly #atLeast: number;
  readonly #leadMs: number;
  readonly #stepMs: number;

  constructor({ atLeast, partMs, offsetMs, leadMs, stepMs }: PrewarmOptions) {
    this.#times = new TimeHabits(partMs ?? 30 * MINUTE, offsetMs);
    this.#atLeast = atLeast ?? 0.6;
    this.#leadMs = leadMs ?? 2 * MINUTE;
    this.#stepMs = stepMs ?? 30 * MINUTE;
  }

  /** Learns from a use and answers what is expected to follow. */
  used(id: string, workflow: string, now: Instant): readonly Guess[] {
    this.predictions.used(id, now);
    this.#times.record(id, now);
    this.#workflows.record(id, workflow);
    return this.#expect(this.#workflows.predict(id, this.#atLeast), now + this.#stepMs, now);
  }

  /** What the part of the day that is about to begin will need. */
  upcoming(now: Instant): readonly Guess[] {
    const start = this.#times.nextPart(now);
    const end = this.#times.nextPart(start);
    return this.#expect(this.#times.predict(start, this.#atLeast), end, now);
  }

  /** Calls whenever a part of the day is about to begin, until told to stop. */
  everyPart(clock: Clock, call: () => void): () => void {
    let cancel: () => void = () => undefined;
    const next = (): void => {
      const now = clock.now();
      const start = this.#times.nextPart(now + this.#leadMs);
      cancel = clock.after(start - this.#leadMs - now, () => {
        next();
        call();
      });
    };
    next();
    return () => cancel();
  }

  #expect(guesses: readonly Guess[], until: Instant, now: Instant): readonly Guess[] {
    for (const { id } of guesses) this.predictions.open(id, until, now);
    return guesses;
  }
}
