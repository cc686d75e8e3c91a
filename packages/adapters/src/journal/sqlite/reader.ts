import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { JournalEntry, RuntimeEvent, SessionHead } from '@symphony/domain';
import { rowLimit } from '../record.ts';
import { damaged, guarded } from './faults.ts';

/** Nothing that begins with a prefix comes after the prefix and this. */
const LAST_CHARACTER = '\u{10ffff}';

type StretchRow = [seq: number, entries: number, session: string, body: string];
type ToldEntry = readonly [at: number, event: RuntimeEvent];

/** The reading half of the journal. It writes nothing, so it works as well on a full disk. */
export class JournalReader {
  readonly #file: string;
  readonly #ofSession: StatementSync;
  readonly #all: StatementSync;
  readonly #sessions: StatementSync;
  readonly #sessionsOf: StatementSync;

  constructor(db: DatabaseSync, file: string) {
    this.#file = file;
    // A number may lie within a stretch: it begins with the last one that begins no later.
    const select = (of: string): StatementSync => {
      const statement = db.prepare(`
        SELECT seq, entries, sessions.session, body FROM stretches JOIN sessions ON row = stretches.session
        WHERE ${of} seq >= ifnull((SELECT max(seq) FROM stretches WHERE ${of} seq <= :after), 0)
          AND seq + entries > :after + 1 ORDER BY seq
      `);
      statement.setReturnArrays(true);
      return statement;
    };
    this.#ofSession = select('stretches.session = (SELECT row FROM sessions WHERE session = :session) AND');
    this.#all = select('');
    this.#sessions = db.prepare(`
      SELECT session, title, started_at AS startedAt,
        (SELECT at FROM stretches WHERE stretches.session = row ORDER BY seq DESC LIMIT 1) AS lastAt,
        (SELECT sum(entries) FROM stretches WHERE stretches.session = row) AS entries
      FROM sessions ORDER BY row DESC LIMIT ?
    `);
    this.#sessionsOf = db.prepare(
      'SELECT session FROM sessions WHERE session >= ? AND session < ? ORDER BY row',
    );
  }

  ofSession(session: string, after: number, limit: number): readonly JournalEntry[] {
    return this.#entries(this.#ofSession, { session, after }, limit);
  }

  all(after: number, limit: number, types?: readonly RuntimeEvent['type'][]): readonly JournalEntry[] {
    return this.#entries(this.#all, { after }, limit, types && new Set(types));
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

  #entries(
    statement: StatementSync,
    from: { readonly after: number; readonly session?: string },
    limit: number,
    types?: ReadonlySet<RuntimeEvent['type']>,
  ): readonly JournalEntry[] {
    const most = rowLimit(limit);
    const found: JournalEntry[] = [];
    if (most === 0 || types?.size === 0) return found;
    return guarded(this.#file, () => {
      for (const row of statement.iterate(from) as Iterable<unknown>)
        for (const entry of this.#entriesOf(row as StretchRow)) {
          if (entry.seq <= from.after || types?.has(entry.event.type) === false) continue;
          found.push(entry);
          if (found.length === most) return found;
        }
      return found;
    });
  }

  #entriesOf([first, entries, session, body]: StretchRow): readonly JournalEntry[] {
    let told: readonly ToldEntry[];
    try {
      told = JSON.parse(body) as readonly ToldEntry[];
      if (told.length !== entries)
        throw new Error(`${entries} entries were written and ${told.length} found.`);
    } catch (error) {
      throw damaged(this.#file, `Entry ${first} in ${this.#file} is damaged.`, error);
    }
    return told.map(([at, event], place) => ({ seq: first + place, session, at, event }));
  }
}
