import type { Cabinet, Clock, Instant, Intent, Names } from '@symphony/domain';
import { contentWords } from '../learning/wording.ts';
import { expiryOf } from './assess.ts';
import { userDrawer } from './user-drawer.ts';

type MemoryIntent = Extract<Intent, { readonly type: 'memory' }>;

/** The second layer of memory (R17): what was judged worth keeping, for as long as it is worth it. */
export type Memory = {
  readonly id: string;
  readonly type: MemoryIntent['memoryType'];
  readonly content: string;
  readonly summary: string;
  readonly importance: number;
  readonly tags: readonly string[];
  readonly topics: readonly string[];
  /** The role or tool it came from. */
  readonly source: string;
  readonly at: Instant;
  /** Null: until it is forgotten on purpose. */
  readonly expiresAt: Instant | null;
};

export interface NewMemory {
  readonly content: string;
  readonly type?: Memory['type'];
  readonly summary?: string;
  readonly importance?: number;
  readonly tags?: readonly string[];
  readonly topics?: readonly string[];
  readonly source?: string;
}

export interface MemorySearch {
  /** Words, at least one of which it must have. */
  readonly text?: string;
  /** Tags, all of which it must have. */
  readonly tags?: readonly string[];
  readonly type?: Memory['type'];
  readonly minImportance?: number;
  readonly limit?: number;
}

const USUAL_IMPORTANCE = 0.5;
const IMPORTANT = 0.7;
const IN_PROMPT = 5;
const MOST_MEMORIES = 10_000;
const LONGEST = 20_000;

export class Memories {
  readonly #cabinet: Cabinet;
  readonly #clock: Clock;
  readonly #names: Names;

  constructor(cabinet: Cabinet, clock: Clock, names: Names) {
    this.#cabinet = cabinet;
    this.#clock = clock;
    this.#names = names;
  }

  remember(user: string, given: NewMemory): Memory {
    const at = this.#clock.now();
    const importance = Math.min(1, Math.max(0, given.importance ?? USUAL_IMPORTANCE));
    const content = given.content.slice(0, LONGEST);
    const memory: Memory = {
      id: this.#names('memory'),
      type: given.type ?? 'fact',
      content,
      summary: given.summary ?? content.slice(0, 200),
      importance,
      tags: (given.tags ?? []).slice(0, 10),
      topics: (given.topics ?? []).slice(0, 5),
      source: given.source ?? 'agent',
      at,
      expiresAt: expiryOf(importance, at),
    };
    const drawer = userDrawer('assessed', user);
    this.#cabinet.put([{ drawer, key: memory.id, value: memory, at, expiresAt: memory.expiresAt }]);
    return memory;
  }

  /** What an intent wants kept. */
  rememberIntent({ userId, memoryType, content, sourceRole, importance, tags }: MemoryIntent): Memory {
    return this.remember(userId, { type: memoryType, content, source: sourceRole, importance, tags });
  }

  /** Newest first. */
  search(
    user: string,
    { text = '', tags = [], type, minImportance = 0, limit = 20 }: MemorySearch = {},
  ): readonly Memory[] {
    const words = contentWords(text);
    const wanted = tags.map((tag) => tag.trim().toLowerCase());
    return this.#all(user)
      .filter(
        (memory) =>
          (type === undefined || memory.type === type) &&
          memory.importance >= minImportance &&
          wanted.every((tag) => memory.tags.includes(tag)) &&
          (text.trim() === '' || speaksOf(memory, words)),
      )
      .slice(0, limit);
  }

  /** The last five that matter: what a prompt is given. */
  forPrompt(user: string): readonly Memory[] {
    return this.search(user, { minImportance: IMPORTANT, limit: IN_PROMPT });
  }

  /** Answers how many there were. */
  forget(user: string, ids: readonly string[]): number {
    const known = new Set(this.#all(user).map(({ id }) => id));
    const gone = ids.filter((id) => known.has(id));
    if (gone.length > 0) this.#cabinet.take(userDrawer('assessed', user), gone);
    return gone.length;
  }

  #all(user: string): readonly Memory[] {
    return this.#cabinet
      .list(userDrawer('assessed', user), this.#clock.now(), MOST_MEMORIES)
      .map(({ value }) => value as Memory);
  }
}

function speaksOf({ content, summary, tags, topics }: Memory, words: readonly string[]): boolean {
  const said = new Set(contentWords(`${summary} ${content} ${tags.join(' ')} ${topics.join(' ')}`));
  return words.some((word) => said.has(word));
}
