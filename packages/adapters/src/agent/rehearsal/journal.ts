import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TurnFault, TurnStatus, Usage } from '@symphony/domain';
import type { Plays, Step } from './script/step.ts';

/**
 * Where a session is in its script, on disk before the thing it speaks of is done. Each change is
 * one rename, so a player killed at any instant leaves a whole record. Nothing is synced to the
 * platter: the record must survive the process, not the machine.
 */

/** `prompted`: the steps that came with a prompt. */
export type Part = keyof Plays | 'prompted';

export interface SessionRecord {
  readonly version: 1;
  readonly session: string;
  readonly attempt: number;
  /** Of the plays: a script that was edited meanwhile is not gone on with. */
  readonly digest: string;
  readonly usage: Usage;
  /** The last answer a person gave. */
  readonly answer: string | null;
  /** What the last host tool said. */
  readonly result: string | null;
  /** The next step of each part. */
  readonly at: Readonly<Record<Part, number>>;
  /** The part of the turn that is played, or was played last. */
  readonly part: Part;
  /** False between turns. */
  readonly open: boolean;
  readonly turns: number;
  /** Which turn it was, and how it ended: asked for again, it is told again and not played. */
  readonly played: { readonly turn: string | null; readonly ending: TurnEnding } | null;
  /** What the last prompt with steps of its own brought: the prompt after a restart does not say it again. */
  readonly prompted: readonly Step[];
  /** The branch a conflict prompt named. */
  readonly target: string | null;
  /** The step at hand was begun; holds what is needed to do it once and only once. */
  readonly begun: Begun | null;
}

/** How a turn ended, as it is told. */
export interface TurnEnding {
  readonly status: TurnStatus;
  readonly message: string;
  readonly fault?: TurnFault;
}

export type Begun =
  | { readonly kind: 'append'; readonly size: number }
  | { readonly kind: 'edit'; readonly after: string }
  | { readonly kind: 'commit'; readonly head: string | null }
  | { readonly kind: 'merge'; readonly head: string }
  /** Can only be done again: a command, a wait. */
  | { readonly kind: 'repeatable' };

export class Journal {
  readonly #folder: string;
  /** Set while the step that a killed player had begun has not been finished. */
  #interrupted: boolean;
  #record: SessionRecord;

  private constructor(folder: string, record: SessionRecord) {
    this.#folder = folder;
    this.#record = record;
    this.#interrupted = record.begun !== null;
  }

  static begin(
    folder: string,
    who: Pick<SessionRecord, 'session' | 'attempt' | 'digest'>,
    at: SessionRecord['at'],
  ): Journal {
    mkdirSync(folder, { recursive: true });
    const journal = new Journal(folder, {
      version: 1,
      ...who,
      usage: { inputTokens: 0, outputTokens: 0, usd: 0 },
      answer: null,
      result: null,
      at,
      part: 'main',
      open: false,
      turns: 0,
      played: null,
      prompted: [],
      target: null,
      begun: null,
    });
    journal.save({});
    return journal;
  }

  /** The journal of an earlier process, when there is one for exactly this script and attempt. */
  static find(folder: string, who: Pick<SessionRecord, 'session' | 'attempt' | 'digest'>): Journal | null {
    const record = readRecord(folder, who.session);
    const fits = record?.version === 1 && record.attempt === who.attempt && record.digest === who.digest;
    return record && fits ? new Journal(folder, record) : null;
  }

  get record(): SessionRecord {
    return this.#record;
  }

  get interrupted(): boolean {
    return this.#interrupted;
  }

  /** A folder for files that must not lie in the chamber. */
  get scratch(): string {
    return join(this.#folder, `${this.#record.session}.scratch`);
  }

  save(change: Partial<SessionRecord>): void {
    this.#record = { ...this.#record, ...change };
    if (this.#record.begun === null) this.#interrupted = false;
    const path = pathOf(this.#folder, this.#record.session);
    writeFileSync(`${path}.new`, JSON.stringify(this.#record));
    renameSync(`${path}.new`, path);
  }

  /** Records that the step at hand begins, or returns what a killed player recorded of it. */
  begin<B extends Begun>(kind: B['kind'], look: () => B): B {
    const { begun } = this.#record;
    if (begun?.kind === kind) return begun as B;
    const fresh = look();
    this.save({ begun: fresh });
    return fresh;
  }
}

export const digestOf = (plays: Plays): string =>
  createHash('sha256').update(JSON.stringify(plays)).digest('hex').slice(0, 32);

const pathOf = (folder: string, session: string): string => join(folder, `${session}.json`);

function readRecord(folder: string, session: string): SessionRecord | null {
  // The name comes from a log; it must not lead elsewhere.
  if (!/^[\w-]+$/.test(session)) return null;
  try {
    return JSON.parse(readFileSync(pathOf(folder, session), 'utf8')) as SessionRecord;
  } catch {
    return null; // no journal, or not a readable one: the caller begins anew and says so
  }
}
