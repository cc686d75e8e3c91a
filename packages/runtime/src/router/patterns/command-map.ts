import type { Instant, Json } from '@symphony/domain';
import { cast, fill } from './filled.ts';
import { judged, type Pattern, trustIn, vouched } from './pattern.ts';
import { conflictOf, isWorthKeeping, type PatternLimits, problemsOf } from './validation.ts';
import { caught, plainly } from './wildcard.ts';

/** A known way of asking that fits a request. */
export interface PatternMatch {
  readonly pattern: Pattern;
  /** How far the pattern is trusted, less what its variables did not understand. */
  readonly confidence: number;
  readonly parameters: Readonly<Record<string, Json>>;
}

export type Added =
  | { readonly ok: true; readonly pattern: Pattern }
  | { readonly ok: false; readonly problems: readonly string[] };

const EXAMPLES = 5;

/**
 * Learned ways of asking (R8). A request is only compared with patterns that share a word with it: each pattern is
 * filed under that word of its own which the fewest others are filed under.
 */
export class CommandMap {
  readonly #patterns = new Map<string, Pattern>();
  readonly #literal = new Map<string, Set<string>>();
  readonly #byWord = new Map<string, Set<string>>();

  constructor(patterns: Iterable<Pattern> = []) {
    for (const pattern of patterns) this.#keep(pattern);
  }

  get size(): number {
    return this.#patterns.size;
  }

  all(): readonly Pattern[] {
    return [...this.#patterns.values()];
  }

  get(id: string): Pattern | undefined {
    return this.#patterns.get(id);
  }

  /** `confidence` 0.1..1 is how far whoever adds it vouches for it. Another pattern with these words is a problem. */
  add(
    given: Omit<Pattern, 'counts'>,
    { confidence = 0.5, now, replace = false }: { confidence?: number; now: Instant; replace?: boolean },
  ): Added {
    const problems = problemsOf(given);
    if (!(confidence >= 0.1 && confidence <= 1)) problems.push('Confidence is between 0.1 and 1.');
    const alike = this.#alike(given.trigger);
    const conflict = conflictOf(given, alike);
    if (conflict && !replace)
      problems.push(`The same words lead to \`${conflict.route}\` already (pattern ${conflict.id}).`);
    if (this.#patterns.has(given.id) && !replace) problems.push(`There is a pattern ${given.id} already.`);
    if (problems.length > 0) return { ok: false, problems };
    if (replace) for (const { id } of alike) this.remove(id);
    const pattern: Pattern = { ...given, counts: vouched(confidence, now) };
    this.#keep(pattern);
    return { ok: true, pattern };
  }

  /** A request of this form went well or not; a form that is new begins with that. Null: it cannot be a pattern. */
  note(given: Omit<Pattern, 'counts'>, right: boolean, now: Instant): Pattern | null {
    const known = this.#alike(given.trigger).find(({ route }) => route === given.route);
    if (known) return this.learn(known.id, right, now, given.examples[0]);
    const conflict = conflictOf(given, this.#alike(given.trigger));
    if (problemsOf(given).length > 0 || conflict || this.#patterns.has(given.id)) return null;
    const pattern: Pattern = { ...given, counts: judged({ right: 0, wrong: 0, at: now }, right, now) };
    this.#keep(pattern);
    return pattern;
  }

  remove(id: string): boolean {
    const pattern = this.#patterns.get(id);
    if (!pattern) return false;
    this.#patterns.delete(id);
    for (const index of [this.#literal, this.#byWord])
      for (const [key, ids] of index) if (ids.delete(id) && ids.size === 0) index.delete(key);
    return true;
  }

  /** All patterns that fit, the most trusted first; of equally trusted ones the one with more words of its own. */
  match(request: string, now: Instant): PatternMatch[] {
    const matches = this.#candidates(request).flatMap((pattern): PatternMatch[] => {
      const values = caught(pattern.trigger, request);
      if (!values) return [];
      const { values: variables, score } = cast(pattern.variables, values);
      const confidence = trustIn(pattern.counts, now) * score;
      return [{ pattern, confidence, parameters: fill(pattern.parameters, variables) }];
    });
    return matches.sort(
      (a, b) => b.confidence - a.confidence || b.pattern.trigger.length - a.pattern.trigger.length,
    );
  }

  /** How it went when the pattern was followed. Every outcome counts once. */
  learn(id: string, right: boolean, now: Instant, example?: string): Pattern | null {
    const pattern = this.#patterns.get(id);
    if (!pattern) return null;
    const examples =
      example === undefined || pattern.examples.includes(example)
        ? pattern.examples
        : [...pattern.examples, example].slice(-EXAMPLES);
    const learned = { ...pattern, examples, counts: judged(pattern.counts, right, now) };
    this.#patterns.set(id, learned);
    return learned;
  }

  /** Removes what was not used for long or has proved wrong, and what is beyond the most; returns what went. */
  prune(now: Instant, limits: PatternLimits): readonly Pattern[] {
    const { most = Number.POSITIVE_INFINITY } = limits;
    const worth = new Set(this.all().filter((pattern) => isWorthKeeping(pattern, now, limits)));
    if (worth.size > most) {
      const rated = [...worth].map((pattern) => ({ pattern, trust: trustIn(pattern.counts, now) }));
      rated.sort((a, b) => b.trust - a.trust || b.pattern.counts.at - a.pattern.counts.at);
      for (const { pattern } of rated.slice(most)) worth.delete(pattern);
    }
    const gone = this.all().filter((pattern) => !worth.has(pattern));
    for (const { id } of gone) this.remove(id);
    return gone;
  }

  #keep(pattern: Pattern): void {
    if (this.#patterns.has(pattern.id)) this.remove(pattern.id);
    this.#patterns.set(pattern.id, pattern);
    const words = wordsIn(pattern.trigger);
    if (!pattern.trigger.includes('*')) return file(this.#literal, plainly(pattern.trigger), pattern.id);
    const crowd = (word: string): number => this.#byWord.get(word)?.size ?? 0;
    const key = [...words].sort((a, b) => crowd(a) - crowd(b) || b.length - a.length)[0] ?? '';
    file(this.#byWord, key, pattern.id);
  }

  #alike(trigger: string): Pattern[] {
    const plain = plainly(trigger);
    return this.#candidates(trigger).filter((pattern) => plainly(pattern.trigger) === plain);
  }

  #candidates(request: string): Pattern[] {
    const ids = new Set(this.#literal.get(plainly(request)) ?? []);
    for (const word of new Set(wordsIn(request))) for (const id of this.#byWord.get(word) ?? []) ids.add(id);
    return [...ids].flatMap((id) => this.#patterns.get(id) ?? []);
  }
}

const wordsIn = (text: string): string[] => plainly(text).match(/[\p{L}\p{N}]+/gu) ?? [];

function file(index: Map<string, Set<string>>, key: string, id: string): void {
  const ids = index.get(key);
  if (ids) ids.add(id);
  else index.set(key, new Set([id]));
}
