import type { Cabinet, Clock, Instant } from '@symphony/domain';
import { contentWords, namesTool, patternOf, sharedOf } from '../learning/wording.ts';

/** What an attempt taught, for the next one of its kind (R15). */
export type Lesson = {
  readonly topic: string;
  readonly tool: string;
  readonly text: string;
  /** How often it was learned. */
  readonly times: number;
  readonly at: Instant;
};

const DRAWER = 'lessons';
const DAY_MS = 24 * 60 * 60 * 1000;
/** What was not learned again for so long is forgotten. */
const KEPT_MS = 90 * DAY_MS;
const HALF_LIFE_MS = 30 * DAY_MS;
const MOST_LESSONS = 200;
const SAME = 0.8;
const RELEVANT = 0.3;
const LAST_FEW = 3;

/** Lessons in a cabinet: each once, no more than two hundred, forgotten when they are not learned again. */
export class Lessons {
  readonly #cabinet: Cabinet;
  readonly #clock: Clock;

  constructor(cabinet: Cabinet, clock: Clock) {
    this.#cabinet = cabinet;
    this.#clock = clock;
  }

  keep({ topic, tool, text }: Pick<Lesson, 'topic' | 'tool' | 'text'>): 'new' | 'known' {
    const now = this.#clock.now();
    const kept = this.#all(now);
    const words = contentWords(text);
    const same = kept.find(
      ({ lesson }) => lesson.tool === tool && sharedOf(contentWords(lesson.text), words) >= SAME,
    );
    const lesson: Lesson = {
      topic: patternOf(topic),
      tool,
      text: same?.lesson.text ?? text.trim().slice(0, 400),
      times: (same?.lesson.times ?? 0) + 1,
      at: now,
    };
    const key = same?.key ?? JSON.stringify([tool, words.join(' ').slice(0, 300)]);
    this.#cabinet.put([{ drawer: DRAWER, key, value: lesson, at: now, expiresAt: now + KEPT_MS }]);
    if (!same) this.#dropLeast([...kept, { key, lesson }], now);
    return same ? 'known' : 'new';
  }

  /** The last few that have to do with it, newest first. */
  lessonsFor(topic: string, most = LAST_FEW): readonly string[] {
    const words = contentWords(patternOf(topic));
    return this.#all(this.#clock.now())
      .filter(
        ({ lesson }) =>
          sharedOf(contentWords(lesson.topic), words) >= RELEVANT || namesTool(topic, lesson.tool),
      )
      .slice(0, most)
      .map(({ lesson }) => lesson.text);
  }

  all(): readonly Lesson[] {
    return this.#all(this.#clock.now()).map(({ lesson }) => lesson);
  }

  #all(now: Instant): { readonly key: string; readonly lesson: Lesson }[] {
    return this.#cabinet.list(DRAWER, now).map(({ key, value }) => ({ key, lesson: value as Lesson }));
  }

  #dropLeast(kept: readonly { readonly key: string; readonly lesson: Lesson }[], now: Instant): void {
    if (kept.length <= MOST_LESSONS) return;
    const worth = ({ times, at }: Lesson): number => times * 2 ** (-(now - at) / HALF_LIFE_MS);
    const least = [...kept].sort((a, b) => worth(a.lesson) - worth(b.lesson));
    this.#cabinet.take(
      DRAWER,
      least.slice(0, kept.length - MOST_LESSONS).map(({ key }) => key),
    );
  }
}
