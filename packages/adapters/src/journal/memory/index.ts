import type { Journal, JournalEntry, RuntimeEvent, SessionHead } from '@symphony/domain';
import { assertInstant, bodyOf, rowLimit } from '../record.ts';

interface Row {
  readonly session: string;
  readonly at: number;
  readonly type: RuntimeEvent['type'];
  readonly body: string;
}

type Head = { -readonly [Key in keyof SessionHead]: SessionHead[Key] };

/** The journal without a disk. Events are kept as JSON text, as on disk; it ends with its process. */
export class MemoryJournal implements Journal {
  readonly #rows: Row[] = [];
  /** In the order they began. */
  readonly #heads = new Map<string, Head>();

  record(session: string, at: number, event: RuntimeEvent): void {
    assertInstant(at);
    this.#rows.push({ session, at, type: event.type, body: bodyOf(event) });
    const title = event.type === 'began' ? event.task : '';
    const head = this.#heads.get(session);
    if (!head) this.#heads.set(session, { session, title, startedAt: at, lastAt: at, entries: 1 });
    else {
      head.title ||= title;
      head.lastAt = at;
      head.entries += 1;
    }
  }

  written(): Promise<void> {
    return Promise.resolve();
  }

  read(session: string, after: number, limit: number): readonly JournalEntry[] {
    return this.#find(after, limit, (row) => row.session === session);
  }

  readAll(after: number, limit: number, types?: readonly RuntimeEvent['type'][]): readonly JournalEntry[] {
    return this.#find(after, limit, (row) => !types || types.includes(row.type));
  }

  sessions(limit: number): readonly SessionHead[] {
    return [...this.#heads.values()]
      .reverse()
      .slice(0, rowLimit(limit))
      .map((head) => ({ ...head }));
  }

  sessionsOf(prefix: string): readonly string[] {
    return [...this.#heads.keys()].filter((session) => session.startsWith(prefix));
  }

  /** Nothing to let go of: what was recorded can still be read. */
  close(): void {
    return;
  }

  #find(after: number, limit: number, fits: (row: Row) => boolean): readonly JournalEntry[] {
    const found: JournalEntry[] = [];
    const most = rowLimit(limit);
    for (
      let index = Math.max(0, Math.floor(after));
      index < this.#rows.length && found.length < most;
      index += 1
    ) {
      const row = this.#rows[index] as Row;
      if (!fits(row)) continue;
      const { session, at, body } = row;
      found.push({ seq: index + 1, session, at, event: JSON.parse(body) as RuntimeEvent });
    }
    return found;
  }
}
