import type { Cabinet, ExecutionPlan, Instant, Journal, JournalEntry } from '@symphony/domain';

/** One call of a tool, as the journal tells it. */
export interface Execution {
  readonly seq: number;
  readonly session: string;
  readonly agent: string;
  readonly tool: string;
  readonly success: boolean;
  readonly durationMs: number;
  readonly at: Instant;
  readonly error: string | null;
}

export interface SessionStory {
  readonly session: string;
  readonly agent: string;
  readonly request: string;
  readonly begunAt: Instant;
  plan: ExecutionPlan | null;
  success: boolean | null;
}

export interface Forgetting {
  /** Absent: all sessions. */
  readonly session?: string;
  /** What happened before this is forgotten. */
  readonly before: Instant;
  /** But for so many of the last. */
  readonly keep: number;
  readonly now: Instant;
}

const TYPES = ['began', 'tool-ended', 'planned', 'replanned', 'ended'] as const;
const BATCH = 2_000;
const MOST_EXECUTIONS = 20_000;
const MOST_SESSIONS = 2_000;
const DRAWER = 'context';
const EVERYWHERE = '*';

/**
 * What happened, read from the journal as it grows. The journal itself is never shortened: what is pruned is
 * forgotten here, up to a number that is kept in the cabinet.
 */
export class History {
  readonly #journal: Journal;
  readonly #cabinet: Cabinet;
  #executions: Execution[] = [];
  readonly #sessions = new Map<string, SessionStory>();
  #read = 0;

  constructor(journal: Journal, cabinet: Cabinet) {
    this.#journal = journal;
    this.#cabinet = cabinet;
  }

  /** How far it has read: when it is the same, nothing has happened. */
  catchUp(): number {
    for (;;) {
      const entries = this.#journal.readAll(this.#read, BATCH, TYPES);
      for (const entry of entries) this.#take(entry);
      if (entries.length < BATCH) break;
    }
    if (this.#executions.length > MOST_EXECUTIONS)
      this.#executions = this.#executions.slice(-MOST_EXECUTIONS);
    return this.#read;
  }

  /** Oldest first, without what was forgotten. */
  executions(now: Instant, session?: string): readonly Execution[] {
    this.catchUp();
    const everywhere = this.#forgotten(EVERYWHERE, now);
    const per = new Map<string, number>();
    return this.#executions.filter((each) => {
      if (session !== undefined && each.session !== session) return false;
      let until = per.get(each.session);
      if (until === undefined) {
        until = Math.max(everywhere, this.#forgotten(each.session, now));
        per.set(each.session, until);
      }
      return each.seq > until;
    });
  }

  story(session: string): SessionStory | null {
    this.catchUp();
    return this.#sessions.get(session) ?? null;
  }

  /** Newest first. */
  stories(most: number): readonly SessionStory[] {
    this.catchUp();
    return [...this.#sessions.values()].slice(-most).reverse();
  }

  /** Answers how many calls were forgotten. */
  forget({ session, before, keep, now }: Forgetting): number {
    const known = this.executions(now, session);
    const most = Math.max(0, known.length - Math.max(0, keep));
    let count = 0;
    while (count < most && (known[count]?.at ?? before) < before) count += 1;
    const last = known[count - 1];
    if (!last) return 0;
    this.#cabinet.put([
      { drawer: DRAWER, key: `forgotten:${session ?? EVERYWHERE}`, value: last.seq, at: now },
    ]);
    return count;
  }

  #forgotten(where: string, now: Instant): number {
    const seq = this.#cabinet.get(DRAWER, `forgotten:${where}`, now);
    return typeof seq === 'number' ? seq : 0;
  }

  #take({ seq, session, at, event }: JournalEntry): void {
    this.#read = seq;
    const story = this.#sessions.get(session);
    switch (event.type) {
      case 'began':
        this.#sessions.set(session, {
          session,
          agent: event.agent,
          request: event.task,
          begunAt: at,
          plan: null,
          success: null,
        });
        this.#dropOldest();
        break;
      case 'planned':
      case 'replanned':
        if (story) story.plan = event.plan;
        break;
      case 'ended':
        if (story) story.success = event.outcome.success;
        break;
      case 'tool-ended': {
        const { success, error, metrics } = event.result;
        this.#executions.push({
          seq,
          session,
          agent: story?.agent ?? '',
          tool: event.tool,
          success,
          durationMs: metrics.duration,
          at,
          error: success ? null : (error ?? null),
        });
        break;
      }
      default:
        break; // other types are not asked for
    }
  }

  #dropOldest(): void {
    if (this.#sessions.size <= MOST_SESSIONS) return;
    for (const oldest of this.#sessions.keys()) {
      this.#sessions.delete(oldest);
      return;
    }
  }
}
