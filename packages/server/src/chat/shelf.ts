import {
  type Cabinet,
  type ChatHead,
  type ChatId,
  type ChatPermit,
  chatOfSession,
  chatTitle,
  emptyChat,
  foldChatEntries,
  type Instant,
  type Journal,
  type JournalEntry,
  type SessionHead,
} from '@symphony/domain';

/** What a person said of a chat besides what is in it. */
export interface ChatNote {
  readonly title: string | null;
  readonly permit: ChatPermit;
  /** Tools that are not asked about any more. */
  readonly granted: readonly string[];
}

const DRAWER = 'chats';
const PLAIN: ChatNote = { title: null, permit: 'ask', granted: [] };
const SESSIONS = 10_000;
const PAGE = 500;

/** Which chats there are, read from the journal: its sessions are named after their chats. */
export class ChatShelf {
  readonly #journal: Journal;
  readonly #cabinet: Cabinet;
  readonly #now: () => Instant;

  constructor(journal: Journal, cabinet: Cabinet, now: () => Instant) {
    this.#journal = journal;
    this.#cabinet = cabinet;
    this.#now = now;
  }

  /** Newest first. */
  heads(limit: number): readonly Omit<ChatHead, 'state'>[] {
    const chats = Map.groupBy(this.#journal.sessions(SESSIONS), ({ session }) => chatOfSession(session));
    return [...chats]
      .flatMap(([id, sessions]) => (id === null ? [] : [this.#head(id, sessions)]))
      .sort((a, b) => b.lastAt - a.lastAt)
      .slice(0, limit);
  }

  /** Its sessions, oldest first; none: there is no such chat. */
  sessions(id: ChatId): readonly string[] {
    return this.#journal.sessionsOf(`${id}.`).filter((session) => chatOfSession(session) === id);
  }

  /** Of these sessions, `seq > after`, ascending; `more`: there may be further ones. */
  page(
    sessions: readonly string[],
    after: number,
  ): { readonly entries: readonly JournalEntry[]; readonly more: boolean } {
    const pages = sessions.map((session) => this.#journal.read(session, after, PAGE));
    // Beyond the end of a page that is full its session may have more: what others have there comes later.
    const sure = Math.min(
      ...pages.filter(({ length }) => length === PAGE).map((page) => page.at(-1)?.seq ?? 0),
      Number.POSITIVE_INFINITY,
    );
    const entries = pages
      .flat()
      .filter(({ seq }) => seq <= sure)
      .sort((a, b) => a.seq - b.seq);
    return { entries, more: sure !== Number.POSITIVE_INFINITY };
  }

  all(id: ChatId): readonly JournalEntry[] {
    const sessions = this.sessions(id);
    const entries: JournalEntry[] = [];
    for (;;) {
      const page = this.page(sessions, entries.at(-1)?.seq ?? 0);
      entries.push(...page.entries);
      if (!page.more) return entries;
    }
  }

  title(id: ChatId): string {
    const [first] = this.sessions(id);
    const began = first === undefined ? [] : this.#journal.read(first, 0, 1);
    return this.note(id).title ?? foldChatEntries(emptyChat(id), began).title;
  }

  note(id: ChatId): ChatNote {
    return { ...PLAIN, ...(this.#cabinet.get(DRAWER, id, this.#now()) as Partial<ChatNote> | null) };
  }

  setNote(id: ChatId, change: Partial<ChatNote>): void {
    const { title, permit, granted } = { ...this.note(id), ...change };
    this.#cabinet.put([
      { drawer: DRAWER, key: id, value: { title, permit, granted: [...granted] }, at: this.#now() },
    ]);
  }

  #head(id: ChatId, sessions: readonly SessionHead[]): Omit<ChatHead, 'state'> {
    const first = sessions.reduce((a, b) => (b.startedAt < a.startedAt ? b : a));
    return {
      id,
      title: this.note(id).title ?? chatTitle(first.title),
      startedAt: first.startedAt,
      lastAt: Math.max(...sessions.map(({ lastAt }) => lastAt)),
      requests: sessions.length,
    };
  }
}
