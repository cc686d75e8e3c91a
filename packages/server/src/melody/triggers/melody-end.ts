import type { Entry, Json, Melody, RunId, Values } from '@symphony/domain';
import { chainRefusal, type MelodyStart, melodyKey } from './chain.ts';
import { armed, type Occur, type RunningSource, type TriggerOn, type TriggerSource } from './source.ts';

export interface MelodyEndOptions {
  readonly melodies: () => readonly Melody[];
  /** How a run began that was started before this process; null when it is not known. */
  readonly startOf: (run: RunId) => MelodyStart | null;
  readonly warn: (message: string) => void;
}

type End = 'completed' | 'failed' | 'cancelled';

/** Starts that are remembered; older ones are asked for. */
const REMEMBERED = 10_000;

/** Melodies that wait for another one's end. */
export const melodyEndSource = (options: MelodyEndOptions): TriggerSource => ({
  start: (occur) => new MelodyEnds(options, occur),
});

class MelodyEnds implements RunningSource {
  readonly #options: MelodyEndOptions;
  readonly #occur: Occur;
  readonly #starts = new Map<RunId, MelodyStart>();
  #stopped = false;

  constructor(options: MelodyEndOptions, occur: Occur) {
    this.#options = options;
    this.#occur = occur;
  }

  async update(): Promise<void> {
    // What is waited for is looked up when something ends.
  }

  hear({ event }: Entry): void {
    if (this.#stopped) return;
    if (event.type === 'melody-started')
      this.#remember(event.run, {
        melody: event.melody.name,
        trigger: event.trigger,
        dry: event.dry ?? false,
      });
    if (event.type !== 'flow-changed' || event.change.kind !== 'flow') return;
    const { to, reason, results } = event.change;
    if (to === 'completed' || to === 'failed' || to === 'cancelled')
      this.#ended(event.run, to, { reason, results: (results ?? {}) as Json });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
  }

  #remember(run: RunId, start: MelodyStart): void {
    this.#starts.set(run, start);
    const [oldest] = this.#starts.keys();
    if (this.#starts.size > REMEMBERED && oldest !== undefined) this.#starts.delete(oldest);
  }

  #ended(run: RunId, end: End, said: Values): void {
    const startOf = (each: RunId) => this.#starts.get(each) ?? this.#options.startOf(each);
    const start = startOf(run);
    if (start === null || start.dry) return;
    const ended = start.melody;
    for (const { melody, trigger } of armed(this.#options.melodies(), 'melody')) {
      if (!awaits(trigger, ended, end)) continue;
      const detail = `${ended} ${end === 'completed' ? 'was completed' : end === 'failed' ? 'failed' : 'was cancelled'}`;
      const refusal = chainRefusal(melody, run, startOf);
      if (refusal !== null) {
        this.#options.warn(`The melody ${melody} was not started (${detail}): ${refusal}.`);
        continue;
      }
      const scope = { ...said, run, melody: ended, ended: end };
      this.#occur({ melody, trigger, detail, key: melodyKey(melody, run), scope });
    }
  }
}

const awaits = (trigger: TriggerOn<'melody'>, melody: string, end: End): boolean =>
  trigger.melody === melody && (trigger.ended === 'any' || trigger.ended === end);
