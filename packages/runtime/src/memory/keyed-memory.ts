import type { Cabinet, Clock, Instant, Json } from '@symphony/domain';

/** Notes under a key: `short_term` for an hour, `long_term` for a month. */
export type Term = 'short_term' | 'long_term';

export type Note = {
  readonly key: string;
  readonly value: Json;
  readonly tags: readonly string[];
  readonly at: Instant;
};

export interface NotePlace {
  readonly term: Term;
  readonly namespace?: string;
}

const HOUR_MS = 60 * 60 * 1000;
const LIMITS: Readonly<Record<Term, { readonly ttlMs: number; readonly most: number }>> = {
  short_term: { ttlMs: HOUR_MS, most: 1_000 },
  long_term: { ttlMs: 30 * 24 * HOUR_MS, most: 10_000 },
};

/** `memory:type[:namespace]:key`; a colon inside a name is written otherwise, so that no two are the same. */
export const noteKey = ({ term, namespace }: NotePlace, key: string): string =>
  ['memory', term, ...(namespace === undefined ? [] : [namespace]), key].map(plain).join(':');

const plain = (name: string): string => name.replaceAll('%', '%25').replaceAll(':', '%3A');

export class KeyedMemory {
  readonly #cabinet: Cabinet;
  readonly #clock: Clock;

  constructor(cabinet: Cabinet, clock: Clock) {
    this.#cabinet = cabinet;
    this.#clock = clock;
  }

  /** When there is no room left the oldest goes. */
  put(
    place: NotePlace,
    key: string,
    value: Json,
    { tags = [], ttlMs }: { readonly tags?: readonly string[]; readonly ttlMs?: number } = {},
  ): void {
    const at = this.#clock.now();
    const { ttlMs: usual, most } = LIMITS[place.term];
    const drawer = drawerOf(place.term);
    const note: Note = { key, value, tags, at };
    this.#cabinet.put([
      { drawer, key: noteKey(place, key), value: note, at, expiresAt: at + (ttlMs ?? usual) },
    ]);
    const over = this.#cabinet.list(drawer, at).slice(most);
    if (over.length > 0)
      this.#cabinet.take(
        drawer,
        over.map((record) => record.key),
      );
  }

  get(place: NotePlace, key: string): Json | null {
    const note = this.#cabinet.get(drawerOf(place.term), noteKey(place, key), this.#clock.now());
    return note === null ? null : (note as Note).value;
  }

  take(place: NotePlace, key: string): void {
    this.#cabinet.take(drawerOf(place.term), [noteKey(place, key)]);
  }

  /** Newest first. `tags`: at least one of them; `text`: in the key or the value. */
  search(
    place: NotePlace,
    {
      tags = [],
      text = '',
      limit = 50,
    }: { readonly tags?: readonly string[]; readonly text?: string; readonly limit?: number } = {},
  ): readonly Note[] {
    const prefix = noteKey(place, '');
    const said = text.toLowerCase();
    return this.#cabinet
      .list(drawerOf(place.term), this.#clock.now())
      .filter(({ key }) => key.startsWith(prefix))
      .map(({ value }) => value as Note)
      .filter(
        (note) =>
          (tags.length === 0 || tags.some((tag) => note.tags.includes(tag))) &&
          (said === '' || `${note.key} ${JSON.stringify(note.value)}`.toLowerCase().includes(said)),
      )
      .slice(0, limit);
  }
}

const drawerOf = (term: Term): string => `memory:${term}`;

export type NoteDigest = {
  readonly summary: string;
  /** Tags by how often they come up, at most five. */
  readonly patterns: readonly { readonly tag: string; readonly count: number }[];
  readonly insights: readonly string[];
  readonly recommendations: readonly string[];
  readonly timeRange: { readonly from: Instant; readonly to: Instant } | null;
};

/** What a number of notes have in common; only what can be counted. */
export function digestOf(notes: readonly Note[]): NoteDigest {
  const counts = new Map<string, number>();
  for (const { tags } of notes) for (const tag of new Set(tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  const patterns = [...counts]
    .map(([tag, count]) => ({ tag, count }))
    .sort((a, b) => b.count - a.count)
    .slice(0, 5);
  const times = notes.map(({ at }) => at);
  const untagged = notes.filter(({ tags }) => tags.length === 0).length;
  return {
    summary: `${notes.length} notes, ${counts.size} tags.`,
    patterns,
    insights: patterns
      .filter(({ count }) => count > 1 && count * 2 >= notes.length)
      .map(({ tag, count }) => `${count} of ${notes.length} are about "${tag}".`),
    recommendations: untagged > 0 ? [`${untagged} notes have no tag and are found by their words only.`] : [],
    timeRange: times.length === 0 ? null : { from: Math.min(...times), to: Math.max(...times) },
  };
}
