import type { StepResult } from '@symphony/domain';

export interface WorkingInsight {
  readonly type: string;
  readonly description: string;
}

const MOST_BYTES = 50 * 1024 * 1024;
const FULL = 0.8;
const DROPPED = 0.25;
const MOST_INSIGHTS = 100;
const MOST_ERRORS = 50;

/**
 * What a session holds while it works, bounded: when it is four fifths full the oldest quarter of the step results
 * goes; of insights the last hundred stay, each once, of errors the last fifty.
 */
export class WorkingMemory {
  readonly #most: number;
  #steps: { readonly result: StepResult; readonly bytes: number }[] = [];
  #insights = new Map<string, WorkingInsight>();
  #errors: string[] = [];
  #bytes = 0;
  /** Step results that had to go. */
  dropped = 0;

  constructor(mostBytes = MOST_BYTES) {
    this.#most = mostBytes;
  }

  addStep(result: StepResult): void {
    // Two bytes a character: what a text takes at most, without counting it twice.
    const bytes = 2 * JSON.stringify(result).length;
    this.#steps.push({ result, bytes });
    this.#bytes += bytes;
    while (this.#bytes > FULL * this.#most && this.#steps.length > 1) this.#drop();
  }

  addInsight(insight: WorkingInsight): void {
    const key = JSON.stringify([insight.type, insight.description]);
    this.#insights.delete(key);
    this.#insights.set(key, insight);
    for (const oldest of this.#insights.keys()) {
      if (this.#insights.size <= MOST_INSIGHTS) return;
      this.#insights.delete(oldest);
    }
  }

  addError(error: string): void {
    this.#errors.push(error);
    if (this.#errors.length > MOST_ERRORS) this.#errors = this.#errors.slice(-MOST_ERRORS);
  }

  get steps(): readonly StepResult[] {
    return this.#steps.map(({ result }) => result);
  }

  get insights(): readonly WorkingInsight[] {
    return [...this.#insights.values()];
  }

  get errors(): readonly string[] {
    return this.#errors;
  }

  get bytes(): number {
    return this.#bytes;
  }

  #drop(): void {
    const count = Math.max(1, Math.floor(this.#steps.length * DROPPED));
    const gone = this.#steps.slice(0, count);
    this.#steps = this.#steps.slice(count);
    this.#bytes -= gone.reduce((sum, { bytes }) => sum + bytes, 0);
    this.dropped += count;
  }
}
