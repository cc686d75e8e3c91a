import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { JournalEntry, RuntimeEvent, SessionHead } from '@symphony/domain';
import { rowLimit } from '../record.ts';
import { damaged, guarded } from './faults.ts';

/** Nothing that begins with a prefix comes after the prefix and this. */
const LAST_CHARACTER = '\u{10ffff}';

type EntryRow = [seq: number, session: string, at: number, body: string];

/** The reading half of the journal. It writes nothing, so it works as well on a full disk. */
export class JournalReader {
  readonly #file: string;
  readonly #ofSession: StatementSync;
  readonly #all: StatementSync;
  readonly #ofTypes: StatementSync;
  readonly #sessions: StatementSync;
  readonly #sessionsOf: StatementSync;

  constructor(db: DatabaseSync, file: string) {
    this.#file = file;
    const select = (condition: string): StatementSync => {
      const statement = db.prepare(
        `SELECT seq, session, at, body FROM entries WHERE ${condition} ORDER BY seq LIMIT ?`,
      );
      statement.setReturnArrays(true);
      return statement;
    };
    this.#ofSession = select('session = ? AND seq > ?');
    this.#all = select('seq > ?');
    this.#ofTypes = select('seq > ? AND type IN (SELECT value FROM json_each(?))');
    this.#sessions = db.prepare(`
      SELECT session, title, started_at AS startedAt,
        (SELECT at FROM entries WHERE entries.session = sessions.session ORDER BY seq DESC LIMIT 1) AS lastAt,
        (SELECT count(*) FROM entries WHERE entries.session = sessions.session) AS entries
      FROM sessions ORDER BY row DESC LIMIT ?
    `);
    this.#sessionsOf = db.prepare(
      'SELECT session FROM sessions WHERE session >= ? AND session < ? ORDER BY row',
    );
  }

  ofSession(session: string, after: number, limit: number): readonly JournalEntry[] {
    return this.#entries(() => this.#ofSession.all(session, after, rowLimit(limit)));
  }

  all(after: number, limit: number, types?: readonly RuntimeEvent['type'][]): readonly JournalEntry[] {
    return this.#entries(() =>
      types
        ? this.#ofTypes.all(after, JSON.stringify(types), rowLimit(limit))
        : this.#all.all(after, rowLimit(limit)),
    );
  }

  sessions(limit: number): readonly SessionHead[] {
    return guarded(this.#file, () =>
      this.#sessions.all(rowLimit(limit)).map((row) => ({ ...(row as unknown as SessionHead) })),
    );
  }

  sessionsOf(prefix: string): readonly string[] {
    return guarded(this.#file, () =>
      this.#sessionsOf.all(prefix, `${prefix}${LAST_CHARACTER}`).map((row) => row.session as string),
    );
  }

  #entries(find: () => unknown): readonly JournalEntry[] {
    const rows = guarded(this.#file, find) as EntryRow[];
    return rows.map(([seq, session, at, body]) => ({ seq, session, at, event: this.#eventOf(seq, body) }));
  }

  #eventOf(seq: number, body: string): RuntimeEvent {
    try {
      return JSON.parse(body) as RuntimeEvent;
    } catch (error) {
      throw damaged(this.#file, `Entry ${seq} in ${this.#file} is damaged.`, error);
    }
  }
}
