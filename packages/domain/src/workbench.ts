import type { Artifact, ArtifactId } from './artifact.ts';
import type { Spend } from './budget.ts';
import type { Evidence } from './evidence.ts';
import type { Entry } from './log-event.ts';
import type { Melody } from './melody/melody.ts';
import type { ItemView, StatusView } from './view.ts';
import type { Instant, ItemId, PlayerName, RunId } from './work-item.ts';

/**
 * What a face shows of one thing when somebody looks at it: an item, a diff, the numbers, a moment of
 * the past. Like the status all of it is made from the log, the repository and the artifacts when it
 * is asked for, and nothing of it is stored.
 */

/** The board as it changes: everything first, then only what is different, at the reader's pace. */
export type BoardFrame =
  | { readonly kind: 'board'; readonly status: StatusView }
  | {
      readonly kind: 'change';
      readonly seq: number;
      readonly at: Instant;
      /** As they are now. Where they stand among the others is for `compareWork` to say. */
      readonly items: readonly ItemView[];
      readonly gone: readonly ItemId[];
      /** All of the status that is not about single items; null while it is as it was. */
      readonly rest: BoardRest | null;
    };

export type BoardRest = Omit<StatusView, 'seq' | 'at' | 'items'>;

/** Entries that fit what was asked for, in order. All up to `seq` has been looked at. */
export interface EntryBatch {
  readonly seq: number;
  readonly entries: readonly Entry[];
}

/** One item with what the board leaves out. */
export interface ItemDetail {
  readonly item: ItemView;
  readonly description: string | null;
  readonly assignee: string | null;
  /** The last proof, whether it held or not. */
  readonly evidence: Evidence | null;
  /** Every attempt, oldest first. */
  readonly runs: readonly RunRecord[];
  /** Identifiers of the items that wait for this one. */
  readonly blocks: readonly string[];
  /** What people said that its agent has not heard yet. */
  readonly steering: string;
  /** The first entry that speaks of it; 0 when none does. */
  readonly firstSeq: number;
}

export interface RunRecord {
  readonly id: RunId;
  readonly attempt: number;
  readonly player: PlayerName;
  readonly startedAt: Instant;
  /** Null while it goes on. */
  readonly endedAt: Instant | null;
  readonly turns: number;
  readonly spend: Spend;
  /** Why it ended, in a person's words; empty while it goes on. */
  readonly end: string;
}

/** What an item changes, against the commit it began from. */
export interface ChangesView {
  /** `live`: the chamber as it is, uncommitted work with it. `kept`: its branch. `merged`: what landed. `none`: nothing to compare. */
  readonly kind: 'live' | 'kept' | 'merged' | 'none';
  readonly base: string | null;
  readonly head: string | null;
  readonly files: readonly ChangedFile[];
  /** How many more files there are than are listed. */
  readonly more: number;
  /** Why there is nothing to compare, where that can be told. */
  readonly why?: string;
}

export interface ChangedFile {
  readonly path: string;
  /** Where it was before, when it moved. */
  readonly oldPath: string | null;
  readonly change: 'added' | 'modified' | 'deleted' | 'renamed' | 'copied' | 'type';
  /** Null for what is not text. */
  readonly added: number | null;
  readonly removed: number | null;
}

export interface PatchView {
  readonly path: string;
  /** A unified diff of this file; empty for what is not text. */
  readonly patch: string;
  /** It was longer than is sent. */
  readonly cut: boolean;
}

/** A remark about a line of a diff. */
export interface ReviewComment {
  readonly path: string;
  readonly line: number;
  /** Of the file before or after the change. */
  readonly side: 'old' | 'new';
  readonly text: string;
}

/** How it went: every number is counted from the log. */
export interface StatsView {
  readonly from: Instant;
  readonly to: Instant;
  readonly totals: StatsRow;
  readonly byPlayer: readonly NamedStats[];
  readonly byMelody: readonly NamedStats[];
  /** Without gaps, oldest first, by UTC day (`2026-11-16`). */
  readonly byDay: readonly NamedStats[];
}

export interface StatsRow {
  /** Runs that ended in the time asked for; of melodies their runs. */
  readonly runs: number;
  /** How they ended: what was merged or completed, what failed, and the rest (stopped, handed to a person). */
  readonly succeeded: number;
  readonly failed: number;
  readonly other: number;
  readonly spend: Spend;
  /** Of the runs that ended; null when there is none. */
  readonly medianMs: number | null;
  readonly p90Ms: number | null;
}

export interface NamedStats extends StatsRow {
  readonly name: string;
}

/** How long the log is, and what happened in it: what a slider needs. */
export interface TimelineView {
  readonly first: { readonly seq: number; readonly at: Instant } | null;
  readonly last: { readonly seq: number; readonly at: Instant } | null;
  /** What a person would look for, oldest first, thinned out to what was asked for. */
  readonly marks: readonly TimelineMark[];
}

export interface TimelineMark {
  readonly seq: number;
  readonly at: Instant;
  readonly kind: 'merged' | 'failed' | 'needs-human' | 'question' | 'returned' | 'started' | 'stopped';
  /** Its identifier; null for what is about no item. */
  readonly item: string | null;
  readonly words: string;
}

/** The configuration as it stands in its file and as it is used. */
export interface SettingsView {
  /** Relative to the top of the repository. */
  readonly file: string;
  /** As written; empty when there is no file. Secrets stand in it as `$VAR`. */
  readonly text: string;
  readonly rows: readonly SettingRow[];
  readonly problems: readonly SettingProblem[];
}

export interface SettingRow {
  readonly path: string;
  readonly value: string;
  readonly source: string;
}

export interface SettingProblem {
  readonly severity: 'error' | 'warning';
  readonly line: number | null;
  readonly message: string;
}

/** One thing the doctor looked at. */
export interface FindingView {
  readonly name: string;
  readonly status: 'ok' | 'warning' | 'problem';
  readonly message: string;
  readonly fix: string | null;
}

/** A melody as the shelf shows it. */
export interface MelodyEntryView {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly origin: 'built-in' | 'repository';
  readonly file: string;
  readonly tags: readonly string[];
  readonly nodes: number;
}

export interface MelodyShelfView {
  readonly melodies: readonly MelodyEntryView[];
  /** Files that cannot be read as melodies. */
  readonly problems: readonly MelodyProblemView[];
  /** What an operator node may name, with the schema of its configuration. */
  readonly operators: readonly OperatorView[];
}

export interface OperatorView {
  readonly name: string;
  readonly description: string;
  /** JSON Schema. */
  readonly config: unknown;
}

export interface MelodySourceView {
  readonly entry: MelodyEntryView;
  readonly melody: Melody;
  readonly text: string;
}

export interface MelodyProblemView {
  readonly file: string;
  readonly line: number | null;
  /** The node it is about, when it is about one. */
  readonly node: string | null;
  readonly sentence: string;
  readonly nextStep: string;
}

/** Whether a melody could be saved and played, and its text if so. */
export interface MelodyVerdict {
  readonly problems: readonly MelodyProblemView[];
  /** YAML; null when there are problems. */
  readonly text: string | null;
}

/** One artifact with as much of its content as a screen shows. */
export interface ArtifactView {
  readonly artifact: Artifact;
  /** Null for what is not text. */
  readonly text: string | null;
  readonly cut: boolean;
  readonly versions: readonly ArtifactId[];
}
